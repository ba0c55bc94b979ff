#include "gpu/net/environment/slurm_lists.h"

#include "core/base/numbers.h"

namespace commlab {
namespace {

// Takes what stands before the mark off the text, and the mark, too; all of the text if there is none.
std::string_view take_until(char mark, std::string_view& text) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return taken;
}

// "01-04,7" begins with "01".
std::optional<std::string_view> first_number_of(std::string_view ranges) {
  const std::string_view number = ranges.substr(0, ranges.find_first_of("-,"));
  if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::string> first_node_of(std::string_view list) {
  std::string name;
  while (!list.empty() && list.front() != ',') {
    const std::size_t plain = std::min(list.find_first_of("[,"), list.size());
    name += list.substr(0, plain);
    list.remove_prefix(plain);
    if (!list.starts_with('[')) continue;
    if (list.find(']') == list.npos) return std::nullopt;
    list.remove_prefix(1);
    const auto number = first_number_of(take_until(']', list));
    if (!number) return std::nullopt;
    name += *number;
  }
  return name.empty() ? std::nullopt : std::optional(name);
}

std::optional<int> tasks_of_node(std::string_view list, int node) {
  while (!list.empty()) {
    std::string_view same = take_until(',', list);
    const auto tasks = parse_number<int>(take_until('(', same));
    int nodes = 1;
    if (!same.empty()) {
      const auto times = same.starts_with('x') && same.ends_with(')')
                             ? parse_number<int>(same.substr(1, same.size() - 2))
                             : std::nullopt;
      if (!times) return std::nullopt;
      nodes = *times;
    }
    if (!tasks || *tasks < 1 || nodes < 1) return std::nullopt;
    if (node < nodes) return tasks;
    node -= nodes;
  }
  return std::nullopt;
}

}  // namespace commlab
