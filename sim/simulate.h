#pragma once
// The discrete-event model: Programs on a Machine, in whole picoseconds.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/choices.h"
#include "core/experiment/run.h"
#include "core/machine/launch_mode.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"

namespace commlab {

// What goes wrong, as an input.
struct Faults {
  struct SlowGpu {
    int gpu;
    double factor;
  };
  // Links: in both directions.
  struct SlowLink {
    NodeId from, to;
    double factor;
  };
  struct LateLink {
    NodeId from, to;
    Time more;
  };
  struct CutLink {
    NodeId from, to;
  };
  std::vector<SlowGpu> slow_gpus;  // all it sends and all its work takes `factor` times as long
  std::vector<SlowLink> slow_links;
  std::vector<LateLink> late_links;
  std::vector<CutLink> cut_links;
  std::vector<Rank> absent;  // never arrives
  double jitter = 0;         // each transfer takes up to this fraction longer
  std::uint64_t seed = 1;
  bool any() const {
    return !slow_gpus.empty() || !slow_links.empty() || !late_links.empty() || !cut_links.empty() ||
           !absent.empty() || jitter > 0;
  }
};
// What a user writes of them. An error is a sentence that begins with the option, and names what is wrong.
Status add_slow(Faults&, const Topology&, std::string_view);  // "gpu3:2x", "gpu0-gpu1:4x"
Status add_late(Faults&, const Topology&, std::string_view);  // "gpu0-gpu1:10us"
Status add_cut(Faults&, const Topology&, std::string_view);   // "gpu0-gpu1"
Status set_jitter(Faults&, std::string_view);                 // "5%"

struct SimulateOptions {
  LinkModel links = LinkModel::fair;
  bool exact = false;      // every rank and every transfer, no shortcut
  bool streaming = false;  // fused receive-sends pass bytes on as they come (LL, LL128), not when complete
  bool trace = false;
  Faults faults;
  std::string protocol{};  // one of the machine's; empty where it has none, and for p2p
  LaunchMode launch = LaunchMode::processes;
  // The time of one call among many, each rank beginning the next as soon as it is done: what nccl-tests
  // measures. A chain's calls overlap; where every rank waits for all others, nothing does. No trace.
  bool loop = false;
  std::stop_token stop{};   // where it asks for it, the run is given up soon: an error of Fault::runtime
  ReportProgress report{};  // how far the run is; may be empty
};

// The same programs, machine and options give the same Run, on every computer.
// An error: streaming or stores to many over fifo links, more ranks than GPUs, no route between two ranks
// that talk, no switch for a group, a protocol the machine does not have, ranks that wait forever (who for
// whom).
Result<Run> simulate(const Programs&, const Machine&, const SimulateOptions& = {});

}  // namespace commlab
