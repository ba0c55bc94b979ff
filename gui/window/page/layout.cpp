#include "gui/window/page/layout.h"

namespace commlab {

using Tone = PagePart::Tone;

double lesson_letters(const Theme& theme) {
  return theme.small() >= 24 && theme.font <= 32 ? theme.small() : theme.font;
}

Color tone_of(PagePart::Tone tone, const Theme& theme) {
  switch (tone) {
    case Tone::plain: return theme.words;
    case Tone::quiet: return theme.quiet;
    case Tone::good: return theme.good;
    case Tone::bad: return theme.bad;
    case Tone::accent: return theme.accent;
  }
  return theme.words;
}

std::string_view spoken_key(std::string_view key) {
  if (key.starts_with("with.")) key.remove_prefix(5);
  return key;
}

}  // namespace commlab
