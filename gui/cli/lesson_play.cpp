#include "gui/cli/lesson_play.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>

#include "gui/cli/lesson_order.h"
#include "gui/cli/lesson_screen.h"

namespace commlab {
namespace {

// Where he goes after something.
enum class Turn : std::uint8_t { stay, next, back, quit };

// The script with one of its lines replaced; an error where it has no such line.
Result<std::string> with_line(const std::string& script, std::string_view number, std::string_view text) {
  int wanted = 0;
  const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), wanted);
  if (error != std::errc{} || rest != number.data() + number.size())
    return fail("line '{}': the number of a line is missing, as in line 3 = rank 0: barrier()", number);
  std::string result;
  int line = 0;
  for (std::size_t at = 0; at < script.size();) {
    const std::size_t end = std::min(script.find('\n', at), script.size());
    result += ++line == wanted ? std::string(text) : script.substr(at, end - at);
    result += "\n";
    at = end + 1;
  }
  if (wanted < 1 || wanted > line) return fail("line {}: the script has lines 1 to {}", wanted, line);
  return result;
}

Result<std::string> text_of_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return fail("{}: the file cannot be read", file);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

class LessonPlay {
 public:
  LessonPlay(Player& player, const LessonTerminal& terminal)
      : player_(player), terminal_(terminal), screen_(terminal.out, terminal.style) {}

  Status play() {
    screen_.welcome(player_);
    while (true) {
      const int step = player_.step();
      const Result<Turn> turn = play_step();
      if (!turn) return tl::unexpected(turn.error());
      if (*turn == Turn::quit) return goodbye();
      if (*turn == Turn::next && step + 1 == player_.steps()) return finished();
      player_.go(*turn == Turn::back ? step - 1 : step + 1);
      if (const Status saved = save(); !saved) return saved;
    }
  }

 private:
  Status save() const { return terminal_.save(player_.record()); }

  Status goodbye() const {
    screen_.say(fmt::format("\nYour answers are kept. The lesson goes on at step {}.\n", player_.step() + 1));
    return save();
  }
  Status finished() const {
    screen_.finished(player_);
    return save();
  }

  // A step: its text up to each prediction, what came of the run, then the rest with its checks.

  Result<Turn> play_step() {
    screen_.step_begins(player_);
    const Result<StepContent> content = player_.content();
    if (!content) return tl::unexpected(content.error());
    const bool was_locked = content->locked;
    run_is_shown_ = !has_scene();
    for (std::size_t i = 0; i < content->items.size(); ++i) {
      const Result<Turn> turn = play_item(i, was_locked);
      if (!turn || *turn != Turn::stay) return turn;
    }
    if (const Status shown = show_run_once(); !shown) return tl::unexpected(shown.error());
    return at_the_end();
  }

  bool has_scene() const {
    return std::ranges::any_of(player_.lesson().steps[static_cast<std::size_t>(player_.step())].items,
                               [](const auto& item) { return std::holds_alternative<SceneBlock>(item); });
  }

  // The content is made anew for each item: an answer changes what may be told.
  Result<Turn> play_item(std::size_t index, bool was_locked) {
    const Result<StepContent> content = player_.content();
    if (!content) return tl::unexpected(content.error());
    if (index >= content->items.size()) return Turn::stay;
    const StepContent::Item& item = content->items[index];
    if (const auto* prose = std::get_if<Prose>(&item)) {
      screen_.prose(prose->markdown);
      screen_.say("\n");
    }
    if (const auto* measure = std::get_if<MeasureState>(&item)) screen_.measured(*measure);
    if (const auto* question = std::get_if<QuestionState>(&item)) return play_question(*question, was_locked);
    return Turn::stay;
  }

  Result<Turn> play_question(const QuestionState& state, bool was_locked) {
    if (!state.question->predicts)
      if (const Status shown = show_run_once(); !shown) return tl::unexpected(shown.error());
    screen_.question(state);
    if (!is_open(state)) {
      if (state.feedback) screen_.feedback(*state.question, *state.feedback);
      return Turn::stay;
    }
    const Result<Turn> turn = ask(state);
    const bool unlocked = was_locked && state.question->predicts && !player_.locked(player_.step());
    if (!turn || *turn != Turn::stay || !unlocked) return turn;
    return tell_predictions();
  }

  // When the last prediction is made: the run, and beside it all that was predicted.
  Result<Turn> tell_predictions() {
    if (const Status shown = show_run_once(); !shown) return tl::unexpected(shown.error());
    const Result<StepContent> content = player_.content();
    if (!content) return tl::unexpected(content.error());
    for (const StepContent::Item& item : content->items) {
      const auto* state = std::get_if<QuestionState>(&item);
      if (!state || !state->question->predicts || !state->feedback) continue;
      screen_.prose(state->ask);
      screen_.feedback(*state->question, *state->feedback);
    }
    return Turn::stay;
  }

  Status show_run_once() {
    if (run_is_shown_) return {};
    run_is_shown_ = true;
    return show_run();
  }

  Status show_run(bool whole = false) const {
    const Result<PlayedScene> scene = player_.scene();
    if (!scene) return tl::unexpected(scene.error());
    screen_.scene(*scene, whole);
    return {};
  }

