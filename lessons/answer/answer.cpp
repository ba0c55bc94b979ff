#include "lessons/answer/answer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>

#include "core/base/numbers.h"
#include "lessons/expression/evaluate.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

constexpr std::size_t longest_answer = 4000;

std::string example(const Value& expected, const ValueUnit* unit) {
  if (expected.text()) return "a place, as in rank 9 line 40, or gpu8-gpu9";
  if (expected.truth()) return "yes or no";
  if (const auto* list = expected.list())
    return fmt::format("{} values with commas between them, and - for one that holds nothing", list->size());
  const std::string_view name = unit ? unit->name : "";
  return name.empty() ? "a number" : fmt::format("a number in {}, as in 12.5 {}", name, name);
}

}  // namespace

tl::unexpected<Error> unreadable_answer(std::string_view text, const Value& expected, const ValueUnit* unit) {
  return fail("'{}' cannot be read: the answer is {}", text.substr(0, 60), example(expected, unit));
}

namespace {

// "1,024" is one number.
std::string without_thousands(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digit = [&](std::size_t at) {
      return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]));
    };
    const bool between = text[i] == ',' && i > 0 && digit(i - 1) && digit(i + 1) && digit(i + 2) &&
                         digit(i + 3) && !digit(i + 4);
    if (!between) result += text[i];
  }
  return result;
}

// To "how many times as long?", "4x" and "4 times" mean 4.
std::string_view without_times(std::string_view text) {
  for (const std::string_view times : {"x", "X", "×", "times"}) {
    if (!text.ends_with(times)) continue;
    const std::string_view number = without_blanks(text.substr(0, text.size() - times.size()));
    if (!number.empty() && std::isdigit(static_cast<unsigned char>(number.back()))) return number;
  }
  return text;
}

// A number, or arithmetic that asks about no run: 2 * 400 MB / 3.
Result<Value> read_number(std::string_view text, const Value& expected, const ValueUnit* unit) {
  const EvaluationContext alone{.ask = [](const RunQuery&) -> Result<Value> { return fail("no run"); },
                                .measured = {}};
  const std::string_view amount = expected.number()->dimension == bare ? without_times(text) : text;
  const auto expression = parse_expression(without_thousands(amount));
  if (!expression || asks_something(*expression)) return unreadable_answer(text, expected, unit);
  const auto value = evaluate(*expression, alone);
  if (!value || !value->number()) return unreadable_answer(text, expected, unit);
  Value::Number number = *value->number();
  const bool without_unit = number.dimension == bare && text.find('%') == std::string_view::npos;
  if (unit && without_unit) number = {number.amount * unit->factor, unit->dimension};
  if (number.dimension != expected.number()->dimension)
    return fail("'{}' is {}: the answer is {}", text.substr(0, 60), name_of(number.dimension),
                example(expected, unit));
  return Value{number};
}

bool holds_nothing(std::string_view text) {
  return text == "-" || text == "?" || text == "·" || text == "nothing";
}

Result<Value> read_truth(std::string_view text, const Value& expected) {
  for (const char* yes : {"yes", "y", "true"})
    if (text == yes) return truth_value(true);
  for (const char* no : {"no", "n", "false"})
    if (text == no) return truth_value(false);
  return unreadable_answer(text, expected);
}

std::vector<std::string> pieces_of(std::string_view text, bool of_lists) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  std::string separated(text);
  const char separator = of_lists ? ';' : ',';
  if (separated.find(separator) == std::string::npos && !of_lists)
    std::ranges::replace(separated, ' ', separator);
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at <= separated.size();) {
    const std::size_t end = std::min(separated.find(separator, at), separated.size());
    const std::string piece(without_blanks(std::string_view(separated).substr(at, end - at)));
    if (!piece.empty()) pieces.push_back(piece);
    at = end + 1;
  }
  return pieces;
}

