#pragma once
// Texts of users and files are bytes. What we write as SVG, HTML, TOML or CSV must be UTF-8.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace commlab {

struct Character {
  char32_t code;
  std::size_t bytes;
};

// The character at the beginning of the text; nullopt: it does not begin with valid UTF-8 (RFC 3629). Of the
// forms of one character, only the shortest is valid. REQUIRES: the text is not empty.
std::optional<Character> first_character(std::string_view text);

// The text, with U+FFFD in place of each byte that belongs to no character of UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace commlab
