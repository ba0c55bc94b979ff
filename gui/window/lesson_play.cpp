#include "gui/window/lesson_play.h"

#include <algorithm>

#include "gui/window/lesson_scene.h"

namespace commlab {
namespace {

// What was typed, where it is not what the scene says already.
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

void show_page(Session& session, std::shared_ptr<const LessonShown> shown) {
  LessonState& lesson = session.lesson;
  const bool another_step = !lesson.page || lesson.page->step != shown->page.step;
  const bool same_run = session.lesson_shown && shows_the_same(*session.lesson_shown, *shown);
  lesson.page = {shown, &shown->page};
  if (another_step) {
    lesson.typed.clear();
    lesson.chosen.clear();
    lesson.edits.clear();
    lesson.scrolled = 0;
    lesson.look_at.reset();
  }
  if (const QuestionState* next = current_question(lesson.page->content);
      next && lesson.page->content.locked && lesson.look_at)
    lesson.look_at = next->number;  // nothing is said yet to the one before it
  if (!same_run) show_lesson_scene(session, *shown);
  session.lesson_shown = std::move(shown);
}

using AskPlayer = std::function<Status(Player&)>;

// Asks the player something, and shows what is there then.
void teach(Session& session, std::string what, AskPlayer ask) {
  if (session.tutor.busy()) return;
  forget_news(session);
  session.tutor.start(
      std::move(what),
      [&tools = session.tools, keeps = session.remembers, player = session.lesson.player,
       ask = std::move(ask)](std::stop_token, const ReportProgress&) -> Worker::Apply {
        const Status asked = ask(*player);
        const Status kept = keeps && tools.keep ? tools.keep(player->record()) : Status{};
        const std::string trouble = !asked ? asked.error().message : !kept ? kept.error().message : "";
        return [player, trouble, shown = make_shown(player, tools.laboratory)](Session& s) {
          if (s.lesson.player != player) return;  // another lesson was opened meanwhile
          show_page(s, shown);
          s.notice = trouble;
        };
      });
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
  session.lesson.player = std::move(player);
  session.lesson.page = nullptr;
  session.lesson_shown = nullptr;
  session.view.arrange = Arrange::lesson;
  session.untouched = false;
}

}  // namespace

void open_lessons(Session& session) {
  session.tutor.stop();
  session.lesson = {.notes = session.lesson.notes};
  session.lesson_shown = nullptr;
  session.view.arrange = Arrange::lesson;
  if (session.tools.lessons) session.lesson.names = session.tools.lessons();
}

void open_lesson(Session& session, const std::string& which) {
  Result<std::shared_ptr<Player>> player = player_of(session, which);
  if (!player) {
    session.notice = player.error().message;
    return;
  }
  enter(session, std::move(*player));
  teach(session, "preparing the lesson", [](Player&) { return Status{}; });
}

Status start_lesson(Session& session, const std::string& which) {
  Result<std::shared_ptr<Player>> player = player_of(session, which);
  if (!player) return tl::unexpected(player.error());
  enter(session, *player);
  show_page(session, make_shown(*player, session.tools.laboratory));
  return {};
}

void turn_page(Session& session, int by) {
  const LessonPage* page = session.lesson.page.get();
  if (!page || session.tutor.busy()) return;
  const int to = page->step + by;
  if (to < 0 || (by > 0 && page->content.locked)) return;
  if (to >= page->steps) return open_lessons(session);
  teach(session, "preparing the step", [to](Player& player) {
    player.go(to);
    return Status{};
  });
}

void commit_answer(Session& session, const QuestionState& state) {
  LessonState& lesson = session.lesson;
  const int number = state.number;
  std::string answer = lesson.typed[number];
  SceneKeys changes;
  if (state.question->kind == Question::Kind::choice) {
    const auto chosen = lesson.chosen.find(number);
    if (chosen == lesson.chosen.end()) {
      session.notice = "Choose one of the answers first.";
      return;
    }
    answer = choice_letter(chosen->second);
  } else if (changes_scene(*state.question)) {
    changes = changes_of(lesson, *state.question);
    answer = "done";
  } else if (answer.empty()) {
    session.notice = "Type your answer first.";
    return;
  }
  lesson.look_at = number;
  teach(session, changes.empty() ? "looking at your answer" : "running what you changed",
        [number, answer, changes](Player& player) -> Status {
          for (const auto& [key, value] : changes)
            if (const Status changed = player.change(key, value); !changed) return changed;
          const Result<Feedback> feedback = player.answer(number, answer);
          return feedback ? Status{} : tl::unexpected(feedback.error());
        });
}

void ask_hint(Session& session, const QuestionState& state) {
  session.lesson.look_at = state.number;
  teach(session, "looking for a hint", [number = state.number](Player& player) -> Status {
    const Result<std::string> hint = player.hint(number);
    return hint ? Status{} : tl::unexpected(hint.error());
  });
}

void point_at(Session& session, std::string_view place) {
  const LessonPage* page = session.lesson.page.get();
  const QuestionState* state = page ? current_question(page->content) : nullptr;
  if (state && !place.empty() && state->question->kind == Question::Kind::point)
    session.lesson.typed[state->number] = place;
}

bool choose(Session& session, std::size_t choice) {
  const LessonPage* page = session.lesson.page.get();
  const QuestionState* state = page ? current_question(page->content) : nullptr;
  if (!state || choice >= state->choices.size()) return false;
  session.lesson.chosen[state->number] = choice;
  return true;
}

}  // namespace commlab
