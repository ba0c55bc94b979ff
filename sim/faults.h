#pragma once
// Faults are inputs: what goes wrong in a run, on a machine that may be damaged itself
// (core/machine/damage.h).

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
  struct LateGpu {
    int gpu;
    Time more;
  };
  std::vector<SlowGpu> slow_gpus;  // everything the GPU sends and all its work takes `factor` times as long
  std::vector<LateGpu> late_gpus;  // the GPU's rank begins so much later than the others
  std::vector<Rank> absent;  // these ranks never arrive
  double jitter = 0;         // each transfer takes up to this fraction longer
  std::uint64_t seed = 1;
  bool any() const { return !slow_gpus.empty() || !late_gpus.empty() || !absent.empty() || jitter > 0; }
};

// Reads "5%". An error is a sentence that begins with the option and names what is wrong.
Status set_jitter(Faults&, std::string_view);

}  // namespace commlab
