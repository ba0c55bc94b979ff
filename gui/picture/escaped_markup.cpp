#include "gui/picture/escaped_markup.h"

namespace commlab {

std::string escaped_markup(std::string_view words) {
  std::string out;
  for (const char c : words) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

}  // namespace commlab
