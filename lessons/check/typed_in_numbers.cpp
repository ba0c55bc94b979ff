#include "lessons/check/typed_in_numbers.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/words.h"
#include "lessons/expression/value.h"
#include "lessons/model/read_texts.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

constexpr std::array<std::string_view, 6> counted_things = {"times",  "hops",     "steps",
                                                            "rounds", "messages", "transfers"};
constexpr std::array<std::string_view, 11> number_words = {
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
constexpr std::string_view of_them = "of them";
constexpr std::array<std::string_view, 2> factor_signs = {"x", "×"};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\n'; }

// Replaces everything from an opening to its closing by a blank.
std::string without(std::string text, std::string_view opening, std::string_view closing) {
  for (std::size_t open = text.find(opening); open != std::string::npos; open = text.find(opening, open)) {
    const std::size_t closed = text.find(closing, open + opening.size());
    if (closed == std::string::npos) break;
    text.replace(open, closed + closing.size() - open, " ");
  }
  return text;
}

std::string without_blanks_in(std::string_view text) {
  std::string result(text);
  std::erase_if(result, is_blank);
  return result;
}

// The whole word that the text begins with, if it is in the list; else "".
std::string_view word_at(std::string_view text, std::span<const std::string_view> words) {
  for (const std::string_view word : words)
    if (text.starts_with(word) && (text.size() == word.size() || !in_word(text[word.size()]))) return word;
  return "";
}

std::size_t end_of_number(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  while (digit(at) || (at < text.size() && (text[at] == '.' || text[at] == ',') && digit(at + 1))) ++at;
  return at;
}

// The 1 of "n - 1 times"; not the 5 of a list's "- 5 ms".
bool in_a_formula(std::string_view text, std::size_t at) {
  return at >= 4 && text.substr(at - 3, 3).find_first_of("-+*/") == 1 && is_blank(text[at - 1]) &&
         text[at - 3] == ' ' && (in_word(text[at - 4]) || text[at - 4] == ')');
}

// A number that says something about a run or a machine.
struct Claim {
  std::string text;     // "5 ms"; empty: none
  bool counts = false;  // it counts things, which no key of a scene can say
};

Claim claim_of_digits(std::string_view text) {
  const std::size_t end = end_of_number(text, 0);
  const std::string number(text.substr(0, end));
  if (const std::string_view factor = word_at(text.substr(end), factor_signs); !factor.empty())
    return {number + std::string(factor)};
  const bool blank = end < text.size() && is_blank(text[end]);
  const std::string between = blank ? " " : "";
  const std::string_view behind = text.substr(end + between.size());
  if (const ValueUnit* const unit = value_unit_at(behind))
    return {number + between + std::string(unit->name)};
  const std::string_view thing = blank ? word_at(behind, counted_things) : "";
  if (blank && behind.starts_with(of_them)) return {fmt::format("{} {}", number, of_them), true};
  return thing.empty() ? Claim{} : Claim{fmt::format("{} {}", number, thing), true};
}

Claim claim_of_word(std::string_view text) {
  std::string small(text.substr(0, 6));
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::string_view number = word_at(small, number_words);
  if (number.empty() || text.size() <= number.size() || !is_blank(text[number.size()])) return {};
  const std::string_view behind = text.substr(number.size() + 1);
  const std::string_view thing = word_at(behind, counted_things);
  const bool does_often = thing == "times" && !behind.substr(thing.size()).starts_with(" as ");
  if (thing.empty() || does_often) return {};
  return {fmt::format("{} {}", text.substr(0, number.size()), thing), true};
}

// Texts of scenes, sliders and variants. Prose may repeat a number that stands in one of them.
std::vector<std::string> known_texts(const Lesson& lesson) {
  std::vector<std::string> known;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* scene = std::get_if<SceneBlock>(&item)) {
        for (const auto& [key, value] : scene->keys)
          if (key != assume_key) known.push_back(value);
        known.push_back(scene->script.value_or(""));
      } else if (const auto* explore = std::get_if<ExploreBlock>(&item)) {
        for (const ExploreBlock::Control& control : explore->controls)
          known.insert(known.end(), control.stops.begin(), control.stops.end());
      }
  for (const Variation& variation : lesson.vary)
    known.insert(known.end(), variation.values.begin(), variation.values.end());
  return known;
}

std::string cure_of(const std::string& number) {
  const std::size_t blank = number.find(' ');
  if (is_digit(number[0])) {
    const std::string_view behind =
        blank == std::string::npos ? std::string_view() : std::string_view(number).substr(blank + 1);
    const std::string_view thing = behind == of_them ? behind : word_at(behind, counted_things);
    return thing.empty() ? fmt::format("{{{{ {} }}}}", number)
                         : fmt::format("{{{{ {} }}}} {}", number.substr(0, blank), thing);
  }
  return fmt::format("{{{{ \"{}\" }}}}{}", number.substr(0, blank), number.substr(blank));
}

}  // namespace

std::string without_code_and_numbers(std::string_view text) {
  return without(without(without(std::string(text), "```", "```"), "{{", "}}"), "`", "`");
}

std::vector<std::string> typed_in_numbers(std::string_view text, const std::vector<std::string>& known) {
  const std::string plain = without_code_and_numbers(text);
  const auto said = [&](const std::string& number) {
    const std::string bare_number = without_blanks_in(number);
    return std::ranges::any_of(known, [&](const std::string& each) {
      return without_blanks_in(each).find(bare_number) != std::string::npos;
    });
  };
  std::vector<std::string> found;
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const bool begins = at == 0 || !(in_word(plain[at - 1]) || plain[at - 1] == '.');
    if (!begins || !in_word(plain[at]) || in_a_formula(plain, at)) continue;
    const std::string_view rest = std::string_view(plain).substr(at);
    const bool digits = is_digit(plain[at]);
    const Claim claim = digits ? claim_of_digits(rest) : claim_of_word(rest);
    if (!claim.text.empty() && (claim.counts || !said(claim.text))) found.push_back(claim.text);
    if (digits) at = end_of_number(plain, at) - 1;
  }
  return found;
}

void check_typed_in_numbers(const Lesson& lesson, LessonProblems& problems) {
  const std::vector<std::string> known = known_texts(lesson);
  const auto check = [&](std::string_view text, int line) {
    for (const std::string& number : typed_in_numbers(text, known))
      problems.add(line, fmt::format("'{}' is typed in, and no scene has it: compute it, or write {}", number,
                                     cure_of(number)));
  };
  check(lesson.goal, 1);
  for (const LessonStep& step : lesson.steps)
    for (const auto& [text, line] : read_texts(step)) check(text, line);
}

}  // namespace commlab
