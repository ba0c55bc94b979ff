#include "gui/window/page/notes_page.h"

#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/page/setter.h"

namespace commlab {
namespace {

using Tone = PagePart::Tone;

constexpr double largest_note = 1.5;  // of the theme's letters
constexpr double next_smaller = 0.93;
constexpr double time_size = 1.5;  // of the prose's letters

void set_key(PageSetter& setter, const AnswerKey& key) {
  setter.boxed(Tone::good, nullptr, [&] {
    setter.label("Expected", Tone::good);
    if (!key.answer.empty()) setter.text("**" + key.answer + "**", Tone::good);
    if (!key.why.empty()) setter.text(key.why, Tone::plain);
    for (const AnswerKey::Mistake& mistake : key.mistakes)
      if (!mistake.message.empty())
        setter.text(fmt::format("✗ **{}:** {}", mistake.answer, mistake.message), Tone::plain);
    for (const std::string& hint : key.hints) setter.text("Hint: " + hint, Tone::quiet);
  });
}

void set_notes(PageSetter& setter, const LessonPage& page, const ClassTime& time) {
  const PresentedStop& stop = *page.presented;
  const StopNotes& notes = stop.notes;
  setter.text("**" + text_of(time) + "**", Tone::plain, false, time_size);
  setter.text(fmt::format("{}, stop {} of {}. {}: {:.0f} min.", page.title, stop.place.stop + 1, stop.stops,
                          notes.step, std::max(1.0, std::round(notes.minutes))),
              Tone::quiet);
  setter.text("On the wall: **" + notes.what + "**", Tone::plain);
  if (notes.has_key) set_key(setter, notes.key);
  for (const std::string& note : notes.notes) setter.text(note, Tone::plain);
  for (const std::string& question : notes.board)
    setter.text("Ask the room: **" + question + "**", Tone::accent);
  setter.text(notes.next.empty() ? "Nothing comes after this." : "Next: " + notes.next, Tone::quiet);
}

}  // namespace

ClassTime time_of(const PresenterState& presenter) {
  ClassTime time{.planned_minutes = presenter.planned_minutes};
  if (presenter.begun)
    time.seconds =
        std::chrono::floor<std::chrono::seconds>(std::chrono::steady_clock::now() - *presenter.begun).count();
  return time;
}

std::string text_of(const ClassTime& time) {
  return fmt::format("{}:{:02} of {:.0f} min", time.seconds / 60, time.seconds % 60,
                     std::ceil(time.planned_minutes));
}

PageLayout lay_out_notes(const Canvas& canvas, const Area& area, const Theme& theme, const LessonPage& page,
                         const ClassTime& time) {
  assert(page.presented && "the page is of a stop");
  for (double letters = largest_note * theme.font;; letters *= next_smaller) {
    const double size = std::max(letters, theme.small());
    PageSetter setter(canvas, area.width, theme, page, size);
    set_notes(setter, page, time);
    PageLayout layout = std::move(setter).finish();
    if (layout.height <= area.height || size == theme.small()) return layout;
  }
}

}  // namespace commlab
