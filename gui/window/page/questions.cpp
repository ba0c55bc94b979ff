#include "gui/window/page/questions.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/page/answer_picture.h"
#include "gui/window/page/setter.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

using Kind = PagePart::Kind;
using Tone = PagePart::Tone;

constexpr double script_lines = 9;       // of its field
constexpr int attempts_until_shown = 3;  // at a check, before "Show me" is offered

// How a question is answered.
struct AnswerWidget {
  bool field = false;    // a value is typed, with its unit behind it
  bool choices = false;  // to be clicked; the right one is marked among them later
  bool changes = false;  // a field for each key of the scene that may be changed
};

AnswerWidget widget_of(const Question& question) {
  switch (answer_form(question)) {
    case AnswerForm::typed: return {.field = true};
    case AnswerForm::chosen: return {.choices = true};
    case AnswerForm::by_changing: break;
  }
  return {.changes = true};
}

class QuestionSetter {
 public:
  QuestionSetter(PageSetter& setter, const QuestionState& state)
      : setter_(setter),
        theme_(setter.theme),
        state_(state),
        question_(*state.question),
        widget_(widget_of(*state.question)),
        open_(is_open(state)) {}

  void set() {
    setter_.boxed(tone(), &state_, [&] {
      setter_.label(name(), tone());
      setter_.text(state_.ask, Tone::plain);
      if (widget_.choices) choices();
      aims();
      if (open_ || has_open_aims(state_)) answered_in();
      for (const std::string& hint : state_.hints) setter_.text("Hint: " + hint, Tone::quiet, true);
      const std::optional<RefusedAnswer>& refused = setter_.page.refused;
      if (refused && refused->question == state_.number)
        setter_.text(refused->why, Tone::bad);
      else if (state_.feedback)
        told(*state_.feedback);
      else if (!open_)
        kept();
    });
  }

 private:
  bool knew_not() const { return state_.first == "?"; }

  Tone tone() const {
    if (open_ && !state_.feedback) return Tone::accent;
    return state_.feedback && state_.feedback->right && !state_.shown ? Tone::good : Tone::quiet;
  }

  std::string_view name() const {
    if (question_.predicts) return open_ ? "Predict" : knew_not() ? "You skipped this" : "You predicted";
    return state_.shown ? "Check: shown" : state_.solved ? "Check: solved" : "Check";
  }

  PagePart& add(Kind kind, double height, double gap) {
    PagePart& part = setter_.add(kind, height, gap);
    part.question = &state_;
    return part;
  }

  void answered_in() {
    if (widget_.field) add(Kind::field, theme_.button, theme_.gap).words = question_.unit;
    if (state_.asks_for_link)
      setter_.text("Or click the link in the picture: that is your answer.", Tone::quiet);
    else if (is_place(question_))
      setter_.text("Or click it in the picture.", Tone::quiet);
    if (widget_.changes)
      for (const std::string& key : question_.allow) change(key);
    if (std::ranges::find(question_.allow, "ring") != question_.allow.end())
      setter_.text("Or click the GPUs in the picture, one after the other.", Tone::quiet);
    buttons();
  }

  // Commit at the left, a hint at the right; between them, or below if there is no room, the way out.
  void buttons() {
    const double row = setter_.width();
    PagePart& commit = add(Kind::commit, theme_.button, theme_.gap);
    commit.words = widget_.changes ? "Run" : question_.predicts ? "Commit" : "Answer";
    commit.area.width = std::min(1.15 * button_letters * theme_.font, 0.48 * row);
    const Area first = commit.area;
    double free_to = first.x + row;
    const double hint_room = std::min(button_letters * theme_.font, 0.45 * row);
    if (!question_.hints.empty()) free_to -= hint_room + theme_.gap;  // even after the last hint
    if (state_.hints_shown < static_cast<int>(question_.hints.size())) {
      PagePart& hint = add(Kind::hint, theme_.button, 0);
      hint.area = {first.x + row - hint_room, first.y, hint_room, first.height};
      setter_.skip(-first.height);
    }
    const bool offers_result = !question_.predicts && tried() >= attempts_until_shown;
    if (!question_.predicts && !offers_result) return;
    const std::string_view words = question_.predicts ? "I don't know" : "Show me";
    const double width = setter_.canvas.width_of(words, theme_.font) + 2 * theme_.gap;
    const bool beside = first.right() + theme_.gap + width <= free_to;
    PagePart& out = add(question_.predicts ? Kind::unknown : Kind::show, first.height, theme_.gap);
    out.words = words;
    out.area.width = width;
    if (!beside) return;
    out.area.x = first.right() + theme_.gap;
    out.area.y = first.y;
    setter_.skip(-first.height - theme_.gap);
  }

  int tried() const {
    const auto attempts = setter_.page.attempts.find(state_.number);
    return attempts == setter_.page.attempts.end() ? 0 : attempts->second;
  }

  void choices() {
    const double letters = setter_.letters;
    for (std::size_t i = 0; i < state_.choices.size(); ++i) {
      const double badge = setter_.canvas.width_of("m", letters) + 2 * theme_.gap;
      SetText set =
          set_markdown(state_.choices[i], setter_.width() - badge - theme_.gap, letters, setter_.canvas);
      const double height = std::max(theme_.button, set.height + theme_.gap);
      PagePart& part = add(Kind::choice, height, 0.5 * theme_.gap);
      part.index = i;
      part.text = std::move(set);
    }
    setter_.skip(0.5 * theme_.gap);
  }

  void change(const std::string& key) {
    const bool script = key == "script";
    const double height = script ? script_lines * line_height(theme_.font) : theme_.button;
    add(script ? Kind::script : Kind::change, height, 0.5 * theme_.gap).words = key;
  }

  // The stars and what each asks for, with a tick for those that were reached.
  void aims() {
    for (const QuestionState::Aim& aim : state_.aims)
      setter_.text(fmt::format("{} **{}**: {}", aim.reached ? "✓" : "·", aim.name, aim.text),
                   aim.reached ? Tone::good : Tone::quiet);
  }

  // Said if the step has further predictions that are not made yet.
  void kept() {
    if (!widget_.choices && !knew_not()) setter_.text("Your answer: **" + *state_.first + "**", Tone::plain);
    setter_.text("Kept. The result is shown when all predictions of this step are made.", Tone::quiet);
  }

  void told(const Feedback& feedback) {
    if (!feedback.result.empty() && widget_.field) {
      const std::size_t values = compared(state_, theme_).size();
      add(Kind::answer, height_of_compared(theme_, values), 0.5 * setter_.letters);
    }
    const bool neither = feedback.unknown || feedback.shown;
    const std::string said = !feedback.message.empty() ? feedback.message
                             : neither                 ? ""
                             : feedback.right          ? "Right."
                                                       : "Not yet.";
    if (!said.empty()) setter_.text(said, neither ? Tone::plain : feedback.right ? Tone::good : Tone::bad);
    if (feedback.shown && widget_.changes && !feedback.result.empty())
      setter_.text("One way: **" + feedback.result + "**", Tone::plain);
    if (!feedback.why.empty()) setter_.text(feedback.why, Tone::plain, true);
  }

  PageSetter& setter_;
  const Theme& theme_;
  const QuestionState& state_;
  const Question& question_;
  AnswerWidget widget_;
  bool open_;
};

}  // namespace

void set_question(PageSetter& setter, const QuestionState& state) { QuestionSetter(setter, state).set(); }

}  // namespace commlab
