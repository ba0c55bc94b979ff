#include "core/script/value.h"

#include <cmath>

#include "core/base/nearest.h"

namespace commlab {
namespace {

using ExpressionKind = ScriptExpression::Kind;
using ExpressionUnit = ScriptExpression::Unit;

constexpr double largest_whole = 9007199254740992.0;  // 2^53: beyond, doubles skip whole numbers

std::string_view name_of(ExpressionUnit unit) {
  switch (unit) {
    case ExpressionUnit::none: return "a number";
    case ExpressionUnit::picoseconds: return "a time";
    case ExpressionUnit::bytes: return "a size";
  }
  return "";
}

Result<ScriptValue> combined(const ScriptExpression& e, ScriptValue a, ScriptValue b, bool whole) {
  switch (e.kind) {
    case ExpressionKind::add:
    case ExpressionKind::subtract:
      if (a.unit != b.unit)
        return fail_at(e.line, "{} and {} cannot be added", name_of(a.unit), name_of(b.unit));
      return ScriptValue{e.kind == ExpressionKind::add ? a.number + b.number : a.number - b.number, a.unit};
    case ExpressionKind::multiply:
      if (a.unit != ExpressionUnit::none && b.unit != ExpressionUnit::none)
        return fail_at(e.line, "{} and {} cannot be multiplied", name_of(a.unit), name_of(b.unit));
      return ScriptValue{a.number * b.number, a.unit == ExpressionUnit::none ? b.unit : a.unit};
    default: break;
  }
  if (b.unit != ExpressionUnit::none && b.unit != a.unit)
    return fail_at(e.line, "{} cannot be divided by {}", name_of(a.unit), name_of(b.unit));
  if (b.number == 0) return fail_at(e.line, "a division by zero");
  if (e.kind == ExpressionKind::modulo) {
    const double rest = a.number - b.number * std::floor(a.number / b.number);
    return ScriptValue{rest, a.unit};
  }
  const double quotient = a.number / b.number;
  return ScriptValue{whole ? std::floor(quotient) : quotient,
                     a.unit == b.unit ? ExpressionUnit::none : a.unit};
}

}  // namespace

void ScriptNumbers::add_of_rank(int rank, int ranks) {
  set("rank", rank);
  set("ranks", ranks);
  set("left", (rank + ranks - 1) % ranks);
  set("right", (rank + 1) % ranks);
}

const ScriptValue* ScriptNumbers::find(std::string_view name) const {
  for (auto each = names_.rbegin(); each != names_.rend(); ++each)
    if (each->first == name) return &each->second;
  return nullptr;
}

std::vector<std::string> ScriptNumbers::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : names_) all.push_back(name);
  return all;
}

Result<ScriptValue> value_of(const ScriptExpression& e, const ScriptNumbers& numbers, bool whole) {
  switch (e.kind) {
    case ExpressionKind::number: return ScriptValue{e.number, e.unit};
    case ExpressionKind::text: return fail_at(e.line, "the text \"{}\" where a number is expected", e.name);
    case ExpressionKind::slice: return fail_at(e.line, "{}[...] where a number is expected", e.name);
    case ExpressionKind::call: return fail_at(e.line, "{}(...) where a number is expected", e.name);
    case ExpressionKind::name: {
      if (const ScriptValue* found = numbers.find(e.name)) return *found;
      const std::vector<std::string> known = numbers.names();
      return fail_at(e.line, "'{}' is not a number{}; there are {}", e.name, suggestion(e.name, known),
                     fmt::join(known, ", "));
    }
    case ExpressionKind::negate:
      return value_of(e.operands[0], numbers, whole).map([](ScriptValue value) {
        return ScriptValue{-value.number, value.unit};
      });
    case ExpressionKind::add:
    case ExpressionKind::subtract:
    case ExpressionKind::multiply:
    case ExpressionKind::divide:
    case ExpressionKind::modulo: break;
  }
  const Result<ScriptValue> a = value_of(e.operands[0], numbers, whole);
  if (!a) return a;
  const Result<ScriptValue> b = value_of(e.operands[1], numbers, whole);
  if (!b) return b;
  const Result<ScriptValue> both = combined(e, *a, *b, whole);
  if (both && !std::isfinite(both->number)) return fail_at(e.line, "the number is too large");
  return both;
}

Result<double> real_number(const ScriptExpression& e, const ScriptNumbers& numbers) {
  const Result<ScriptValue> value = value_of(e, numbers, false);
  if (!value) return tl::unexpected(value.error());
  if (value->unit != ExpressionUnit::none)
    return fail_at(e.line, "{} where a plain number is expected", name_of(value->unit));
  return value->number;
}

Result<std::int64_t> whole_number(const ScriptExpression& e, const ScriptNumbers& numbers,
                                  std::string_view what) {
  const Result<ScriptValue> value = value_of(e, numbers, true);
  if (!value) return tl::unexpected(value.error());
  if (value->unit != ExpressionUnit::none)
    return fail_at(e.line, "{} where {} is expected", name_of(value->unit), what);
  if (value->number != std::floor(value->number) || std::abs(value->number) > largest_whole)
    return fail_at(e.line, "{} where {}, a whole number, is expected", value->number, what);
  return static_cast<std::int64_t>(value->number);
}

Result<std::int64_t> picoseconds(const ScriptExpression& e, const ScriptNumbers& numbers) {
  constexpr double an_hour = 3.6e15;
  const Result<ScriptValue> value = value_of(e, numbers, false);
  if (!value) return tl::unexpected(value.error());
  if (value->unit != ExpressionUnit::picoseconds && value->number != 0)
    return fail_at(e.line, "{} where a time is expected, as in 2 ms", name_of(value->unit));
  if (value->number < 0 || value->number > an_hour)
    return fail_at(e.line, "a time between 0 and an hour is expected");
  return static_cast<std::int64_t>(std::round(value->number));
}

Result<Bytes> size_in_bytes(const ScriptExpression& e, const ScriptNumbers& numbers) {
  constexpr double most = 1e12;
  const Result<ScriptValue> value = value_of(e, numbers, false);
  if (!value) return tl::unexpected(value.error());
  if (value->unit != ExpressionUnit::bytes)
    return fail_at(e.line, "{} where a size is expected, as in 4 MB", name_of(value->unit));
  const double bytes = std::round(value->number);
  if (bytes < 0 || bytes > most) return fail_at(e.line, "a size from 0 to 1 TB is expected");
  return Bytes{static_cast<std::int64_t>(bytes)};
}

Result<bool> compared(const ScriptExpression& left, std::string_view sign, const ScriptExpression& right,
                      const ScriptNumbers& numbers) {
  const Result<ScriptValue> a = value_of(left, numbers, false), b = value_of(right, numbers, false);
  if (!a) return tl::unexpected(a.error());
  if (!b) return tl::unexpected(b.error());
  if (a->unit != b->unit)
    return fail_at(left.line, "{} and {} cannot be compared", name_of(a->unit), name_of(b->unit));
  if (sign == "==") return a->number == b->number;
  if (sign == "!=") return a->number != b->number;
  if (sign == "<") return a->number < b->number;
  if (sign == "<=") return a->number <= b->number;
  if (sign == ">") return a->number > b->number;
  return a->number >= b->number;
}

}  // namespace commlab
