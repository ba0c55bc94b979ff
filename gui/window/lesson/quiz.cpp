#include "gui/window/lesson/quiz.h"

#include <algorithm>
#include <random>

#include "gui/window/lesson/list.h"
#include "gui/window/lesson/question_page.h"
#include "gui/window/lesson/scene.h"
#include "gui/window/lesson/tutor.h"
#include "lessons/class/quiz.h"
#include "lessons/model/lesson_step.h"

namespace commlab {
namespace {

// The lessons that are done; all lessons, if none is done.
std::vector<std::string> usual_lessons(const WindowTools& tools) {
  std::vector<std::string> done, all;
  if (!tools.lessons) return all;
  for (const LessonName& lesson : tools.lessons()) {
    all.push_back(lesson.file);
    if (lesson.done) done.push_back(lesson.file);
  }
  return done.empty() ? all : done;
}

Result<std::vector<Lesson>> read_lessons(const WindowTools& tools, const std::vector<std::string>& names) {
  if (!tools.lesson) return fail("there are no lessons here");
  std::vector<Lesson> lessons;
  for (const std::string& name : names) {
    Result<Lesson> lesson = tools.lesson(name);
    if (!lesson) return tl::unexpected(lesson.error());
    lessons.push_back(*std::move(lesson));
  }
  return lessons;
}

int number_in_lesson(const QuizQuestion& asked) {
  int number = first_question(*asked.lesson, asked.step);
  bool found = false;
  each_question(asked.lesson->steps[asked.step], [&](const Question& question) {
    found = found || &question == asked.question;
    number += !found;
  });
  return number;
}

// Answers the step's other predictions with "I don't know": then only this question keeps the run hidden.
Status unlock_for(Player& player, int asked) {
  int number = first_question(player.lesson(), player.step());
  Status told;
  each_question(player.lesson().steps[player.step()], [&](const Question& question) {
    const int here = number++;
    if (here == asked || !question.predicts || !told) return;
    if (std::ranges::find(player.record().answers, here, &LessonRecord::Answer::question) !=
        player.record().answers.end())
      return;
    told = player.answer(here, "?").map([](const Feedback&) {});
  });
  return told;
}

void enter_question(Session& session) {
  LessonState& lesson = session.lesson;
  lesson.player = lesson.quiz.asked[lesson.quiz.at].player;
  lesson.finished = false;
}

Result<QuizState> drawn_quiz(const WindowTools& tools, const std::vector<std::string>& names,
                             std::uint64_t seed) {
  const auto lessons = read_lessons(tools, names.empty() ? usual_lessons(tools) : names);
  if (!lessons) return tl::unexpected(lessons.error());
  QuizState quiz;
  for (const QuizQuestion& asked : quiz_of(*lessons, seed, most_asked_in_window))
    quiz.asked.push_back(
        {.player = std::make_shared<Player>(*asked.lesson, tools.laboratory,
                                            LessonRecord{.variant = asked.variant, .step = asked.step}),
         .question = number_in_lesson(asked)});
  if (quiz.asked.empty())
    return fail("no question of {} is tagged \"quiz\"",
                lessons->size() == 1 ? "this lesson" : "these lessons");
  return quiz;
}

}  // namespace

Status start_quiz(Session& session, const std::vector<std::string>& names, std::uint64_t seed) {
  Result<QuizState> quiz = drawn_quiz(session.tools, names, seed);
  if (!quiz) return tl::unexpected(quiz.error());
  session.tutor.stop();
  session.lesson = {.notes = session.lesson.notes, .quiz = *std::move(quiz)};
  session.lesson_shown = nullptr;
  session.view.arrange = Arrange::lesson;
  session.untouched = false;
  enter_question(session);
  Player& player = *session.lesson.player;
  if (const Status unlocked = unlock_for(player, place_in_quiz(session)->question); !unlocked)
    return unlocked;
  show_page(
      session,
      alone_in_quiz(*make_shown(session.lesson.player, session.tools.laboratory), *place_in_quiz(session)),
      Attention::step);
  return {};
}

void open_quiz(Session& session) {
  if (const Status begun = start_quiz(session, {}, std::random_device()()); !begun)
    session.notice = begun.error().message;
}

void turn_quiz(Session& session, int by) {
  LessonState& lesson = session.lesson;
  QuizState& quiz = lesson.quiz;
  if (session.tutor.busy()) return;
  if (lesson.finished && by > 0) return open_lessons(session);
  if (lesson.finished) {
    lesson.finished = false;
    return;
  }
  if (by < 0 && quiz.at == 0) return;
  if (by > 0 && lesson.page->content.locked) return;
  if (by > 0 && quiz.at + 1 == quiz.asked.size()) {
    lesson.finished = true;
    return;
  }
  quiz.at += by > 0 ? 1 : -1;
  enter_question(session);
  ask_player(
      session, "preparing the question", Attention::step,
      [question = place_in_quiz(session)->question](Player& player) { return unlock_for(player, question); });
}

}  // namespace commlab