Result<Value> read_list(std::string_view text, const Value& expected, const ValueUnit* unit) {
  const Value::List& wanted = *expected.list();
  const bool of_lists = std::ranges::any_of(wanted, [](const Value& one) { return one.list() != nullptr; });
  const std::vector<std::string> pieces = pieces_of(text, of_lists);
  if (pieces.size() != wanted.size())
    return fail("'{}' has {}: the answer is {}", text.substr(0, 60),
                counted(static_cast<std::int64_t>(pieces.size()), "value"), example(expected, unit));
  Value::List list;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    // What holds nothing may be answered with a number, and the other way round.
    const Value& shape = wanted[i].nothing() ? value_of(0, unit ? unit->dimension : bare) : wanted[i];
    Result<Value> one = holds_nothing(pieces[i]) ? Value{} : read_answer(pieces[i], shape, unit);
    if (!one) return one;
    list.push_back(*std::move(one));
  }
  return Value{std::move(list)};
}

// A factor by which people are often wrong, and what is said to it. The question takes the place of the
// sentence where the factor must not be told.
struct Slip {
  double factor;
  std::string_view sentence;
  std::string_view question{};
};

constexpr std::string_view prefixes = "Powers of 1000 (KB, MB, GB), or of 1024 (KiB, MiB, GiB)?";
constexpr std::array slips = {
    Slip{8, "Your answer is too large, by a factor of 8: bits and bytes?", "Too large: bits and bytes?"},
    Slip{0.125, "Your answer is too small, by a factor of 8: bits and bytes?", "Too small: bits and bytes?"},
    Slip{1.024, "Your answer is too large, by a factor of 1.024: KB are 1000 bytes, KiB 1024.", prefixes},
    Slip{1.048576, "Your answer is too large, by a factor of 1.049: MB are 10^6 bytes, MiB 2^20.", prefixes},
    Slip{1.073741824, "Your answer is too large, by a factor of 1.074: GB are 10^9 bytes, GiB 2^30.",
         prefixes},
    Slip{1 / 1.024,
         "Your answer is too small, by a factor of 1.024: KB, MB, GB are powers of 1000, KiB, MiB, GiB of "
         "1024.",
         prefixes},
    Slip{1 / 1.048576,
         "Your answer is too small, by a factor of 1.049: KB, MB, GB are powers of 1000, KiB, MiB, GiB of "
         "1024.",
         prefixes},
    Slip{1 / 1.073741824,
         "Your answer is too small, by a factor of 1.074: KB, MB, GB are powers of 1000, KiB, MiB, GiB of "
         "1024.",
         prefixes},
    Slip{1000, "Your answer is too large, by a factor of 1000: is the unit right?",
         "Far too large: is the unit right?"},
    Slip{0.001, "Your answer is too small, by a factor of 1000: is the unit right?",
         "Far too small: is the unit right?"},
    Slip{2, "Your answer is twice the right one."},
    Slip{0.5, "Your answer is half the right one."},
};

const Slip* slip_of(double ratio) {
  constexpr double near = 0.002;
  const auto slip = std::ranges::find_if(
      slips, [&](const Slip& each) { return std::abs(ratio - each.factor) <= near * each.factor; });
  return slip == slips.end() ? nullptr : &*slip;
}

// How many times as large as expected the answer is. Nothing for whole bare numbers: they may name a rank or
// a GPU, or count a few things, and then a ratio means nothing.
std::optional<double> ratio_of(const Value& given, const Value& expected) {
  const auto* a = given.number();
  const auto* b = expected.number();
  if (!a || !b || b->amount == 0 || !std::isfinite(a->amount) || !std::isfinite(b->amount))
    return std::nullopt;
  const bool a_name =
      a->dimension == bare && a->amount == std::round(a->amount) && b->amount == std::round(b->amount);
  return a_name ? std::nullopt : std::optional(a->amount / b->amount);
}

}  // namespace

Result<Value> read_answer(std::string_view text, const Value& expected, const ValueUnit* unit) {
  text = without_blanks(text);
  if (text.empty() || text.size() > longest_answer) return unreadable_answer(text, expected, unit);
  if (expected.list()) return read_list(text, expected, unit);
  if (expected.number()) return read_number(text, expected, unit);
  if (expected.truth()) return read_truth(text, expected);
  return text_value(std::string(text));
}

