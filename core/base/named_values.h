#pragma once
// Names for the values of an enumeration, for writing and for reading.

#include <algorithm>
#include <cassert>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/nearest.h"

namespace commlab {

// One row of a table of names. A value may have several: the first is written, all are read.
template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};

// REQUIRES: the table has the value.
template <class Value, std::size_t n>
constexpr std::string_view name_in(const NamedValue<Value> (&table)[n], Value value) {
  const auto* const found = std::ranges::find(table, value, &NamedValue<Value>::value);
  assert(found != std::end(table) && "the table has the value");
  return found->name;
}

// The error says which kind of name was expected (`what`: "data type"), the nearest name, and all names that
// are written.
template <class Value, std::size_t n>
Result<Value> value_in(const NamedValue<Value> (&table)[n], std::string_view name, std::string_view what) {
  const auto* const found = std::ranges::find(table, name, &NamedValue<Value>::name);
  if (found != std::end(table)) return found->value;
  std::vector<std::string> known;
  for (const NamedValue<Value>& entry : table)
    if (entry.name == name_in(table, entry.value)) known.emplace_back(entry.name);
  return fail("unknown {} '{}'{}; there are {}", what, name, suggestion(name, known), fmt::join(known, ", "));
}

}  // namespace commlab
