#pragma once
// The names of an enumeration's values: to be written, and to be read.

#include <algorithm>
#include <cassert>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/nearest.h"

namespace commlab {

// A table has one of these for each name. The first of a value is ours; later ones are read, too.
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

// `what` the error calls it: "data type". It names the nearest, and the first name of each.
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
