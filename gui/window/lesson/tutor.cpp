#include "gui/window/lesson/tutor.h"

#include <algorithm>
#include <cmath>

#include "gui/window/lesson/asked_ring.h"
#include "gui/window/lesson/question_page.h"
#include "gui/window/lesson/scene.h"
#include "gui/window/lesson/what_if.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

// A step opens at its first line. After an answer, the next prediction comes into view; after the last
// prediction, all of them, so that you can compare them with the run.
void attend(LessonState& lesson, Attention attention, bool was_locked) {
  const StepContent& content = lesson.page->content;
  const QuestionState* next = current_question(lesson);
  lesson.focus = next && is_typed(*next) && lesson.drawn.empty();  // you draw instead of typing
  if (attention == Attention::step) return lesson.look_at.reset();
  if (content.locked && next) {
    lesson.look_at = {next->number, next->number};
    return;
  }
  if (!lesson.look_at || !was_locked) return;
  for (const StepContent::Item& item : content.items)
    if (const auto* state = std::get_if<QuestionState>(&item); state && state->question->predicts)
      lesson.look_at->first = std::min(lesson.look_at->first, state->number);
}

// The viewer's place in the run. When another run replaces it, the viewer stays at the same share of it.
struct ViewersPlace {
  explicit ViewersPlace(const Session& session) : playing(session.view.playing) {
    const double end = static_cast<double>(clock_end(session).ps);
    if (end > 0) share = static_cast<double>(session.view.now.ps) / end;
  }
  void restore(Session& session) const {
    const double end = static_cast<double>(clock_end(session).ps);
    go_to(session, Time{std::llround(share * end)});
    session.view.playing = playing;
  }
  bool playing;
  double share = 0;
};

}  // namespace

void show_page(Session& session, std::shared_ptr<const LessonShown> shown, Attention attention) {
  close_what_if(session);
  LessonState& lesson = session.lesson;
  const bool another_step = !lesson.page || lesson.page->step != shown->page.step;
  const bool was_locked = lesson.page && lesson.page->content.locked;
  const bool same_run = session.lesson_shown && shows_the_same(*session.lesson_shown, *shown);
  const bool stays = attention == Attention::none && !another_step;
  lesson.page = {shown, &shown->page};
  if (const auto& quiz = lesson.page->quiz; quiz && quiz->right) lesson.quiz.right[quiz->at] = *quiz->right;
  if (another_step) {
    lesson.typed.clear();
    lesson.chosen.clear();
    lesson.edits.clear();
    lesson.drawn = {};
    lesson.at.reset();
    lesson.scrolled = 0;
  }
  if (attention != Attention::none || another_step) attend(lesson, attention, was_locked);
  if (!same_run) {
    const ViewersPlace place(session);
    show_lesson_scene(session, *shown);
    if (stays) place.restore(session);
  }
  session.lesson_shown = std::move(shown);
  follow_ring(session);
}

void ask_player(Session& session, std::string what, Attention attention, AskPlayer ask) {
  if (session.tutor.busy()) return;
  forget_news(session);
  session.tutor.start(
      std::move(what),
      [&tools = session.tools, keeps = session.remembers && !in_quiz(session), player = session.lesson.player,
       quiz = place_in_quiz(session), attention, question = session.lesson.at,
       ask = std::move(ask)](std::stop_token, const ReportProgress&) -> Worker::Apply {
        const Status asked = ask(*player);
        const Status kept = keeps && tools.keep ? tools.keep(player->record()) : Status{};
        std::optional<RefusedAnswer> refused;
        if (!asked && question && attention == Attention::answer)
          refused = RefusedAnswer{*question, asked.error().message};
        const std::string trouble = refused  ? ""
                                    : !asked ? asked.error().message
                                    : !kept  ? kept.error().message
                                             : "";
        std::shared_ptr<const LessonShown> shown = make_shown(player, tools.laboratory, std::move(refused));
        if (quiz) shown = alone_in_quiz(*shown, *quiz);
        return [player, trouble, attention, shown](Session& s) {
          s.lesson.measuring = false;
          if (s.lesson.player != player) return;  // another lesson was opened meanwhile
          show_page(s, shown, attention);
          s.notice = trouble;
        };
      });
}

}  // namespace commlab
