#pragma once
// Which process runs where: the nodes, the GPUs that the processes of each node see, and the rank that every
// process gives itself. torchrun computes the same; here, a lesson can make mistakes in it.
//
//   node 0  GPUs 0 1 2 3   CUDA_VISIBLE_DEVICES=2,3   local rank 0 -> cuda:0 = GPU 2
//                                                     local rank 1 -> cuda:1 = GPU 3
//   node 1  GPUs 0 1 2 3                              local rank 0 -> cuda:0 = GPU 0
//                                                     ...
//
// Sources: docs.pytorch.org, "torchrun (Elastic Launch)", environment variables; CUDA C++ Programming Guide,
// "CUDA Environment Variables": devices are renumbered from 0 in the order of CUDA_VISIBLE_DEVICES; the list
// ends at the first device that does not exist.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"

namespace commlab {

struct LaunchTable {
  // Which rank a process passes to init_process_group. global: node * processes + local rank, as torchrun
  // does. local: the local rank, as in scripts that were written for one node.
  enum class RankRule : std::uint8_t { global, local };
  int nodes = 1;
  int gpus = 8;                                       // on each node
  int processes = 8;                                  // on each node
  std::vector<std::optional<std::string>> visible{};  // CUDA_VISIBLE_DEVICES of each node; nothing: not set
  RankRule rule = RankRule::global;
};

struct LaunchedProcess {
  int node = 0;
  int local_rank = 0;
  Rank rank = 0;                      // the rank it gives itself
  std::optional<int> physical_gpu{};  // the GPU that cuda:LOCAL_RANK names; nothing: there is no such device
};

struct Launched {
  int world_size = 0;
  std::vector<LaunchedProcess> processes;  // by node, then local rank
  std::vector<Rank> twice;                 // ranks that several processes give themselves
  std::vector<Rank> missing;               // ranks that no process has; the rendezvous waits for them
  std::vector<int> without_gpu;            // processes without a GPU: indices into processes
  // Whether init_process_group returns in every process, and each process has a GPU.
  bool complete() const { return missing.empty() && twice.empty() && without_gpu.empty(); }
};

// An error: the list of a node names a GPU that the node does not have. CUDA says nothing, and ends the list
// there.
Status check_visible_gpus(const LaunchTable&);

// An error: there are no nodes, GPUs or processes, or a list of devices cannot be read.
Result<Launched> launch_of(const LaunchTable&);
// "global" or "local".
Result<LaunchTable::RankRule> parse_rank_rule(std::string_view);

}  // namespace commlab
