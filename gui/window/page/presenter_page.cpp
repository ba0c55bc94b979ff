#include "gui/window/page/presenter_page.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include <fmt/format.h>

#include "gui/window/page/blocks.h"
#include "gui/window/page/setter.h"
#include "gui/window/page/vote_bars.h"
#include "lessons/answer/key_words.h"
#include "lessons/model/question_kinds.h"
#include "lessons/play/givens.h"

namespace commlab {
namespace {

using StopKind = TeachingStop::Kind;
using Tone = PagePart::Tone;

constexpr double largest = 1.6;        // of the theme's letters
constexpr double smaller = 0.93;       // from one tried size to the next
constexpr double smallest = 0.75;      // of the theme's small letters, so that long texts fit
constexpr double letters_a_line = 13;  // at least: larger ones would be read word by word
constexpr double answer_size = 1.5;    // of the prose's letters
constexpr double least_beside_givens = 0.9;  // of the theme's small letters

class StopSetter {
 public:
  StopSetter(PageSetter& setter, const LessonPage& page, const VoteState& vote, bool givens = false)
      : setter_(setter), page_(page), stop_(page.presented->stop), vote_(vote), givens_(givens) {}

  void set() {
    if (!page_.trouble.empty()) setter_.text(page_.trouble, Tone::bad);
    switch (stop_.kind) {
      case StopKind::title: return title();
      case StopKind::end: return end();
      case StopKind::text: return text();
      case StopKind::asked: return asked();
      case StopKind::revealed: return revealed();
      case StopKind::mistakes: return mistakes();
      case StopKind::plot:
        if (const auto* plot = item<PlotState>()) set_plot(setter_, *plot);
        return;
      case StopKind::explore: return explore();
      case StopKind::measure: return measure();
    }
  }

 private:
  // Null if the content could not be made; `trouble` then says why.
  template <class Item>
  const Item* item() const {
    const std::vector<StepContent::Item>& items = page_.content.items;
    const auto place = static_cast<std::size_t>(stop_.item);
    return place < items.size() ? std::get_if<Item>(&items[place]) : nullptr;
  }

  void title() {
    setter_.text(page_.number > 0 ? fmt::format("Lesson {}", page_.number) : "A lesson", Tone::accent);
    setter_.text("**" + page_.title + "**", Tone::plain, false, answer_size);
    setter_.text(page_.presented->goal, Tone::quiet);
  }

  void end() {
    setter_.text("What you can do now", Tone::accent);
    setter_.text("**" + page_.presented->goal + "**", Tone::plain);
    const std::string& next = page_.presented->next;
    setter_.text(next.empty() ? "The end." : "Next: " + next, Tone::quiet);
  }

  void text() {
    const auto* prose = item<Prose>();
    if (!prose) return;
    const std::vector<std::string> paragraphs = paragraphs_of(prose->markdown);
    std::string shown;
    for (int i = stop_.from; i < stop_.to && i < static_cast<int>(paragraphs.size()); ++i)
      shown += paragraphs[i] + "\n\n";
    setter_.text(shown, Tone::plain);
  }

  void asked() {
    const auto* state = item<QuestionState>();
    if (!state) return;
    const Question& question = *state->question;
    setter_.boxed(Tone::accent, nullptr, [&] {
      setter_.label(question.predicts ? "Predict" : "Check", Tone::accent);
      setter_.text(state->ask, Tone::plain);
      if (vote_.histogram) return set_vote_bars(setter_, vote_.bars);
      choices(*state, false);
      if (answer_form(question) == AnswerForm::typed && !is_place(question) && !question.unit.empty())
        setter_.text(fmt::format("Answer in {}.", question.unit), Tone::quiet);
      if (changes_scene(question) && !question.allow.empty()) may_be_changed(question);
    });
    if (givens_)
      setter_.text(givens_or_paragraph(page_.content, static_cast<std::size_t>(stop_.item)), Tone::plain,
                   true, 0.85);
  }

  // "May be changed: n (elements of each rank), root."
  void may_be_changed(const Question& question) {
    std::string keys;
    for (const std::string& key : question.allow) {
      const std::string words = words_of_key(question, key);
      keys += fmt::format("{}{}{}", keys.empty() ? "" : ", ", spoken_key(key),
                          words.empty() ? "" : fmt::format(" ({})", words));
    }
    setter_.text("May be changed: " + keys + ".", Tone::quiet);
  }

  void choices(const QuestionState& state, bool told) {
    for (std::size_t i = 0; i < state.choices.size(); ++i) {
      const bool right = told && state.feedback && state.feedback->right_choice == i;
      setter_.text(fmt::format("{} **{}**  {}", right ? "✓" : "", choice_letter(i), state.choices[i]),
                   right  ? Tone::good
                   : told ? Tone::quiet
                          : Tone::plain);
    }
  }

