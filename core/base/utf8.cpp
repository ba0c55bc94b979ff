#include "core/base/utf8.h"

#include <algorithm>
#include <cstddef>

namespace commlab {
namespace {

constexpr std::string_view replacement = "\uFFFD";

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// How many bytes follow this first byte; -1: no character begins with it.
int bytes_after(unsigned first) {
  if (first < 0x80) return 0;
  if (first >= 0xC2 && first <= 0xDF) return 1;
  if (first >= 0xE0 && first <= 0xEF) return 2;
  if (first >= 0xF0 && first <= 0xF4) return 3;
  return -1;
}

// Not allowed: a longer form than needed, half of a UTF-16 pair, and numbers above U+10FFFF.
bool may_follow(unsigned first, unsigned second) {
  switch (first) {
    case 0xE0: return second >= 0xA0;
    case 0xED: return second < 0xA0;
    case 0xF0: return second >= 0x90;
    case 0xF4: return second < 0x90;
    default: return true;
  }
}

// The number of bytes of the character that begins the text; 0: none does. REQUIRES: the text is not empty.
std::size_t first_character(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  const int after = bytes_after(first);
  if (after < 0 || text.size() < 1 + static_cast<std::size_t>(after)) return 0;
  const std::string_view rest = text.substr(1, static_cast<std::size_t>(after));
  const bool all_continue =
      std::ranges::all_of(rest, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
  if (!all_continue || (after > 0 && !may_follow(first, byte_at(text, 1)))) return 0;
  return 1 + rest.size();
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = first_character(text);
    valid += length > 0 ? text.substr(0, length) : replacement;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return valid;
}

}  // namespace commlab
