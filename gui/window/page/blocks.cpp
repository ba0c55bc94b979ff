#include "gui/window/page/blocks.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/page/answer_picture.h"
#include "gui/window/page/plot.h"

namespace commlab {
namespace {

using Kind = PagePart::Kind;
using Tone = PagePart::Tone;

// Two stops beside each other, or a track with a knob. The name stands at the left if there is room.
void set_control(PageSetter& setter, const ExploreState& state, std::size_t index) {
  const double row = line_height(setter.theme.font) + setter.theme.button;
  PagePart& part = setter.add(Kind::control, row, setter.theme.gap);
  part.explore = &state;
  part.index = index;
}

// The name at the left and the value at the right; as a paragraph, if one line is too short for both.
void set_number(PageSetter& setter, const ExploreState& state, std::size_t index) {
  const LabelledValue& value = state.shows[index];
  const double size = setter.theme.font, gap = setter.theme.gap;
  const double needed = setter.canvas.width_of(value.label, size) +
                        setter.canvas.width_of(value.text, size) * bold_width + 2 * gap;
  if (needed > setter.width()) return setter.text(value.label + ": **" + value.text + "**", Tone::plain);
  PagePart& part = setter.add(Kind::number, line_height(size), 0.3 * setter.letters);
  part.explore = &state;
  part.index = index;
}

}  // namespace

void set_plot(PageSetter& setter, const PlotState& state) {
  setter.boxed(Tone::quiet, nullptr, [&] {
    const double height = height_of_page_plot(setter.canvas, setter.width(), setter.theme, state);
    setter.add(Kind::plot, height, setter.theme.gap).plot = &state;
  });
}

void set_explore(PageSetter& setter, const ExploreState& state) {
  if (state.locked) return;
  setter.boxed(Tone::accent, nullptr, [&] {
    setter.label("Try it", Tone::accent);
    if (!state.ask.empty()) setter.text(state.ask, Tone::plain);
    for (std::size_t i = 0; i < state.controls.size(); ++i) set_control(setter, state, i);
    for (std::size_t i = 0; i < state.shows.size(); ++i) set_number(setter, state, i);
    setter.skip(0.5 * setter.theme.gap);
  });
}

void set_measure(PageSetter& setter, const MeasureState& state) {
  if (state.locked) return;
  const double letters = setter.letters;
  setter.boxed(Tone::quiet, nullptr, [&] {
    setter.label("Measured", Tone::quiet);
    if (!state.says.empty()) setter.text(state.says, Tone::plain);
    if (!state.badge.empty()) setter.text(state.badge, Tone::quiet);
    if (state.here) {
      const std::string of = state.here->predicted ? "; predicted on " + state.here->predicted_on : "";
      setter.label(fmt::format("{}: {}{}", state.here->badge, to_human(state.here->size), of), Tone::quiet);
      const std::size_t values = compared(*state.here, setter.theme).size();
      setter.add(Kind::measured, height_of_compared(setter.theme, values), 0.5 * letters).measure = &state;
    }
    if (!state.can_measure) return;
    PagePart& button = setter.add(Kind::measure, setter.theme.button, setter.theme.gap);
    button.measure = &state;
    button.words = state.here ? "Measure again" : "Measure here";
    button.area.width = std::min(1.6 * button_letters * setter.theme.font, button.area.width);
  });
}

void set_note(PageSetter& setter, const TeacherBlock& teacher) {
  setter.boxed(Tone::quiet, nullptr, [&] {
    setter.label(
        teacher.minutes > 0 ? fmt::format("For the teacher: {} minutes", teacher.minutes) : "For the teacher",
        Tone::quiet);
    setter.text(teacher.notes, Tone::quiet);
    if (!teacher.board.empty()) setter.text("**Ask the room:** " + teacher.board, Tone::quiet);
  });
}

}  // namespace commlab