  void revealed() {
    const auto* state = item<QuestionState>();
    if (!state) return;
    setter_.boxed(Tone::good, nullptr, [&] {
      setter_.text(state->ask, Tone::quiet);
      if (vote_.bars.empty()) choices(*state, true);
      // A bar that is marked as right says it.
      const bool told = std::ranges::any_of(vote_.bars, &VoteBar::right);
      if (state->feedback && state->choices.empty() && !told)
        setter_.text("**" + state->feedback->result + "**", Tone::good, false, answer_size);
      set_vote_bars(setter_, vote_.bars);
      if (!state->feedback) return;
      setter_.text(state->feedback->why, Tone::plain);
    });
  }

  void mistakes() {
    const auto* state = item<QuestionState>();
    if (!state) return;
    setter_.label("What people say", Tone::bad);
    int number = 0;
    for (const AnswerKey::Mistake& mistake : page_.presented->mistakes) {
      if (mistake.message.empty() || number++ < stop_.from || number > stop_.to) continue;
      setter_.text("**" + mistake.answer + "**", Tone::bad);
      setter_.text(mistake.message, Tone::plain, true);
    }
  }

  // The first control at the stop to be shown, the other controls as they are, and the numbers at this stop.
  void explore() {
    const auto* state = item<ExploreState>();
    if (!state || state->controls.empty()) return;
    setter_.boxed(Tone::accent, nullptr, [&] {
      setter_.label("Try it", Tone::accent);
      if (!state->ask.empty()) setter_.text(state->ask, Tone::plain);
      setter_.text(stops_of(state->controls.front(), stop_.explored), Tone::accent);
      for (std::size_t i = 1; i < state->controls.size(); ++i)
        setter_.text(stops_of(state->controls[i], state->controls[i].at), Tone::quiet);
      for (const LabelledValue& value : state->shows)
        setter_.text(fmt::format("{}: **{}**", value.label, value.text), Tone::plain);
    });
  }

  // "late: 0 · **1**".
  static std::string stops_of(const ExploreState::Control& control, std::optional<std::size_t> at) {
    std::string stops;
    for (std::size_t i = 0; i < control.stops.size(); ++i)
      stops += fmt::format("{}{}", stops.empty() ? "" : " · ",
                           i == at ? "**" + control.stops[i] + "**" : control.stops[i]);
    return fmt::format("{}: {}", control.title, stops);
  }

  void measure() {
    const auto* state = item<MeasureState>();
    if (!state) return;
    setter_.label("Measured", Tone::accent);
    setter_.text(state->says, Tone::plain);
    if (!state->badge.empty()) setter_.text(state->badge, Tone::quiet);
  }

  PageSetter& setter_;
  const LessonPage& page_;
  const TeachingStop& stop_;
  const VoteState& vote_;
  const bool givens_;  // what the question refers to stands under it
};

}  // namespace

namespace {

bool breaks_words(const PageLayout& layout) {
  return std::ranges::any_of(layout.parts, [](const PagePart& part) { return part.text.breaks_words; });
}

// The question, and under it what it refers to; nothing if that does not fit.
std::optional<StopLayout> lay_out_with_givens(const Canvas& canvas, const Area& area, const Theme& theme,
                                              const LessonPage& page, const VoteState& vote, double letters) {
  PageSetter setter(canvas, area.width, theme, page, letters);
  StopSetter(setter, page, vote, true).set();
  PageLayout layout = std::move(setter).finish();
  if (layout.height > area.height || breaks_words(layout)) return std::nullopt;
  return StopLayout{.page = std::move(layout), .theme = theme, .letters = letters, .fits = true};
}

// The plot, as large as it fits.
StopLayout lay_out_plot(const Canvas& canvas, const Area& area, const Theme& theme, const LessonPage& page,
                        const VoteState& vote) {
  StopLayout layout;
  for (double larger = largest;; larger *= smaller) {
    layout.theme = theme;
    layout.theme.font = std::max(larger, 1.0) * theme.font;
    layout.letters = layout.theme.small();
    PageSetter setter(canvas, area.width, layout.theme, page);
    StopSetter(setter, page, vote).set();
    layout.page = std::move(setter).finish();
    layout.fits = layout.page.height <= area.height;
    if (layout.fits || larger <= 1) return layout;
  }
}

}  // namespace

StopLayout lay_out_stop(const Canvas& canvas, const Area& area, const Theme& theme, const LessonPage& page,
                        const VoteState& vote) {
  assert(page.presented && "the page is of a stop");
  if (page.presented->stop.kind == StopKind::plot) return lay_out_plot(canvas, area, theme, page, vote);
  double letters = std::min(largest * theme.font, area.width / letters_a_line);
  const double least = smallest * theme.small();
  if (page.presented->stop.kind == StopKind::asked)
    for (double size = letters; size >= least_beside_givens * theme.small(); size *= smaller)
      if (std::optional<StopLayout> layout = lay_out_with_givens(canvas, area, theme, page, vote, size))
        return *std::move(layout);
  for (;; letters *= smaller) {
    const double size = std::max(letters, least);
    PageSetter setter(canvas, area.width, theme, page, size);
    StopSetter(setter, page, vote).set();
    PageLayout layout = std::move(setter).finish();
    const bool fits = layout.height <= area.height;
    if (size == least || (fits && !breaks_words(layout)))
      return {.page = std::move(layout), .theme = theme, .letters = size, .fits = fits};
  }
}

}  // namespace commlab
