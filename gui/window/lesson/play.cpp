#include "gui/window/lesson/play.h"

#include <algorithm>
#include <cassert>

#include "gui/window/lesson/list.h"
#include "gui/window/lesson/quiz.h"
#include "gui/window/lesson/scene.h"
#include "gui/window/lesson/tutor.h"
#include "gui/window/lesson/watch.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

// The typed values that differ from those of the scene.
SceneKeys changes_of(const LessonState& lesson, const Question& question) {
  SceneKeys changes;
  for (const std::string& key : question.allow) {
    const auto edit = lesson.edits.find(key);
    const auto now = std::ranges::find(lesson.page->keys, key, &SceneKeys::value_type::first);
    const bool known = now != lesson.page->keys.end();
    const std::string said = known                                   ? now->second
                             : key == "script" && lesson.page->scene ? lesson.page->scene->script
                                                                     : "";
    if (edit != lesson.edits.end() && edit->second != said) changes.push_back(*edit);
  }
  return changes;
}

void attend_to(LessonState& lesson, const QuestionState& state) {
  lesson.at = state.number;
  lesson.look_at = {state.number, state.number};
}

Result<std::shared_ptr<Player>> player_of(const Session& session, const std::string& which) {
  const WindowTools& tools = session.tools;
  if (!tools.lesson) return fail("there are no lessons here");
  Result<Lesson> lesson = tools.lesson(which);
  if (!lesson) return tl::unexpected(lesson.error());
  Result<LessonRecord> record = session.remembers && tools.record ? tools.record(*lesson) : LessonRecord{};
  if (!record) return tl::unexpected(record.error());
  return std::make_shared<Player>(std::move(*lesson), tools.laboratory, std::move(*record));
}

void enter(Session& session, std::shared_ptr<Player> player) {
  session.lesson.quiz = {};
  session.lesson.player = std::move(player);
  session.lesson.page = nullptr;
  session.lesson.finished = false;
  session.lesson.wanted.reset();
  session.lesson.watch = watch_of(session.lesson.player->lesson().file);
  session.lesson_shown = nullptr;
  session.view.arrange = Arrange::lesson;
  session.untouched = false;
}

}  // namespace

void open_lesson(Session& session, const std::string& which) {
  Result<std::shared_ptr<Player>> player = player_of(session, which);
  if (!player) {
    session.notice = player.error().message;
    return;
  }
  enter(session, std::move(*player));
  ask_player(session, "preparing the lesson", Attention::step, [](Player&) { return Status{}; });
}

Status start_lesson(Session& session, const std::string& which) {
  Result<std::shared_ptr<Player>> player = player_of(session, which);
  if (!player) return tl::unexpected(player.error());
  enter(session, *player);
  show_page(session, make_shown(*player, session.tools.laboratory), Attention::step);
  return {};
}

void turn_page(Session& session, int by) {
  LessonState& lesson = session.lesson;
  const LessonPage* page = lesson.page.get();
  if (!page || session.tutor.busy()) return;
  if (in_quiz(session)) return turn_quiz(session, by);
  if (lesson.finished && by < 0) {
    lesson.finished = false;
    return;
  }
  if (lesson.finished) return open_next_lesson(session);
  const int to = page->step + by;
  if (to < 0 || (by > 0 && page->content.locked)) return;
  if (to >= page->steps) {
    lesson.finished = true;
    return;
  }
  ask_player(session, "preparing the step", Attention::step, [to](Player& player) -> Status {
    player.go(to);
    if (player.step() >= to || !player.waits_for_fit(player.step())) return {};
    return fail("the next step tests this fit: make the fit first; after a try, you can see it");
  });
}

void open_next_lesson(Session& session) {
  const LessonPage* page = session.lesson.page.get();
  const std::optional<LessonSignpost> next = page ? page->summary.next : std::nullopt;
  if (!next) return open_lessons(session);
  open_lesson(session, next->id);
}

void commit_answer(Session& session, const QuestionState& state) {
  LessonState& lesson = session.lesson;
  const int number = state.number;
  std::string answer = lesson.typed[number];
  SceneKeys changes;
  switch (answer_form(*state.question)) {
    case AnswerForm::typed:
      if (answer.empty()) {
        session.notice = "Type your answer first.";
        return;
      }
      break;
    case AnswerForm::chosen:
      if (!lesson.chosen.contains(number)) {
        session.notice = "Choose one of the answers first.";
        return;
      }
      answer = choice_letter(lesson.chosen.at(number));
      break;
    case AnswerForm::by_changing:
      changes = changes_of(lesson, *state.question);
      answer = "done";
      break;
  }
  attend_to(lesson, state);
  ask_player(session, changes.empty() ? "looking at your answer" : "running what you changed",
             Attention::answer, [number, answer, changes](Player& player) -> Status {
               if (const Status changed = player.change_and_run(changes); !changed) return changed;
               return player.answer(number, answer).map([](const Feedback&) {});
             });
}

void answer_unknown(Session& session, const QuestionState& state) {
  attend_to(session.lesson, state);
  ask_player(session, "looking at your answer", Attention::answer, [number = state.number](Player& player) {
    return player.answer(number, "?").map([](const Feedback&) {});
  });
}

void ask_result(Session& session, const QuestionState& state) {
  attend_to(session.lesson, state);
  ask_player(session, "looking it up", Attention::answer, [number = state.number](Player& player) {
    return player.show(number).map([](const Feedback&) {});
  });
}

void ask_hint(Session& session, const QuestionState& state) {
  attend_to(session.lesson, state);
  ask_player(session, "looking for a hint", Attention::answer, [number = state.number](Player& player) {
    return player.hint(number).map([](const std::string&) {});
  });
}

void measure_here(Session& session, int block) {
  if (session.tutor.busy()) return;
  ask_player(session, "measuring here", Attention::none,
             [block](Player& player) { return player.measure(block).map([](const MeasureState&) {}); });
  session.lesson.measuring = true;
}

bool point_at(Session& session, std::string_view place) {
  const QuestionState* state = current_question(session.lesson);
  if (!state || place.empty() || !is_place(*state->question)) return false;
  session.lesson.typed[state->number] = place;
  return true;
}

bool takes_link_as_answer(const Session& session) {
  if (!session.lesson_beside() || presenting(session) || session.what_if.open || session.tutor.busy())
    return false;
  const QuestionState* state = current_question(session.lesson);
  return state && state->asks_for_link;
}

void answer_with_link(Session& session, std::string_view link) {
  assert(takes_link_as_answer(session) && "the current question asks for a link");
  const QuestionState state = *current_question(session.lesson);
  session.lesson.typed[state.number] = link;
  commit_answer(session, state);
}

bool choose(Session& session, std::size_t choice) {
  const QuestionState* state = current_question(session.lesson);
  if (!state || choice >= state->choices.size()) return false;
  choose(session, *state, choice);
  return true;
}

bool take_digit(Session& session, char digit) {
  const QuestionState* state = current_question(session.lesson);
  if (!state) return false;
  if (!state->choices.empty()) return digit > '0' && choose(session, static_cast<std::size_t>(digit - '1'));
  attend_to(session.lesson, *state);
  session.lesson.digits += digit;
  session.lesson.focus = true;
  return true;
}

void choose(Session& session, const QuestionState& state, std::size_t choice) {
  session.lesson.at = state.number;
  session.lesson.chosen[state.number] = choice;
}

}  // namespace commlab
