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

// A paragraph of the notes.
struct NotedWords {
  std::string markdown;
  Tone tone = Tone::plain;
};

// The answer to the stop's question; nothing if it asks none.
std::vector<NotedWords> words_about_answer(const StopNotes& notes) {
  std::vector<NotedWords> words;
  if (!notes.has_key) return words;
  const AnswerKey& key = notes.key;
  if (!key.answer.empty()) words.push_back({"**" + key.answer + "**", Tone::good});
  if (!key.why.empty()) words.push_back({key.why});
  for (const AnswerKey::Mistake& mistake : key.mistakes)
    if (!mistake.message.empty())
      words.push_back({fmt::format("✗ **{}:** {}", mistake.answer, mistake.message)});
  for (const std::string& hint : key.hints) words.push_back({"Hint: " + hint, Tone::quiet});
  return words;
}

std::vector<NotedWords> words_before_key(const LessonPage& page) {
  const PresentedStop& stop = *page.presented;
  return {{fmt::format("{}, stop {} of {}. {}: {:.0f} min.", page.title, stop.place.stop + 1, stop.stops,
                       stop.notes.step, std::max(1.0, std::round(stop.notes.minutes))),
           Tone::quiet},
          {"On the wall: **" + stop.notes.what + "**"}};
}

std::vector<NotedWords> words_after_key(const StopNotes& notes) {
  std::vector<NotedWords> words;
  for (const std::string& note : notes.notes) words.push_back({note});
  for (const std::string& question : notes.board)
    words.push_back({"Ask the room: **" + question + "**", Tone::accent});
  words.push_back({notes.next.empty() ? "Nothing comes after this." : "Next: " + notes.next, Tone::quiet});
  return words;
}

void set_words(PageSetter& setter, const std::vector<NotedWords>& all) {
  for (const auto& [markdown, tone] : all) setter.text(markdown, tone);
}

void set_notes(PageSetter& setter, const LessonPage& page, const ClassTime& time) {
  const StopNotes& notes = page.presented->notes;
  setter.text("**" + text_of(time) + "**", Tone::plain, false, time_size);
  set_words(setter, words_before_key(page));
  if (notes.has_key)
    setter.boxed(Tone::good, nullptr, [&] {
      setter.label("Expected", Tone::good);
      set_words(setter, words_about_answer(notes));
    });
  set_words(setter, words_after_key(notes));
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

std::string markdown_of_notes(const LessonPage& page) {
  assert(page.presented && "the page is of a stop");
  const StopNotes& notes = page.presented->notes;
  std::string markdown;
  for (const std::vector<NotedWords>& part :
       {words_before_key(page), words_about_answer(notes), words_after_key(notes)})
    for (const NotedWords& words : part) markdown += words.markdown + "\n\n";
  return markdown;
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
