#include "core/published/pasted_text.h"

#include <array>

#include <nlohmann/json.hpp>

namespace commlab {
namespace {

// Two bytes for each letter, the first of which is the letter in ASCII.
std::string without_utf16(std::string_view text) {
  std::string plain;
  for (std::size_t i = 2; i + 1 < text.size(); i += 2) plain += text[i + 1] == 0 ? text[i] : '?';
  return plain;
}

// Behind a terminal's command that begins here: ESC [ 1 ; 31 m sets a colour, ESC ] ... BEL a title.
std::size_t end_of_command(std::string_view text, std::size_t escape) {
  std::size_t i = escape + 1;
  if (i >= text.size()) return i;
  const char kind = text[i++];
  if (kind == '[') {
    while (i < text.size() && (text[i] < '@' || text[i] > '~') && text[i] != '\n') ++i;
    return std::min(i + 1, text.size());
  }
  if (kind == ']') {
    while (i < text.size() && text[i] != '\a' && text[i] != '\x1b' && text[i] != '\n') ++i;
    return i < text.size() && text[i] == '\a' ? i + 1 : i;
  }
  return i;
}

// Blanks of other widths become blanks; marks of no width vanish.
struct Replaced {
  std::string_view letter;
  std::string_view by;
};
constexpr std::array odd_letters = {
    Replaced{"\xc2\xa0", " "},    Replaced{"\xe2\x80\xaf", " "}, Replaced{"\xe2\x80\x8b", ""},
    Replaced{"\xef\xbb\xbf", ""}, Replaced{"\xe2\x88\x92", "-"},
};

std::string without_odd_letters(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\x1b') {
      i = end_of_command(text, i);
      continue;
    }
    const auto* const odd = static_cast<unsigned char>(text[i]) < 0x80
                                ? odd_letters.end()
                                : std::ranges::find_if(odd_letters, [&](const Replaced& each) {
                                    return text.substr(i).starts_with(each.letter);
                                  });
    if (odd == odd_letters.end()) {
      plain += text[i++];
    } else {
      plain += odd->by;
      i += odd->letter.size();
    }
  }
  return plain;
}

// The message of a line {"log": "...", "stream": "stdout"}, as Docker's logger writes it; else the line.
std::string message_of(std::string line) {
  if (!line.starts_with("{\"") || !line.ends_with('}')) return line;
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object()) return line;
  for (const char* const key : {"log", "message", "msg", "line"}) {
    if (!json.contains(key) || !json[key].is_string()) continue;
    auto message = json[key].get<std::string>();
    while (message.ends_with('\n') || message.ends_with('\r')) message.pop_back();
    return message;
  }
  return line;
}

}  // namespace

std::vector<PastedLine> pasted_lines(std::string_view text) {
  const bool is_utf16 = text.starts_with("\xff\xfe");
  const std::string plain = without_odd_letters(is_utf16 ? without_utf16(text) : std::string(text));
  std::vector<PastedLine> lines;
  int number = 0;
  for (std::size_t first = 0; first < plain.size();) {
    const std::size_t end = std::min(plain.find('\n', first), plain.size());
    ++number;
    std::string line = plain.substr(first, end - first);
    first = end + 1;
    while (line.ends_with('\r')) line.pop_back();
    // What a carriage return stands before was printed over by what follows.
    if (const std::size_t back = line.rfind('\r'); back != line.npos) line.erase(0, back + 1);
    lines.push_back({number, message_of(std::move(line))});
  }
  return lines;
}

}  // namespace commlab