  // Until it is answered, or left.
  Result<Turn> ask(const QuestionState& state) {
    const Question& question = *state.question;
    while (true) {
      const std::optional<LessonOrder> order = read("> ");
      if (!order) return Turn::quit;
      switch (order->kind) {
        case LessonOrder::Kind::answer: {
          if (order->value.empty()) {
            screen_.say(question.predicts ? "  A prediction is needed: guess, or ask for a hint.\n"
                                          : "  An answer, hint, or next to leave it.\n");
            continue;
          }
          if (changes_scene(question)) {
            screen_.say("  Change the scene to answer this: set KEY = VALUE. next leaves it.\n");
            continue;
          }
          const Result<bool> done = take_answer(state, order->value);
          if (!done) return tl::unexpected(done.error());
          if (*done) return Turn::stay;
          continue;
        }
        case LessonOrder::Kind::next:
          if (!question.predicts) return Turn::stay;
          screen_.say("  A prediction is needed before anything is run: guess, or ask for a hint.\n");
          continue;
        case LessonOrder::Kind::back: return Turn::back;
        case LessonOrder::Kind::quit: return Turn::quit;
        case LessonOrder::Kind::hint: give_hint(state); continue;
        default: break;
      }
      const Result<bool> changed = obey(*order);
      if (!changed) return tl::unexpected(changed.error());
      if (!*changed || !changes_scene(question)) continue;
      const Result<bool> done = take_answer(state, order->key);
      if (!done) return tl::unexpected(done.error());
      if (*done) return Turn::stay;
    }
  }

  // Whether the question is done with. What cannot be read is told, and asked again.
  Result<bool> take_answer(const QuestionState& state, const std::string& text) {
    const Result<Feedback> feedback = player_.answer(state.number, text);
    if (!feedback) {
      screen_.prose(feedback.error().message, "  ");
      return false;
    }
    if (const Status saved = save(); !saved) return tl::unexpected(saved.error());
    const Question& question = *state.question;
    if (question.predicts) {
      if (player_.locked(player_.step())) screen_.say("\n");
      return true;
    }
    screen_.feedback(question, *feedback);
    const bool all_stars = feedback->stars.size() == question.stars.size();
    if (feedback->right && !all_stars) screen_.say("  next goes on.\n");
    return feedback->right && all_stars;
  }

  void give_hint(const QuestionState& state) {
    const Result<std::string> hint = player_.hint(state.number);
    screen_.prose(hint ? *hint : hint.error().message, "  ");
  }

  // What is no answer. Whether the scene was changed; what cannot be done is told.
  Result<bool> obey(const LessonOrder& order) {
    switch (order.kind) {
      case LessonOrder::Kind::help: screen_.say(orders_help()); return false;
      case LessonOrder::Kind::undo: player_.undo_changes(); return run_it().map([] { return false; });
      case LessonOrder::Kind::run: return run_it().map([] { return false; });
      case LessonOrder::Kind::set: return change(order.key, order.value);
      case LessonOrder::Kind::load:
        return text_of_file(order.value)
            .and_then([&](const std::string& text) { return change("script", text); })
            .or_else([this](const Error& error) { return told(error); });
      case LessonOrder::Kind::line: return change_line(order);
      default: return false;
    }
  }

  Result<bool> told(const Error& error) const {
    screen_.prose(error.message, "  ");
    return false;
  }

  Status run_it() const {
    if (player_.locked(player_.step())) {
      screen_.say("  Nothing is run before the step's predictions are made.\n");
      return {};
    }
    if (const Status shown = show_run(true); !shown) static_cast<void>(told(shown.error()));
    return {};
  }

  Result<bool> change_line(const LessonOrder& order) {
    if (player_.locked(player_.step())) return change("script", "");
    const Result<PlayedScene> scene = player_.scene();
    if (!scene) return told(scene.error());
    if (scene->script.empty()) return told({"there is no script in this step", Fault::input});
    const Result<std::string> script = with_line(scene->script, order.key, order.value);
    if (!script) return told(script.error());
    return change("script", *script);
  }

  Result<bool> change(const std::string& key, const std::string& value) {
    if (const Status changed = player_.change(key, value); !changed) return told(changed.error());
    if (const Status saved = save(); !saved) return tl::unexpected(saved.error());
    if (const Status shown = show_run(); !shown) return told(shown.error());
    return true;
  }

  // The end of a step.

  Result<Turn> at_the_end() {
    const bool last = player_.step() + 1 == player_.steps();
    while (true) {
      const std::optional<LessonOrder> order = read(last ? "[Enter: done] > " : "[Enter: next step] > ");
      if (!order) return Turn::quit;
      switch (order->kind) {
        case LessonOrder::Kind::answer:
          if (order->value.empty()) return Turn::next;
          screen_.say("  No question is open here: next, back, set KEY = VALUE, run, help or quit.\n");
          continue;
        case LessonOrder::Kind::hint: screen_.say("  No question is open here.\n"); continue;
        case LessonOrder::Kind::next: return Turn::next;
        case LessonOrder::Kind::back: return Turn::back;
        case LessonOrder::Kind::quit: return Turn::quit;
        default: break;
      }
      const Result<bool> obeyed = obey(*order);
      if (!obeyed) return tl::unexpected(obeyed.error());
    }
  }

  // The next line; nothing where the input has ended, which is said.
  std::optional<LessonOrder> read(std::string_view prompt) const {
    screen_.say(prompt);
    std::string line;
    if (!std::getline(terminal_.in, line)) {
      screen_.say("\nThe input has ended.\n");
      return std::nullopt;
    }
    if (terminal_.echo) screen_.say(line + "\n");
    return parse_order(line);
  }

  Player& player_;
  const LessonTerminal& terminal_;
  LessonScreen screen_;
  bool run_is_shown_ = false;
};

}  // namespace

Status play_lesson(Player& player, const LessonTerminal& terminal) {
  return LessonPlay(player, terminal).play();
}

}  // namespace commlab
