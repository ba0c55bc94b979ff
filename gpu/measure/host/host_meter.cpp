#include "gpu/measure/host/host_meter.h"

#include "gpu/measure/host/host_atomics.h"
#include "gpu/measure/host/host_copies.h"
#include "gpu/measure/host/host_overlap.h"
#include "gpu/measure/host/host_pairs.h"

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
