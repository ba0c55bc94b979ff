#pragma once
// What is wrong with a machine, in the words of its owner, and the machine that is left:
//
//   what    node0.nic3          a device: all its links
//           gpu3.nvlink         the links of one kind at a device
//           gpu3-nvswitch       a link
//   --slow  gpu3.nvlink:17/18   a part of the rate, as 50% and x8 (of 16 PCIe lanes) are; or a rate, 200G
//           node0.nic3:2x       twice as slow as it says it is
//           gpu3:2x             a GPU alone: everything that it sends and all its work takes twice as long
//   --cut   node0.nic3          gone
//   --late  gpu0-gpu1:10us      more latency; of a GPU alone: its rank begins later
//
// NCCL asks the hardware for its rates, so its search knows what is gone, and which part of a rate is left.
// It does not know that a link is slower than it says, and neither does what chooses routes: a slow link
// keeps its traffic.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/topology.h"

namespace commlab {

struct SlowedLink {
  LinkId link;   // of the topology that is left
  double times;  // at least 1
};

struct DamagedTopology {
  Topology told;                     // what the hardware tells NCCL
  Topology real;                     // the same links, with their true rates and latencies
  std::vector<SlowedLink> slowed{};  // whose rates differ in these two
  std::vector<int> nodes{};          // of a cluster: those whose own links `told` lacks, or has narrower
};

// What each option says; a GPU alone changes nothing here.
struct DamageWords {
  std::span<const std::string> slow, late, cut;
};
// An error is a sentence that begins with the option and names what is wrong.
Result<DamagedTopology> damaged(const Topology& sound, const DamageWords&);

// A GPU alone. nullopt: the words name links, or nothing that is there.
struct SlowGpu {
  NodeId gpu;
  double times;
};
std::optional<SlowGpu> slow_gpu(const Topology&, std::string_view words);  // "gpu3:1.3x"
struct LateGpu {
  NodeId gpu;
  Time more;
};
std::optional<LateGpu> late_gpu(const Topology&, std::string_view words);  // "gpu3:50us"

}  // namespace commlab
