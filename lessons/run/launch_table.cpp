#include "lessons/run/launch_table.h"

#include <algorithm>
#include <map>

#include "core/base/numbers.h"

namespace commlab {
namespace {

// The GPUs that a node's processes see, in the order of their new numbers.
Result<std::vector<int>> devices_of(const LaunchTable& table, int node) {
  std::vector<int> devices;
  if (node >= std::ssize(table.visible) || !table.visible[node]) {
    for (int gpu = 0; gpu < table.gpus; ++gpu) devices.push_back(gpu);
    return devices;
  }
  const std::string& list = *table.visible[node];
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const auto gpu = parse_number<int>(std::string_view(list).substr(at, end - at));
    if (!gpu) return fail("CUDA_VISIBLE_DEVICES '{}' of node {} is no list of GPUs as 2,3", list, node);
    if (*gpu < 0 || *gpu >= table.gpus) return devices;  // the first unknown one ends the list
    if (std::ranges::find(devices, *gpu) != devices.end())
      return fail("CUDA_VISIBLE_DEVICES '{}' of node {} names GPU {} twice", list, node, *gpu);
    devices.push_back(*gpu);
    at = end + 1;
  }
  return devices;
}

Status check(const LaunchTable& table) {
  constexpr int most = 4096;
  for (const auto& [name, number] :
       {std::pair{"nodes", table.nodes}, {"gpus", table.gpus}, {"processes", table.processes}})
    if (number < 1 || number > most) return fail("{} {}: from 1 to {} are possible", name, number, most);
  if (std::ssize(table.visible) > table.nodes)
    return fail("CUDA_VISIBLE_DEVICES is set for {} nodes, but there are {}", table.visible.size(),
                table.nodes);
  return {};
}

void count_ranks(Launched& launched) {
  std::map<Rank, int> said;
  for (const LaunchedProcess& process : launched.processes) ++said[process.rank];
  for (Rank rank = 0; rank < launched.world_size; ++rank)
    if (!said.contains(rank)) launched.missing.push_back(rank);
  for (const auto& [rank, times] : said)
    if (times > 1) launched.twice.push_back(rank);
}

}  // namespace

Status check_visible_gpus(const LaunchTable& table) {
  for (std::size_t node = 0; node < table.visible.size(); ++node) {
    const std::string list = table.visible[node].value_or("");
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find(',', at), list.size());
      const auto gpu = parse_number<int>(std::string_view(list).substr(at, end - at));
      if (gpu && (*gpu < 0 || *gpu >= table.gpus))
        return fail("CUDA_VISIBLE_DEVICES '{}' of node {} names GPU {}, and the node has GPUs 0 to {}", list,
                    node, *gpu, table.gpus - 1);
      at = end + 1;
    }
  }
  return {};
}

Result<Launched> launch_of(const LaunchTable& table) {
  if (const Status fine = check(table); !fine) return tl::unexpected(fine.error());
  Launched launched{.world_size = table.nodes * table.processes};
  for (int node = 0; node < table.nodes; ++node) {
    const auto devices = devices_of(table, node);
    if (!devices) return tl::unexpected(devices.error());
    for (int local = 0; local < table.processes; ++local) {
      LaunchedProcess process{.node = node, .local_rank = local};
      process.rank = table.rule == LaunchTable::RankRule::local ? local : node * table.processes + local;
      if (local < static_cast<int>(devices->size()))
        process.physical_gpu = (*devices)[local];
      else
        launched.without_gpu.push_back(static_cast<int>(launched.processes.size()));
      launched.processes.push_back(process);
    }
  }
  count_ranks(launched);
  return launched;
}

Result<LaunchTable::RankRule> parse_rank_rule(std::string_view text) {
  if (text == "global") return LaunchTable::RankRule::global;
  if (text == "local") return LaunchTable::RankRule::local;
  return fail("rank rule '{}': global (node * processes + local rank) or local (the local rank) was expected",
              text);
}

}  // namespace commlab
