#include "gui/picture/escaped_markup.h"

#include "core/base/utf8.h"

namespace commlab {

namespace {

constexpr std::string_view replacement = "\uFFFD";

// XML can hold no control characters but these, not even escaped.
bool is_forbidden(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

// Nor the two last numbers of the first plane.
std::string without_noncharacters(std::string text) {
  for (const std::string_view forbidden : {"\uFFFE", "\uFFFF"})
    for (std::size_t at = 0; (at = text.find(forbidden, at)) != std::string::npos;)
      text.replace(at, forbidden.size(), replacement);
  return text;
}

}  // namespace

std::string escaped_markup(std::string_view words) {
  std::string out;
  for (const char c : without_noncharacters(valid_utf8(words))) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += is_forbidden(c) ? replacement : std::string_view(&c, 1);
    }
  return out;
}

}  // namespace commlab
