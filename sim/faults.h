#pragma once
// Faults are inputs: what goes wrong in a run, and the text with which users describe it.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/machine/machine.h"

namespace commlab {

struct Faults {
  struct SlowGpu {
    int gpu;
    double factor;  // at least 1
  };
  // Faults of links apply to both directions.
  struct SlowLink {
    NodeId from, to;
    double factor;  // at least 1
  };
  struct LateLink {
    NodeId from, to;
    Time more;
  };
  struct LateGpu {
    int gpu;
    Time more;
  };
  struct CutLink {
    NodeId from, to;
  };
  std::vector<SlowGpu> slow_gpus;  // everything the GPU sends and all its work takes `factor` times as long
  std::vector<SlowLink> slow_links;
  std::vector<LateLink> late_links;
  std::vector<LateGpu> late_gpus;  // the GPU's rank begins so much later than the others
  std::vector<CutLink> cut_links;
  std::vector<Rank> absent;  // these ranks never arrive
  double jitter = 0;         // each transfer takes up to this fraction longer
  std::uint64_t seed = 1;
  bool any() const {
    return !slow_gpus.empty() || !slow_links.empty() || !late_links.empty() || !late_gpus.empty() ||
           !cut_links.empty() || !absent.empty() || jitter > 0;
  }
};

// Each function adds one fault from a user's text. An error is a sentence that begins with the option and
// names what is wrong.
Status add_slow(Faults&, const Topology&, std::string_view);  // "gpu3:2x", "gpu0-gpu1:4x"
Status add_late(Faults&, const Topology&, std::string_view);  // "gpu0-gpu1:10us", "gpu3:50us"
Status add_cut(Faults&, const Topology&, std::string_view);   // "gpu0-gpu1"
Status set_jitter(Faults&, std::string_view);                 // "5%"

}  // namespace commlab
