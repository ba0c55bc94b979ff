#include "gui/window/imgui/input.h"

#include <algorithm>
#include <cctype>

#include <fmt/ranges.h>

namespace commlab {
namespace {

constexpr std::string_view key_names[] = {
    "Space", "Enter", "Escape", "Tab",      "Backspace", "Delete", "Left", "Right", "Up", "Down",
    "Home",  "End",   "PageUp", "PageDown", "Plus",      "Minus",  "F1",   "F2",    "F3", "F4",
    "F5",    "F6",    "F7",     "F8",       "F9",        "F10",    "F11",  "F12"};
constexpr std::string_view punctuation = ".,/[]=;'`";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

}  // namespace

Result<KeyStroke> parse_key(std::string_view text) {
  KeyStroke stroke;
  std::string_view rest = text;
  for (std::size_t plus; (plus = rest.find('+')) != std::string_view::npos; rest.remove_prefix(plus + 1)) {
    const std::string modifier = lower(rest.substr(0, plus));
    bool* held = modifier == "ctrl" ? &stroke.ctrl : modifier == "shift" ? &stroke.shift : &stroke.alt;
    if (held == &stroke.alt && modifier != "alt")
      return fail("key '{}': '{}' is none of Ctrl, Shift, Alt", text, rest.substr(0, plus));
    *held = true;
  }
  const bool asks = rest == "?";  // ? is Shift+/
  if (asks) {
    stroke.shift = true;
    rest = "/";
  }
  const std::string written = lower(rest), name = written == "return" ? "enter" : written;
  for (const std::string_view known : key_names)
    if (name == lower(known)) stroke.key = known;
  if (rest.size() == 1) {
    const auto c = static_cast<unsigned char>(rest.front());
    if (std::isalnum(c) || punctuation.find(static_cast<char>(c)) != std::string_view::npos)
      stroke.key = std::string(1, static_cast<char>(std::toupper(c)));
  }
  if (stroke.key.empty())
    return fail("unknown key '{}': expected a letter, a digit, one of {} or {}, after Ctrl+, Shift+ or Alt+",
                text, punctuation, fmt::join(key_names, ", "));
  return stroke;
}

std::string to_text(const KeyStroke& stroke) {
  return fmt::format("{}{}{}{}", stroke.ctrl ? "Ctrl+" : "", stroke.shift ? "Shift+" : "",
                     stroke.alt ? "Alt+" : "", stroke.key);
}

}  // namespace commlab
