// What this program, built without CUDA, reports when you ask it to measure a GPU.

#include "gpu/cuda/cuda_backend.h"
#include "gpu/measure/cuda/cuda_meter.h"

namespace commlab {
namespace {

std::string missing() { return "no GPU for cuda: " + cuda_state().error().message; }

template <class Report>
Result<Report> refuse(const MeterSettings&) {
  return fail(Fault::runtime, "{}", missing());
}

}  // namespace

Meter cuda_meter(const std::filesystem::path&) {
  return {.name = "cuda",
          .lacks = missing,
          .copy = refuse<CopyReport>,
          .pairs = refuse<PairReport>,
          .overlap = refuse<OverlapReport>,
          .atomics = refuse<AtomicsReport>};
}

}  // namespace commlab
