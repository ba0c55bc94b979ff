#include "gui/window/lesson/presenter.h"

#include <algorithm>

#include "gui/window/lesson/scene.h"
#include "gui/window/lesson/tutor.h"
#include "gui/window/lesson/vote.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/letters.h"
#include "gui/window/session/playing.h"
#include "lessons/model/shuffled_choices.h"

namespace commlab {
namespace {

constexpr double rest_before_loop = 1.5;          // seconds
constexpr double notes_height_for_usual_letters = 780;  // pixels

using StopKind = TeachingStop::Kind;

std::string name_of(StopKind kind, bool predicts) {
  switch (kind) {
    case StopKind::title: return "The title";
    case StopKind::text: return "The step's text";
    case StopKind::asked: return predicts ? "Predict" : "Check";
    case StopKind::revealed: return "The answer";
    case StopKind::mistakes: return "What people say";
    case StopKind::plot: return "A plot";
    case StopKind::explore: return "Try it";
    case StopKind::measure: return "Measured";
    case StopKind::end: return "The end";
  }
  return {};
}

// "Predict: How long does it take?"
std::string words_of(const TeachingStop& stop, const Lesson& lesson, const StepContent& content) {
  const auto* asked = stop.question >= 0 && stop.item < static_cast<int>(content.items.size())
                          ? std::get_if<QuestionState>(&content.items[stop.item])
                          : nullptr;
  const std::string name = name_of(stop.kind, asked && asked->question->predicts);
  if (stop.kind == StopKind::title) return name + " of " + lesson.title;
  if (stop.kind == StopKind::end) return name + " of " + lesson.title;
  return asked ? name + ": " + asked->ask : name;
}

// Names the next stop, in the same lesson or the next one.
std::string words_of_next(const std::vector<PresentedLesson>& lessons, const StopPlace& place,
                          const StepContent& content) {
  const PresentedLesson& lesson = lessons[place.lesson];
  if (place.stop + 1 == lesson.stops.size())
    return place.lesson + 1 == lessons.size()
               ? ""
               : "The title of " + lessons[place.lesson + 1].player->lesson().title;
  const TeachingStop& here = lesson.stops[place.stop];
  const TeachingStop& next = lesson.stops[place.stop + 1];
  if (next.step == here.step) return words_of(next, lesson.player->lesson(), content);
  const std::string& step = lesson.player->lesson().steps[next.step].title;
  return fmt::format("{}: {}", step, name_of(next.kind, true));
}

StopNotes notes_of(const std::vector<PresentedLesson>& lessons, const StopPlace& place,
                   const StepContent& content) {
  const PresentedLesson& presented = lessons[place.lesson];
  const TeachingStop& stop = presented.stops[place.stop];
  const Lesson& lesson = presented.player->lesson();
  StopNotes notes{.step = lesson.steps[stop.step].title,
                  .what = words_of(stop, lesson, content),
                  .next = words_of_next(lessons, place, content),
                  .notes = {},
                  .board = {},
                  .minutes = planned_minutes(lesson, stop.step)};
  for (const LessonStep::Item& item : lesson.steps[stop.step].items)
    if (const auto* teacher = std::get_if<TeacherBlock>(&item)) {
      if (!teacher->notes.empty()) notes.notes.push_back(teacher->notes);
      if (!teacher->board.empty()) notes.board.push_back(teacher->board);
    }
  return notes;
}

// Runs what the stop shows, and what the answers at the stop are computed from.
std::shared_ptr<const LessonShown> make_stop(const std::vector<PresentedLesson>& lessons,
                                             const StopPlace& place, const Laboratory& laboratory,
                                             bool votes) {
  const PresentedLesson& lesson = lessons[place.lesson];
  const TeachingStop& stop = lesson.stops[place.stop];
  const std::shared_ptr<Player>& player = lesson.player;
  const Status stands = stand_at(*player, stop);
  auto shown = std::make_shared<LessonShown>(*make_shown(player, laboratory));
  LessonPage& page = shown->page;
  if (!stands) page.trouble = stands.error().message;
  PresentedStop presented{.stop = stop,
                          .place = place,
                          .stops = lesson.stops.size(),
                          .goal = player->lesson().goal,
                          .notes = notes_of(lessons, place, page.content)};
  if (stop.question >= 0) {
    if (Result<AnswerKey> key = player->answer_key(stop.question)) {
      if (stop.kind == StopKind::mistakes) presented.mistakes = key->mistakes;
      presented.notes.key = *std::move(key);
      presented.notes.has_key = true;
    } else if (page.trouble.empty()) {
      page.trouble = key.error().message;
    }
  }
  if (stop.kind == StopKind::end && place.lesson + 1 < lessons.size()) {
    const Lesson& next = lessons[place.lesson + 1].player->lesson();
    presented.next = numbered_title(next.number, next.title);
  }
  shown->arrangement.presented = true;
  shown->arrangement.page_alone = stands_alone(stop);
  page.presented = std::move(presented);
  if (votes) page.presented->vote = vote_stop_of(*player, page);
  return shown;
}

void show_stop(Session& session, const StopPlace& place, std::shared_ptr<const LessonShown> shown) {
  session.lesson.player = session.presenter.lessons[place.lesson].player;
  session.presenter.shown = place;
  session.lesson.scrolled = 0;
  show_page(session, std::move(shown), Attention::step);
  session.lesson.focus = false;
}

void want(Session& session, const StopPlace& place) {
  PresenterState& presenter = session.presenter;
  if (place == presenter.wanted) return;
  if (!presenter.begun) presenter.begun = std::chrono::steady_clock::now();
  presenter.wanted = place;
  presenter.looping = false;
  session.what_if.wished = false;
}

}  // namespace

Status start_presentation(Session& session, const std::vector<std::string>& names, ClassLength cut) {
  if (!session.tools.lesson) return fail("there are no lessons here");
  PresenterState presenter;
  presenter.vote = session.presenter.vote;
  for (const std::string& name : names) {
    Result<Lesson> lesson = session.tools.lesson(name);
    if (!lesson) return tl::unexpected(lesson.error());
    std::vector<TeachingStop> stops = teaching_stops(*lesson, cut);
    presenter.planned_minutes += planned_minutes(*lesson, cut);
    LessonRecord record{.variant = variant_of_class(*lesson)};
    presenter.lessons.push_back(
        {.player = std::make_shared<Player>(std::move(*lesson), session.tools.laboratory, std::move(record)),
         .stops = std::move(stops)});
  }
  if (presenter.lessons.empty()) return fail("there is no lesson to present");
  session.presenter = std::move(presenter);
  session.remembers = false;
  session.controls = false;
  session.untouched = false;
  session.view.arrange = Arrange::lesson;
  show_stop(session, {},
            make_stop(session.presenter.lessons, {}, session.tools.laboratory,
                      session.presenter.vote.box != nullptr));
  return {};
}

void turn_stop(Session& session, int by) {
  if (session.black || session.presenter.vote.joining || session.view.arrange != Arrange::lesson) {
    session.black = session.presenter.vote.joining = false;
    session.view.arrange = Arrange::lesson;
    return;
  }
  if (turn_to_histogram(session, by)) return;
  const PresenterState& presenter = session.presenter;
  StopPlace place = presenter.wanted;
  const bool last = place.stop + 1 == presenter.lessons[place.lesson].stops.size();
  if (by > 0 && !last) ++place.stop;
  if (by > 0 && last && place.lesson + 1 < presenter.lessons.size()) place = {place.lesson + 1, 0};
  if (by < 0 && place.stop > 0)
    --place.stop;
  else if (by < 0 && place.lesson > 0)
    place = {place.lesson - 1, presenter.lessons[place.lesson - 1].stops.size() - 1};
  want(session, place);
}

void go_to_lessons_title(Session& session) { want(session, {session.presenter.wanted.lesson, 0}); }

void go_to_lessons_end(Session& session) {
  const std::size_t lesson = session.presenter.wanted.lesson;
  want(session, {lesson, session.presenter.lessons[lesson].stops.size() - 1});
}

void replay_stop(Session& session) {
  session.black = false;
  if (!why_nothing_plays(session).empty()) return;
  go_to(session, {});
  session.view.playing = true;
}

void follow_screens(Session& session, int screens) {
  PresenterState& presenter = session.presenter;
  const bool one = screens == 1;
  if (one && !presenter.one_screen && presenter.notes) {
    presenter.notes = false;
    session.answer = "There is one screen, which the class sees: N shows the notes over the lesson.";
  }
  presenter.one_screen = one;
}

void follow_presenter(Session& session, double seconds, double height) {
  PresenterState& presenter = session.presenter;
  if (!presenting(session)) return;
  follow_height(session, height, notes_height_for_usual_letters);
  follow_vote(session);
  const bool over = !session.view.playing && session.view.now >= clock_end(session);
  presenter.rested = over ? presenter.rested + seconds : 0;
  if (presenter.looping && presenter.rested >= rest_before_loop) replay_stop(session);
  if (session.tutor.busy() || presenter.shown == presenter.wanted) return;
  session.tutor.start(
      "preparing the stop",
      [&tools = session.tools, lessons = presenter.lessons, place = presenter.wanted,
       votes = presenter.vote.box != nullptr](std::stop_token, const ReportProgress&) -> Worker::Apply {
        return [place, shown = make_stop(lessons, place, tools.laboratory, votes)](Session& s) {
          if (presenting(s)) show_stop(s, place, shown);
        };
      });
}

}  // namespace commlab
