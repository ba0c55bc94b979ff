#include "lessons/expression/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace commlab {
namespace {

constexpr double kibi = 1024;
constexpr std::array value_units = {
    ValueUnit{"ps", 1e-12, of_time},
    ValueUnit{"ns", 1e-9, of_time},
    ValueUnit{"us", 1e-6, of_time},
    ValueUnit{"ms", 1e-3, of_time},
    ValueUnit{"s", 1, of_time},
    ValueUnit{"min", 60, of_time},
    ValueUnit{"B", 1, of_bytes},
    ValueUnit{"byte", 1, of_bytes},
    ValueUnit{"bytes", 1, of_bytes},
    ValueUnit{"bit", 0.125, of_bytes},
    ValueUnit{"bits", 0.125, of_bytes},
    ValueUnit{"KB", 1e3, of_bytes},
    ValueUnit{"kB", 1e3, of_bytes},
    ValueUnit{"MB", 1e6, of_bytes},
    ValueUnit{"GB", 1e9, of_bytes},
    ValueUnit{"TB", 1e12, of_bytes},
    ValueUnit{"KiB", kibi, of_bytes},
    ValueUnit{"MiB", kibi* kibi, of_bytes},
    ValueUnit{"GiB", kibi* kibi* kibi, of_bytes},
    ValueUnit{"TiB", kibi* kibi* kibi* kibi, of_bytes},
    ValueUnit{"Kb", 125, of_bytes},
    ValueUnit{"Mb", 125e3, of_bytes},
    ValueUnit{"Gb", 125e6, of_bytes},
    ValueUnit{"B/s", 1, of_bandwidth},
    ValueUnit{"KB/s", 1e3, of_bandwidth},
    ValueUnit{"MB/s", 1e6, of_bandwidth},
    ValueUnit{"GB/s", 1e9, of_bandwidth},
    ValueUnit{"TB/s", 1e12, of_bandwidth},
    ValueUnit{"MiB/s", kibi* kibi, of_bandwidth},
    ValueUnit{"GiB/s", kibi* kibi* kibi, of_bandwidth},
    ValueUnit{"Mb/s", 125e3, of_bandwidth},
    ValueUnit{"Gb/s", 125e6, of_bandwidth},
    ValueUnit{"Tb/s", 125e9, of_bandwidth},
    ValueUnit{"%", 0.01, bare},
};

bool continues_a_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const ValueUnit& unit_named(std::string_view name) { return *find_value_unit(name); }

// Writes this many significant digits, without needless zeros behind the point, and without an exponent in
// the usual range.
std::string digits_text(double amount, std::optional<int> digits) {
  if (std::isnan(amount)) return "not a number";
  if (std::isinf(amount)) return amount < 0 ? "-inf" : "inf";
  if (amount == 0) return "0";
  const double size = std::abs(amount);
  if (!digits && amount == std::floor(amount) && size < 1e15) return fmt::format("{:.0f}", amount);
  if (size < 1e-6 || size >= 1e15) return fmt::format("{:.{}g}", amount, digits.value_or(4));
  const int before_point = static_cast<int>(std::floor(std::log10(size))) + 1;
  const int behind = std::max(0, digits.value_or(before_point > 3 ? before_point : 3) - before_point);
  std::string text = fmt::format("{:.{}f}", amount, behind);
  if (!digits && text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

// Whole numbers of bytes are written as everywhere in commlab: short ones exactly.
std::optional<Bytes> whole_bytes(const Value::Number& number) {
  constexpr double most = 9e18;
  const double nearest = std::round(number.amount);
  const bool fits = 1 <= nearest && nearest <= most;  // not a number does not
  if (number.dimension != of_bytes || !fits) return std::nullopt;
  if (std::abs(number.amount - nearest) > 1e-9 * nearest) return std::nullopt;
  return Bytes{static_cast<std::int64_t>(nearest)};
}

// A lesson writes kB for a thousand bytes, as SI does; the rest of commlab writes KB.
std::string in_human_bytes(Bytes bytes) {
  std::string text = to_human(bytes);
  if (text.ends_with(" KB")) text.replace(text.size() - 2, 2, "kB");
  return text;
}

std::string written_number(const Value::Number& number, const ValueFormat& format) {
  if (!format.unit && !format.digits)
    if (const auto bytes = whole_bytes(number)) return in_human_bytes(*bytes);
  const ValueUnit* const unit = format.unit ? format.unit : suitable_unit(number);
  if (!unit) {
    const std::string plain = digits_text(number.amount, format.digits);
    return number.dimension == bare ? plain : fmt::format("{} {}", plain, name_of(number.dimension));
  }
  return fmt::format("{} {}", digits_text(number.amount / unit->factor, format.digits), unit->name);
}

// "1 tensor", "1.5 tensors".
std::string counted_text(const std::string& number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == "1" ? "" : "s");
}

}  // namespace

std::string name_of(Dimension d) {
  if (d == bare) return "a bare number";
  if (d == of_time) return "a time";
  if (d == of_bytes) return "a size";
  if (d == of_bandwidth) return "a bandwidth";
  const auto power = [](const char* name, int exponent) {
    return exponent == 0 ? "" : exponent == 1 ? std::string(name) : fmt::format("{}^{}", name, exponent);
  };
  const std::string bytes = power("bytes", d.bytes), seconds = power("seconds", d.seconds);
  return bytes.empty() || seconds.empty() ? bytes + seconds : bytes + " " + seconds;
}

Value value_of(double amount, Dimension dimension) { return {Value::Number{amount, dimension}}; }
Value value_of(Time t) { return value_of(t == never ? INFINITY : seconds_of(t), of_time); }
Value value_of(Bytes b) { return value_of(static_cast<double>(b.count), of_bytes); }
Value value_of(Bandwidth b) { return value_of(static_cast<double>(b.bytes_per_second), of_bandwidth); }
Value text_value(std::string text) { return {std::move(text)}; }
Value truth_value(bool truth) { return {truth}; }

std::string kind_of(const Value& value) {
  if (const auto* number = value.number()) return name_of(number->dimension);
  if (value.truth()) return "yes or no";
  if (const auto* text = value.text()) return fmt::format("the text '{}'", *text);
  if (const auto* list = value.list()) return fmt::format("a list of {}", list->size());
  return "nothing";
}

const ValueUnit* find_value_unit(std::string_view name) {
  if (name == "µs") name = "us";
  const auto found = std::ranges::find(value_units, name, &ValueUnit::name);
  return found == value_units.end() ? nullptr : &*found;
}

const ValueUnit* value_unit_at(std::string_view text) {
  const ValueUnit* longest = nullptr;
  for (const ValueUnit& unit : value_units) {
    if (!text.starts_with(unit.name) || (longest && longest->name.size() >= unit.name.size())) continue;
    const bool whole_word =
        unit.name == "%" || text.size() == unit.name.size() || !continues_a_word(text[unit.name.size()]);
    if (whole_word) longest = &unit;
  }
  return longest;
}

const ValueUnit* suitable_unit(const Value::Number& number) {
  const double amount = std::abs(number.amount);
  const auto pick = [&](std::initializer_list<std::string_view> small_to_large) {
    const ValueUnit* best = &unit_named(*small_to_large.begin());
    for (const std::string_view name : small_to_large)
      if (amount >= unit_named(name).factor * 0.99995) best = &unit_named(name);
    return best;
  };
  if (number.dimension == of_time && amount == 0) return &unit_named("s");
  if (number.dimension == of_time) return pick({"ps", "ns", "us", "ms", "s"});
  if (number.dimension == of_bytes) return pick({"B", "kB", "MB", "GB", "TB"});
  if (number.dimension == of_bandwidth) return pick({"B/s", "KB/s", "MB/s", "GB/s", "TB/s"});
  return nullptr;
}

std::string units_text(std::optional<Dimension> of) {
  std::vector<std::string_view> names;
  for (const ValueUnit& unit : value_units)
    if (!of || unit.dimension == *of) names.push_back(unit.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<ValueFormat> parse_value_format(std::string_view text) {
  ValueFormat format;
  while (!text.empty()) {
    const std::size_t bar = std::min(text.find('|'), text.size());
    std::string_view word = text.substr(0, bar);
    text.remove_prefix(std::min(bar + 1, text.size()));
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (word.ends_with(" digits") || word.ends_with(" digit")) {
      int digits = 0;
      std::from_chars(word.data(), word.data() + word.size(), digits);
      if (digits < 1 || digits > 15) return fail("'| {}': from 1 to 15 digits can be written", word);
      format.digits = digits;
    } else if (word.size() > 2 && word.starts_with('"') && word.ends_with('"')) {
      format.counted = word.substr(1, word.size() - 2);
    } else if (word == "told") {
      format.told = true;
    } else if (const ValueUnit* unit = find_value_unit(word)) {
      format.unit = unit;
    } else {
      return fail(
          "'| {}' is no format; expected a unit ({}), digits as in '| 3 digits', told, or what is counted, "
          "as in '| \"tensor\"'",
          word, units_text());
    }
  }
  return format;
}

Result<std::string> written(const Value& value, const ValueFormat& format) {
  if (const auto* number = value.number()) {
    if (format.unit && format.unit->dimension != number->dimension)
      return fail("{} cannot be written in {}", name_of(number->dimension), format.unit->name);
    if (format.counted.empty()) return written_number(*number, format);
    if (number->dimension != bare)
      return fail("{} is no number of {}s", name_of(number->dimension), format.counted);
    return counted_text(written_number(*number, format), format.counted);
  }
  if (const auto* truth = value.truth()) return *truth ? "yes" : "no";
  if (const auto* text = value.text()) return *text;
  const auto* list = value.list();
  if (!list) return "-";
  std::string text;
  for (const Value& element : *list) {
    const Result<std::string> one = written(element, format);
    if (!one) return one;
    text += (text.empty() ? "" : ", ") + *one;
  }
  return text;
}

std::string written(const Value& value) { return *written(value, {}); }

std::string as_key_value(const Value& value) {
  if (const auto* list = value.list()) {
    std::string text;
    for (const Value& element : *list) text += (text.empty() ? "" : ",") + as_key_value(element);
    return text;
  }
  const auto* number = value.number();
  if (!number) return written(value);
  const std::string amount = fmt::format("{:.15g}", number->amount);
  if (number->dimension == of_bytes) return fmt::format("{:.0f}B", std::round(number->amount));
  if (number->dimension == of_time) return fmt::format("{:.0f}ps", std::round(number->amount * 1e12));
  if (number->dimension == of_bandwidth) return fmt::format("{:.0f}B/s", std::round(number->amount));
  return amount;
}

bool close(const Value& a, const Value& b, double tolerance) {
  if (a.held.index() != b.held.index()) return false;
  if (const auto* x = a.number()) {
    const auto* y = b.number();
    if (x->dimension != y->dimension) return false;
    if (x->amount == y->amount) return true;
    if (std::isinf(x->amount) || std::isinf(y->amount)) return false;
    return std::abs(x->amount - y->amount) <= tolerance * std::abs(y->amount);
  }
  if (const auto* text = a.text()) return *text == *b.text();
  if (const auto* truth = a.truth()) return *truth == *b.truth();
  const auto* list = a.list();
  if (!list) return true;
  return std::ranges::equal(*list, *b.list(),
                            [&](const Value& x, const Value& y) { return close(x, y, tolerance); });
}

bool same(const Value& a, const Value& b) { return close(a, b, 1e-9); }

}  // namespace commlab
