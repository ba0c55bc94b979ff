#pragma once
// The value of an expression: a number with its unit, a text, yes or no, a list, or nothing (memory that was
// never written). Numbers are kept in bytes and seconds, whatever their unit in the text was. So 400 MB /
// 93.3 GB/s is a time, and 400 MB + 3 ms is an error that says why.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

// bytes^a * seconds^b: a bandwidth is {1, -1}.
struct Dimension {
  int bytes = 0;
  int seconds = 0;
  bool operator==(const Dimension&) const = default;
};
inline constexpr Dimension bare{};
inline constexpr Dimension of_time{.seconds = 1};
inline constexpr Dimension of_bytes{.bytes = 1};
inline constexpr Dimension of_bandwidth{.bytes = 1, .seconds = -1};
std::string name_of(Dimension);  // "a time", "a size", "a bandwidth", "a bare number", "bytes^2"

struct Value {
  struct Nothing {};
  struct Number {
    double amount = 0;
    Dimension dimension;
  };
  using List = std::vector<Value>;
  std::variant<Nothing, Number, bool, std::string, List> held;

  const Number* number() const { return std::get_if<Number>(&held); }
  const bool* truth() const { return std::get_if<bool>(&held); }
  const std::string* text() const { return std::get_if<std::string>(&held); }
  const List* list() const { return std::get_if<List>(&held); }
  bool nothing() const { return std::holds_alternative<Nothing>(held); }
};
Value value_of(double amount, Dimension = bare);
Value value_of(Time);
Value value_of(Bytes);
Value value_of(Bandwidth);
Value text_value(std::string);
Value truth_value(bool);
std::string kind_of(const Value&);  // "a time", "a text", "a list of 4": for errors

// "ms" is 0.001 of a time. Bits are eighths of bytes; per cent is 0.01 of a bare number.
struct ValueUnit {
  std::string_view name;
  double factor = 1;
  Dimension dimension;
};
const ValueUnit* find_value_unit(std::string_view name);  // null: there is none
const ValueUnit* value_unit_at(std::string_view text);    // the longest unit that the text begins with
// The unit in which a number has one to three digits before the point; s for a time of 0; null: no unit
// suits.
const ValueUnit* suitable_unit(const Value::Number&);
std::string units_text(std::optional<Dimension> of = {});  // "ps, ns, us, ...": all units

// How {{ expr | ms | 3 digits }} is written.
struct ValueFormat {
  const ValueUnit* unit = nullptr;  // null: suitable_unit() of the number
  std::optional<int> digits{};      // number of significant digits
  std::string counted{};            // what a bare number counts: "tensor" for "1.5 tensors"
  bool told = false;                // shown even while the step's predictions are open
};
Result<ValueFormat> parse_value_format(std::string_view text);  // "ms | 3 digits", "\"tensor\"", "told"
// An error: the unit does not fit the value's dimension, or the format counts things but the value has a
// dimension.
Result<std::string> written(const Value&, const ValueFormat&);
// As people read it: "4.29 ms", "400 MB", "93.3 GB/s", "0.5", "4, 3, 2, 1", "yes"; "-" for a value that is
// nothing.
std::string written(const Value&);

// As the value of a scene's key; exact for a whole number of bytes: "4096B", "2,3".
std::string as_key_value(const Value&);

// Whether both have the same shape, and every number is within `tolerance` (a fraction) of the second
// value's. Two infinite numbers are close.
bool close(const Value&, const Value&, double tolerance);
// Equal up to rounding.
bool same(const Value&, const Value&);

}  // namespace commlab
