#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace commlab {
namespace {

struct Character {
  char32_t code;
  std::size_t bytes;
};

// The character at the beginning of the text; nullopt: it does not begin with valid UTF-8 (RFC 3629). Of the
// forms of one character, only the shortest is valid.
std::optional<Character> first_character(std::string_view text) {
  struct Form {
    unsigned char mask, lead;
    char32_t least;
  };
  constexpr std::array<Form, 4> forms = {
      {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto form = std::ranges::find_if(forms, [&](const Form& f) { return (byte(0) & f.mask) == f.lead; });
  if (form == forms.end()) return std::nullopt;
  const auto bytes = static_cast<std::size_t>(form - forms.begin()) + 1;
  if (text.size() < bytes) return std::nullopt;
  char32_t code = byte(0) & static_cast<unsigned char>(~form->mask);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < form->least || code > 0x10ffff || surrogate) return std::nullopt;
  return Character{code, bytes};
}

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
