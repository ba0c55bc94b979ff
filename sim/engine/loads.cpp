#include "sim/engine/loads.h"

#include <algorithm>
#include <cmath>

#include "core/base/splitmix.h"
#include "core/programs/touched_memory.h"

namespace commlab {
namespace {

// The traffic is counted only where a memory is shared.
std::int64_t traffic_of_reduction(const Work& work) {
  if (work.memory == Bandwidth{}) return one_stretch;
  return std::llround(work.reduction_traffic * static_cast<double>(one_stretch));
}

// The same work counted in bytes of traffic, `traffic` * 2^-20 for each byte. Work that runs alone takes as
// long as before.
Flows::Load as_traffic(const Flows::Load& load, std::int64_t traffic) {
  const auto scaled = [traffic](std::int64_t value) {
    return static_cast<std::int64_t>(
        std::min<__int128>(unlimited / 2, static_cast<__int128>(value) * traffic >> 20));
  };
  return {.bytes = load.bytes,
          .stretch = scaled(load.stretch),
          .cap = load.cap == unlimited ? unlimited : scaled(load.cap)};
}

std::vector<Bytes> memory_by_processor(const RunSetting& run, std::size_t processors) {
  std::vector<Bytes> memory(processors);
  const std::vector<Bytes> touched = touched_memory(run.programs);
  for (std::size_t rank = 0; rank < touched.size(); ++rank)
    memory[run.machine.work.processor_of(static_cast<Rank>(rank))].count += touched[rank].count;
  return memory;
}

}  // namespace

Loads::Loads(const RunSetting& run)
    : run_(run),
      wire_(stretch_on_the_wire(run.protocol)),
      reduction_(traffic_of_reduction(run.machine.work)),
      jitter_(static_cast<std::int64_t>(run.options.faults.jitter * static_cast<double>(one_stretch))) {
  if (run.programs.uniform())
    uniform_chunk_bytes_ = run.programs.partition.chunk(0, 0).size() * size_of(run.programs.collective.dtype);
  const Work& work = run.machine.work;
  const std::size_t processors = index(work.processors > 0 ? work.processors : run.programs.collective.ranks);
  if (work.by_memory) memory_ = memory_by_processor(run, processors);
  if (!work.wakes_lanes()) return;
  beside_.assign(processors, -1);
  for (std::uint32_t lane = 0; lane < run.placement.lanes.size(); ++lane) ++beside_[processor(lane)];
}

Flows::Load Loads::of_work(std::uint32_t lane, const Instruction& i, const LaneCosts& costs) const {
  const std::int64_t size = bytes(lane, i);
  Rate cap = cap_of(curve_of(i.op), lane, size);
  if (receives(i.op)) cap = with_its_cost(cap, size, run_.machine.work.per_message);
  const Flows::Load load{.bytes = size, .stretch = costs.stretch, .cap = cap};
  return reduces(i.op) ? as_traffic(load, reduction_) : load;
}

std::int64_t Loads::jittered(std::int64_t stretch, std::uint32_t lane, std::int32_t nth) const {
  const std::uint64_t question = splitmix(run_.options.faults.seed) ^
                                 (static_cast<std::uint64_t>(lane) << 32 | static_cast<std::uint32_t>(nth));
  const auto luck = static_cast<std::int64_t>(splitmix(question) >> 44);  // of 2^20
  return stretched(stretch, one_stretch + ((jitter_ * luck) >> 20));
}

}  // namespace commlab
