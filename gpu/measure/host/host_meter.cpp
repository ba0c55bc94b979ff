#include "gpu/measure/host/host_meter.h"

namespace commlab {

Meter host_meter() {
  return {.name = "host",
          .lacks = [] { return std::string(); },
          .copy = host_copies,
          .pairs = host_pairs,
          .overlap = host_overlap,
          .atomics = host_atomics};
}

}  // namespace commlab
