#pragma once
// Texts of users and files are bytes. What we write as SVG, HTML, TOML or CSV must be UTF-8.

#include <string>
#include <string_view>

namespace commlab {

// The text, with U+FFFD in place of each byte that belongs to no character of UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace commlab
