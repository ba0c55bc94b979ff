#include "gui/cli/lesson/lesson_play.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/index.h"
#include "gui/cli/lesson/lesson_input.h"
#include "gui/cli/lesson/lesson_order.h"
#include "gui/cli/lesson/lesson_screen.h"
#include "gui/cli/lesson/scene_commands.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

// Where the learner goes next.
enum class Turn : std::uint8_t { stay, next, back, quit };

class LessonPlay {
 public:
  LessonPlay(Player& player, const LessonTerminal& terminal, std::optional<ClassLength> cut)
      : player_(player),
        terminal_(terminal),
        cut_(cut),
        steps_(steps_of(player.lesson(), cut.value_or(ClassLength::fifty_minutes))),
        screen_(terminal.out, terminal.style),
        input_(terminal, screen_),
        commands_(player, screen_, terminal.save) {}

  Status play() {
    if (cut_) player_.jump(step_at(place()));
    screen_.welcome(player_, cut_);
    while (true) {
      const std::size_t place = this->place();
      const Result<Turn> turn = play_step();
      if (!turn) return tl::unexpected(turn.error());
      if (*turn == Turn::quit) return goodbye();
      if (*turn == Turn::next && place + 1 == steps_.size()) return finished();
      const bool held_up = *turn == Turn::next && player_.waits_for_fit(player_.step());
      if (held_up) screen_.say("\nThe next step tests this fit: make the fit first, or type show.\n");
      if (!held_up) go_to(*turn == Turn::back ? place - std::min<std::size_t>(place, 1) : place + 1);
      if (const Status saved = save(); !saved) return saved;
    }
  }

 private:
  // The learner's place among the steps that are played: the last one of them that was reached.
  std::size_t place() const {
    const auto after = std::ranges::upper_bound(steps_, player_.step());
    return after == steps_.begin() ? 0 : index(after - steps_.begin() - 1);
  }
  int step_at(std::size_t place) const { return steps_[place]; }
  // Open predictions hold learners up only in steps that are played.
  void go_to(std::size_t place) {
    if (!player_.locked(player_.step()) || step_at(place) < player_.step()) player_.jump(step_at(place));
  }

  Status save() const { return terminal_.save(player_.record()); }

  Status goodbye() const {
    screen_.say(fmt::format("\nYour answers are kept. The lesson goes on at step {}.\n", player_.step() + 1));
    return save();
  }
  Status finished() const {
    screen_.finished(player_, cut_);
    return save();
  }

  // A step: its text up to the predictions, the result of the run, then the rest with its checks.

  Result<Turn> play_step() {
    screen_.step_begins(player_, place(), steps_.size());
    const Result<StepContent> content = player_.content();
    if (!content) return tl::unexpected(content.error());
    const bool was_locked = content->locked;
    commands_.begin_step();
    for (std::size_t i = 0; i < content->items.size(); ++i) {
      const Result<Turn> turn = play_item(i, was_locked);
      if (!turn || *turn != Turn::stay) return turn;
    }
    if (const Status shown = commands_.show_run_once(); !shown) return tl::unexpected(shown.error());
    return at_the_end();
  }

  // The content is made again for each item, because an answer changes what may be shown.
  Result<Turn> play_item(std::size_t index, bool was_locked) {
    const Result<StepContent> content = player_.content();
    if (!content) return tl::unexpected(content.error());
    if (index >= content->items.size()) return Turn::stay;
    const StepContent::Item& item = content->items[index];
    if (const auto* prose = std::get_if<Prose>(&item)) {
      screen_.prose(prose->markdown);
      screen_.say("\n");
    }
    if (const auto* plot = std::get_if<PlotState>(&item)) screen_.plot(*plot);
    if (const auto* explore = std::get_if<ExploreState>(&item)) return play_explore(*explore);
    if (const auto* measure = std::get_if<MeasureState>(&item)) return play_measure(*measure);
    if (const auto* question = std::get_if<QuestionState>(&item)) return play_question(*question, was_locked);
    return Turn::stay;
  }

  Result<Turn> play_explore(const ExploreState& explore) {
    if (explore.locked) return Turn::stay;
    LessonScreen::Explored tables;
    for (const ExploreState::Control& control : explore.controls) {
      auto rows = player_.explored(explore.number, control.key);
      if (!rows) return tl::unexpected(rows.error());
      tables.push_back(*std::move(rows));
    }
    screen_.explore(explore, tables);
    return Turn::stay;
  }

  Result<Turn> play_measure(const MeasureState& measure) {
    if (measure.locked) return Turn::stay;
    screen_.measured(measure);
    if (!measure.can_measure || measure.here) {
      screen_.measured_here(measure);
      return Turn::stay;
    }
    if (!input_.says("m", "Measure here now? [m] > ")) return Turn::stay;
    const Result<MeasureState> done = player_.measure(measure.number);
    if (done)
      screen_.measured_here(*done);
    else
      screen_.prose(done.error().message, "  ");
    return Turn::stay;
  }

  Result<Turn> play_question(const QuestionState& state, bool was_locked) {
    if (state.question->predicts && was_locked) commands_.show_script_once();
    if (!state.question->predicts)
      if (const Status shown = commands_.show_run_once(); !shown) return tl::unexpected(shown.error());
    screen_.question(state);
    if (!is_open(state)) {
      if (state.feedback) screen_.feedback(state, *state.feedback);
      return Turn::stay;
    }
    const Result<Turn> turn = ask(state);
    if (turn && !state.question->predicts && state.asks_for_link) commands_.name_busiest_link();
    const bool unlocked = was_locked && state.question->predicts && !player_.locked(player_.step());
    if (!turn || *turn != Turn::stay || !unlocked) return turn;
    return tell_predictions();
  }

