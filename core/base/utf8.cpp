#include "core/base/utf8.h"

#include <algorithm>
#include <array>

namespace commlab {

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

std::string valid_utf8(std::string_view text) {
  constexpr std::string_view replacement = "\uFFFD";
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::optional<Character> character = first_character(text);
    const std::size_t bytes = character ? character->bytes : 1;
    valid += character ? text.substr(0, bytes) : replacement;
    text.remove_prefix(bytes);
  }
  return valid;
}

}  // namespace commlab
