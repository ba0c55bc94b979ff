#pragma once
// The values of a Script's expressions on a rank: numbers with or without a unit.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/script/script.h"

namespace commlab {

struct ScriptValue {
  double number = 0;
  ScriptExpression::Unit unit = ScriptExpression::Unit::none;
};

// The names that stand for numbers: rank, ranks, left, right, the script's own, and what loops count. A name
// that was set last hides the same name set before.
class ScriptNumbers {
 public:
  ScriptNumbers() = default;  // no numbers
  ScriptNumbers(int rank, int ranks) { add_of_rank(rank, ranks); }
  void add_of_rank(int rank, int ranks);
  void set(std::string name, double value) { set(std::move(name), ScriptValue{value}); }
  void set(std::string name, ScriptValue value) { names_.emplace_back(std::move(name), value); }
  void drop() { names_.pop_back(); }
  const ScriptValue* find(std::string_view name) const;
  std::vector<std::string> names() const;

 private:
  std::vector<std::pair<std::string, ScriptValue>> names_;
};

// Each is an error "line 5: ..." if the expression has no such value. If a whole number is asked for, a
// division is rounded down; a remainder is never negative.
Result<double> real_number(const ScriptExpression&, const ScriptNumbers&);
Result<std::int64_t> whole_number(const ScriptExpression&, const ScriptNumbers&, std::string_view what);
Result<std::int64_t> picoseconds(const ScriptExpression&, const ScriptNumbers&);
// From 0 to 1 TB.
Result<Bytes> size_in_bytes(const ScriptExpression&, const ScriptNumbers&);
// Whether the comparison holds: "==", "!=", "<", "<=", ">", ">=".
Result<bool> compared(const ScriptExpression&, std::string_view sign, const ScriptExpression&,
                      const ScriptNumbers&);
// The value with its unit; `whole`: divisions are rounded down.
Result<ScriptValue> value_of(const ScriptExpression&, const ScriptNumbers&, bool whole);

}  // namespace commlab
