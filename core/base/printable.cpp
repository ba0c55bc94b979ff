#include "core/base/printable.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "core/base/utf8.h"

namespace commlab {
namespace {

// Characters that a reader does not see, or that change what he sees around them (Unicode's categories Cc,
// Cf, Zl, Zp and Co, as far as they have whole ranges, and the fillers).
bool is_hidden(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  constexpr Range hidden[] = {{0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},     {0x61c, 0x61c},
                              {0x115f, 0x1160},   {0x180e, 0x180e},   {0x200b, 0x200f}, {0x2028, 0x202e},
                              {0x2060, 0x206f},   {0x3164, 0x3164},   {0xe000, 0xf8ff}, {0xfe00, 0xfe0f},
                              {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0xfffe, 0xffff},
                              {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};
  return std::ranges::any_of(hidden, [&](const Range& r) { return r.first <= code && code <= r.last; });
}

std::string escaped(char32_t code) {
  if (code == '\n') return "\\n";
  if (code <= 0x7f) return fmt::format("\\x{:02x}", static_cast<std::uint32_t>(code));
  return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  constexpr std::string_view cut = "...";
  std::string shown;
  while (!text.empty()) {
    const auto character = first_character(text);
    const std::size_t bytes = character ? character->bytes : 1;
    std::string next(text.substr(0, bytes));
    if (!character) next = fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    if (character && is_hidden(character->code)) next = escaped(character->code);
    if (shown.size() + next.size() > most) return shown += cut;
    shown += next;
    text.remove_prefix(bytes);
  }
  return shown;
}

}  // namespace commlab