  // After the last prediction: shows the run, and compares it with all predictions.
  Result<Turn> tell_predictions() {
    if (const Status shown = commands_.show_run_once(); !shown) return tl::unexpected(shown.error());
    const Result<StepContent> content = player_.content();
    if (!content) return tl::unexpected(content.error());
    for (const StepContent::Item& item : content->items) {
      const auto* state = std::get_if<QuestionState>(&item);
      if (!state || !state->question->predicts || !state->feedback) continue;
      screen_.prose(state->ask);
      screen_.feedback(*state, *state->feedback);
    }
    return Turn::stay;
  }

  // Asks until the question is answered, or left.
  Result<Turn> ask(const QuestionState& state) {
    while (true) {
      const std::optional<LessonOrder> order = input_.order("> ");
      if (!order || order->kind == LessonOrder::Kind::quit) return Turn::quit;
      if (order->kind == LessonOrder::Kind::back) return Turn::back;
      if (order->kind == LessonOrder::Kind::next && !state.question->predicts) return Turn::stay;
      const Result<bool> done = answer(state, *order);
      if (!done) return tl::unexpected(done.error());
      if (*done) return Turn::stay;
    }
  }

  // Whether the question is done with.
  Result<bool> answer(const QuestionState& state, const LessonOrder& order) {
    switch (order.kind) {
      case LessonOrder::Kind::answer: return take_typed(state, order.value);
      case LessonOrder::Kind::show: return show_result(state);
      case LessonOrder::Kind::hint: give_hint(state); return false;
      case LessonOrder::Kind::next:
        screen_.say("  A prediction is needed before anything is run: guess, or ask for a hint.\n");
        return false;
      default: break;
    }
    const Result<bool> changed = commands_.obey(order);
    if (!changed || !*changed || !changes_scene(*state.question))
      return changed.map([](bool) { return false; });
    return take_answer(state, order.key);
  }

  // Shows the result of a check; where the check is to change the scene, with the run of its solution.
  Result<bool> show_result(const QuestionState& state) {
    const Result<bool> done = say_feedback(state, player_.show(state.number));
    if (!done || !*done || !changes_scene(*state.question)) return done;
    return commands_.obey({.kind = LessonOrder::Kind::run}).map([](bool) { return true; });
  }

  Result<bool> take_typed(const QuestionState& state, const std::string& text) {
    if (text.empty()) {
      screen_.say(state.question->predicts
                      ? "  A prediction is needed: guess, or ask for a hint. \"I don't know\" is one, too.\n"
                      : "  Type an answer, hint, show, or next to leave the question.\n");
      return false;
    }
    if (changes_scene(*state.question)) {
      screen_.say("  Change the scene to answer this: set KEY = VALUE. next leaves it.\n");
      return false;
    }
    return take_answer(state, text);
  }

  // Whether the question is done with. It stays open where the answer cannot be read, which is reported.
  Result<bool> take_answer(const QuestionState& state, const std::string& text) {
    return say_feedback(state, player_.answer(state.number, text));
  }
  Result<bool> say_feedback(const QuestionState& state, const Result<Feedback>& feedback) {
    if (!feedback) {
      screen_.prose(feedback.error().message, "  ");
      return false;
    }
    if (const Status saved = save(); !saved) return tl::unexpected(saved.error());
    const Question& question = *state.question;
    if (question.predicts) {
      if (player_.locked(player_.step())) screen_.kept(*feedback);
      return true;
    }
    screen_.feedback(state, *feedback);
    const bool all_stars = feedback->stars.size() == question.stars.size();
    if (feedback->right && !all_stars) screen_.say("  next goes on.\n");
    return feedback->shown || (feedback->right && all_stars);
  }

  void give_hint(const QuestionState& state) {
    const Result<std::string> hint = player_.hint(state.number);
    screen_.prose(hint ? *hint : hint.error().message, "  ");
  }

  // The end of a step.

  Result<Turn> at_the_end() {
    const bool last = place() + 1 == steps_.size();
    while (true) {
      const std::optional<LessonOrder> order =
          input_.order(last ? "[Enter: done] > " : "[Enter: next step] > ");
      if (!order) return Turn::quit;
      switch (order->kind) {
        case LessonOrder::Kind::answer:
          if (order->value.empty()) return Turn::next;
          screen_.say("  No question is open here: next, back, set KEY = VALUE, run, help or quit.\n");
          continue;
        case LessonOrder::Kind::show:
        case LessonOrder::Kind::hint: screen_.say("  No question is open here.\n"); continue;
        case LessonOrder::Kind::next: return Turn::next;
        case LessonOrder::Kind::back: return Turn::back;
        case LessonOrder::Kind::quit: return Turn::quit;
        default: break;
      }
      const Result<bool> obeyed = commands_.obey(*order);
      if (!obeyed) return tl::unexpected(obeyed.error());
    }
  }

  Player& player_;
  const LessonTerminal& terminal_;
  std::optional<ClassLength> cut_;
  std::vector<int> steps_;
  LessonScreen screen_;
  LessonInput input_;
  SceneCommands commands_;
};

}  // namespace

Status play_lesson(Player& player, const LessonTerminal& terminal, std::optional<ClassLength> cut) {
  return LessonPlay(player, terminal, cut).play();
}

}  // namespace commlab