std::vector<std::string> answer_words(std::string_view text) {
  std::vector<std::string> words;
  char kind = 0;  // of the character before: a letter, a digit, or neither
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const char now = std::isdigit(byte) ? '0' : std::isalpha(byte) ? 'a' : 0;
    if (now && now != kind) words.emplace_back();
    if (now) words.back() += static_cast<char>(std::tolower(byte));
    kind = now;
  }
  std::erase(words, "link");
  return words;
}

namespace {

bool is_numeral(std::string_view word) { return std::isdigit(static_cast<unsigned char>(word.front())) != 0; }

// "rank 1 line 2" for "rank 0 line 4": the same words, with other numbers. "rank 1" names a place as well.
bool has_same_words(const std::vector<std::string>& given, const std::vector<std::string>& wanted) {
  if (given.size() > wanted.size() || !std::ranges::any_of(given, is_numeral)) return false;
  return std::equal(
      given.begin(), given.end(), wanted.begin(),
      [](const std::string& a, const std::string& b) { return is_numeral(a) ? is_numeral(b) : a == b; });
}

// A link of a machine whose parts have such names: it has two ends, and one of them at least is of a known
// kind.
bool is_link_like(std::string_view text, const std::vector<std::string>& given,
                  const std::vector<std::string>& wanted) {
  const auto names_kind = [&](const std::string& word) {
    return !is_numeral(word) && std::ranges::find(wanted, word) != wanted.end();
  };
  return text.find('-') != std::string_view::npos && std::ranges::any_of(given, is_numeral) &&
         std::ranges::any_of(given, names_kind);
}

// "gpu2-gpu1" is the cable of link gpu1->gpu2; "gpu2->gpu1" is its other direction.
bool is_cable_of(std::string_view given, std::string_view link) {
  const std::size_t arrow = link.find("->");
  if (arrow == std::string_view::npos || given.find("->") != std::string_view::npos) return false;
  std::vector<std::string> turned = answer_words(link.substr(arrow));
  std::ranges::copy(answer_words(link.substr(0, arrow)), std::back_inserter(turned));
  return answer_words(given) == turned;
}

}  // namespace

bool names_link(std::string_view place) { return place.find("->") != std::string_view::npos; }

bool has_form_of(std::string_view text, std::string_view place) {
  const std::vector<std::string> given = answer_words(text), wanted = answer_words(place);
  return has_same_words(given, wanted) || (names_link(place) && is_link_like(text, given, wanted));
}

bool answers(const Value& given, const Value& expected, double tolerance) {
  if (given.text() && expected.text())
    return answer_words(*given.text()) == answer_words(*expected.text()) ||
           is_cable_of(*given.text(), *expected.text());
  return close(given, expected, tolerance);
}

std::string how_far_off(const Value& given, const Value& expected) {
  const std::optional<double> ratio = ratio_of(given, expected);
  if (!ratio) return "";
  if (const Slip* const slip = slip_of(*ratio)) return std::string(slip->sentence);
  if (*ratio <= 0) return "";
  const std::string_view large = *ratio > 1 ? "large" : "small";
  if (*ratio >= 2 || *ratio <= 0.5)
    return fmt::format("Your answer is too {}, by a factor of {:.3g}.", large, std::max(*ratio, 1 / *ratio));
  return fmt::format("Your answer is {:.0f} % too {}.", std::abs(*ratio - 1) * 100, large);
}

std::string what_differs(const Value& given, const Value& expected) {
  if (const auto* a = given.list(), *b = expected.list(); a && b && a->size() == b->size()) {
    const auto differs = [&](std::size_t i) { return !same((*a)[i], (*b)[i]); };
    for (std::size_t i = 0; i < a->size(); ++i)
      if (differs(i)) return fmt::format("The first wrong one is value {} of {}.", i + 1, a->size());
    return "";
  }
  const std::optional<double> ratio = ratio_of(given, expected);
  if (!ratio) return given.text() ? "It is another place." : "";
  if (const Slip* const slip = slip_of(*ratio); slip && !slip->question.empty())
    return std::string(slip->question);
  return *ratio > 1 ? "That is too large." : "That is too small.";
}

}  // namespace commlab
