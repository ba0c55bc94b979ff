#pragma once
// What to run, on which machine, and how: as one line of text, or as one value. The command line, a lesson's
// scene and a form in the window all make an Experiment. A run prints its own Experiment, defaults included.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/data_pattern.h"
#include "core/collective/reference.h"
#include "core/experiment/choices.h"
#include "core/machine/launch_mode.h"
#include "core/machine/protocol.h"
#include "core/nccl/nccl_settings.h"

namespace commlab {

inline constexpr int most_calls_in_a_row = 1'000;
inline constexpr int calls_of_nccl_tests = 20;  // in a row (src/common.cu, option -n)
// Where nothing names a machine: a server whose costs are fitted to what many have measured.
inline constexpr std::string_view default_machine = "dgx-h100";

struct Experiment {
  CollectiveKind collective = CollectiveKind::all_reduce;
  BackendName on = BackendName::sim;
  std::string machine{};                                // default: default_machine; on the host: host
  std::string nic{};                                    // NIC of a cluster; default: as its node's file says
  std::string gpu{};                                    // GPU model of a pasted topology
  std::string algorithm{};                              // default: nccl or auto (core/plan/setup.h)
  NcclSettings nccl{};                                  // for algorithm nccl
  ProtocolChoice protocol = ProtocolChoice::automatic;  // automatic: the fastest that the machine has
  LaunchMode launch = LaunchMode::processes;            // used on a model; graph also on nccl
  int loop = 1;                                         // so many calls in a row, and the time of one of them
  std::optional<int> ranks{};                           // default: the machine's GPUs
  std::optional<int> ranks_per_node{};                  // default: the GPUs of a node
  std::vector<int> gpus_of_node{};  // which GPUs of each node have these ranks; default: the first ones
  std::optional<Rank> root{};                           // default: 0; of a collective that has one
  Rank from = 0;
  std::vector<Rank> to{};       // default: 1
  std::optional<Bytes> size{};  // default 64MiB; size, count and counts exclude each other
  std::optional<std::int64_t> count{};
  std::vector<CountRow> counts{};  // all_to_all: what each rank sends to each; one row: what every rank sends
  DataType dtype = DataType::float32;
  ReduceOp op = ReduceOp::sum;
  DataPattern data = DataPattern::index;
  bool in_place = false;
  int channels = 1;
  std::optional<int> pieces{};  // empty: the number that suits a pipelined algorithm on this machine; else 1
  std::vector<Rank> ring{};     // empty: 0,1,...
  std::optional<int> per_node{};  // ranks per node, for hierarchies; default: the machine's own nodes
  RouteChoice route{};
  LinkModel link_model = LinkModel::fair;
  bool exact = false;
  std::vector<std::string> slow{};  // "gpu3:2x", "gpu0-gpu1:4x"
  std::vector<std::string> late{};  // "gpu0-gpu1:10us"
  std::vector<std::string> cut{};   // "gpu0-gpu1"
  std::string jitter{};             // "5%"
  std::vector<Rank> absent{};
  std::uint64_t seed = 1;
  bool fused = false;
  bool streaming = false;
  std::optional<int> slots{};
  CopiedBy copy = CopiedBy::engine;    // used by backend cuda
  LinkChoice links = LinkChoice::all;  // used by the bound

  bool operator==(const Experiment&) const = default;
};

// "all_reduce --machine hcm8 --size 64MiB": parse_line(to_line(e)) == e.
Result<Experiment> parse_line(std::string_view line);
std::string to_line(const Experiment&);
// The line of a comparison of several backends: "all_reduce --on cuda,nccl ...".
std::string to_line(const Experiment&, std::span<const BackendName>);

// The collective that the experiment names, on a machine with `machine_gpus` GPUs. All numbers of a user are
// checked here.
Result<Collective> collective_of(const Experiment&, int machine_gpus);

}  // namespace commlab
