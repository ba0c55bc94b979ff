#include "core/script/numbers.h"

#include "core/base/index.h"
#include "core/base/nearest.h"

namespace commlab {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

// The name in a line "number m = 16  # comment", and where the value begins and ends.
struct NumberLine {
  std::string_view name;
  std::size_t value = 0, end = 0;
};
std::optional<NumberLine> number_line(std::string_view line) {
  constexpr std::string_view word = "number";
  if (!line.starts_with(word)) return std::nullopt;
  const std::string_view behind = line.substr(word.size());
  const std::string_view rest = without_blanks_before(behind);
  if (rest.size() == behind.size()) return std::nullopt;
  const std::size_t sign = rest.find('=');
  if (sign == std::string_view::npos) return std::nullopt;
  std::string_view name = rest.substr(0, sign);
  name = name.substr(0, name.find_last_not_of(blanks) + 1);
  const std::string_view value = without_blanks_before(rest.substr(sign + 1));
  const std::string_view told = value.substr(0, value.find('#'));
  const auto begin = index(value.data() - line.data());
  return NumberLine{name, begin, begin + told.find_last_not_of(" \t\r") + 1};
}

template <class Visit>
void each_line(std::string_view text, Visit visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (const auto line = number_line(text.substr(begin, end - begin))) visit(*line, begin);
    begin = end + 1;
  }
}

}  // namespace

std::optional<std::string> with_number(std::string_view script, std::string_view name,
                                       std::string_view value) {
  std::optional<std::string> changed;
  each_line(script, [&](const NumberLine& line, std::size_t begin) {
    if (changed || line.name != name) return;
    changed =
        fmt::format("{}{}{}", script.substr(0, begin + line.value), value, script.substr(begin + line.end));
  });
  return changed;
}

std::string with_opening(std::string_view script, std::string_view word, std::string_view value) {
  std::string text;
  while (!script.empty()) {
    const std::size_t end = std::min(script.find('\n'), script.size());
    const std::string_view line = script.substr(0, end);
    const bool opens = line.starts_with(word) && line.size() > word.size() &&
                       blanks.find(line[word.size()]) != std::string_view::npos;
    text += opens ? fmt::format("{} {}", word, value) : std::string(line);
    if (end < script.size()) text += '\n';
    script.remove_prefix(std::min(end + 1, script.size()));
  }
  return text;
}

Result<std::string> with_numbers(std::string script, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const std::size_t sign = setting.find('=');
    if (sign == std::string::npos)
      return fail("'{}' has no '='; expected a number of the script, as in m=64", setting);
    const std::string name = setting.substr(0, sign), value = setting.substr(sign + 1);
    if (value.empty() || value.find_first_of("\n\r#;") != std::string::npos)
      return fail("'{}' has no value after the '='; expected one, as in m=64", setting);
    std::optional<std::string> changed = with_number(script, name, value);
    if (!changed) {
      std::vector<std::string> names;
      each_line(script, [&](const NumberLine& line, std::size_t) { names.emplace_back(line.name); });
      return names.empty() ? fail("the script has no number '{}'; it has no numbers at all", name)
                           : fail("the script has no number '{}'{}; it has {}", name, suggestion(name, names),
                                  fmt::join(names, ", "));
    }
    script = *std::move(changed);
  }
  return script;
}

}  // namespace commlab
