#include "core/nccl/nccl_settings.h"

#include <algorithm>

#include "core/base/nearest.h"
#include "core/base/words.h"

namespace commlab {
namespace {

// The names of a list, or all but them.
template <class Value, std::size_t n>
Result<std::vector<Value>> parse_list(std::string_view text, const NamedValue<Value> (&table)[n],
                                      std::string_view what) {
  const bool excludes = text.starts_with('^');
  if (excludes) text.remove_prefix(1);
  std::vector<Value> named;
  std::vector<std::string> known;
  for (const NamedValue<Value>& row : table) known.emplace_back(row.name);
  for (const std::string_view word : split_at(text, ',')) {
    const auto* const found = std::ranges::find_if(
        table, [&](const NamedValue<Value>& row) { return lower_case(row.name) == lower_case(word); });
    if (found == std::end(table))
      return fail("unknown {} '{}'{}; NCCL has {}", what, word, suggestion(word, known),
                  fmt::join(known, ", "));
    named.push_back(found->value);
  }
  std::vector<Value> values;
  for (const NamedValue<Value>& row : table)
    if ((std::ranges::find(named, row.value) != named.end()) != excludes) values.push_back(row.value);
  if (values.empty()) return fail("'^{}' excludes every {}", text, what);
  return values;
}

template <class Value>
std::string names_of(const std::vector<Value>& values) {
  std::vector<std::string_view> names;
  for (const Value value : values) names.push_back(name_of(value));
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

Result<std::vector<NcclAlgorithm>> parse_nccl_algorithms(std::string_view text) {
  return parse_list(text, nccl_algorithm_names, "algorithm");
}
Result<std::vector<NcclProtocol>> parse_nccl_protocols(std::string_view text) {
  return parse_list(text, nccl_protocol_names, "protocol");
}
std::string to_text(const std::vector<NcclAlgorithm>& algorithms) { return names_of(algorithms); }
std::string to_text(const std::vector<NcclProtocol>& protocols) { return names_of(protocols); }

}  // namespace commlab
