#include "gui/experiments/group_placement.h"

#include <algorithm>
#include <set>

#include <fmt/ranges.h>

#include "core/base/numbers.h"

namespace commlab {

Result<std::vector<NodeId>> gpus_of_group(const std::vector<Rank>& group, const Topology& topology,
                                          const std::string& machine) {
  const int in_each = topology.per_node > 0 ? topology.per_node : topology.gpus;
  std::set<int> nodes;
  for (const Rank rank : group) nodes.insert(rank / in_each);
  const int has = (topology.gpus + in_each - 1) / in_each;
  if (static_cast<int>(nodes.size()) > has)
    return fail(
        "the ranks {} are on {} of {} GPUs, and {} has {}; name a machine of as many nodes, as in \"{}x {}\"",
        group_text(group), counted(std::ssize(nodes), "node"), in_each, machine, counted(has, "node"),
        nodes.size(), topology.per_node > 0 ? "dgx-h100" : machine);
  std::vector<NodeId> gpus;
  for (const Rank rank : group) {
    const auto node = static_cast<int>(std::distance(nodes.begin(), nodes.find(rank / in_each)));
    gpus.push_back(node * in_each + rank % in_each);
    if (gpus.back() >= topology.gpus)
      return fail("rank {} would have GPU {}, and {} has {}", rank, gpus.back(), machine,
                  counted(topology.gpus, "GPU"));
  }
  return gpus;
}

std::string group_text(const std::vector<Rank>& group) {
  constexpr std::size_t most_listed = 4;
  if (group.size() <= 1) return fmt::format("{}", fmt::join(group, ""));
  const Rank stride = group[1] - group[0];
  bool is_regular = true;
  for (std::size_t i = 1; i < group.size(); ++i) is_regular = is_regular && group[i] - group[i - 1] == stride;
  if (is_regular && stride == 1) return fmt::format("{}-{}", group.front(), group.back());
  if (group.size() <= most_listed) return fmt::format("{}", fmt::join(group, ", "));
  return fmt::format("{}, {}, ..., {}", group[0], group[1], group.back());
}

}  // namespace commlab
