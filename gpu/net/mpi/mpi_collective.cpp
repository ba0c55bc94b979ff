#include "gpu/net/mpi/mpi_collective.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/index.h"
#include "core/base/watchdog.h"
#include "gpu/host/host_clock.h"
#include "gpu/host/host_comparison.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/pause.h"
#include "gpu/memory_check.h"
#include "gpu/net/mpi/last_words.h"

namespace commlab {
namespace {

// The ranks do not start at exactly the same time.
constexpr std::chrono::milliseconds grace{1'000};

void end_job(const MpiCalls& calls, Rank self, CollectiveKind kind, std::chrono::milliseconds deadline) {
  say_last_words(fmt::format(
      "rank {}: MPI's own {} did not end within {} ms, so the job is aborted; a rank has not called "
      "it, or has stopped",
      self, name_of(kind), deadline.count()));
  calls.abort(runtime_failed);
}

}  // namespace

Status mpi_can_do(const Collective& c) {
  const auto cannot = [&](std::string_view what) {
    return fail("--algorithm native: MPI {}; commlab's own algorithms can do it: commlab list algorithms",
                what);
  };
  if (reduces(c.kind) && is_narrow_float(c.dtype))
    return cannot(fmt::format("has no type for {}", name_of(c.dtype)));
  if (reduces(c.kind) && c.op == ReduceOp::avg) return cannot("has no operation for avg");
  const bool alike = c.kind == CollectiveKind::broadcast || c.kind == CollectiveKind::reduce ||
                     c.kind == CollectiveKind::all_reduce || c.kind == CollectiveKind::p2p;
  if (c.in_place && !alike)
    return cannot(fmt::format("would need other buffers for {} in place", name_of(c.kind)));
  const std::int64_t in_one_call = is_uneven(c) ? c.counts.largest_buffer() : c.count;
  if (in_one_call > most_mpi_bytes / size_of(c.dtype))
    return cannot(fmt::format("counts {} at most in one call", to_human(Bytes{most_mpi_bytes})));
  return {};
}

MpiCollective::MpiCollective(const Programs& programs, const MpiCalls& calls, Rank self, Arrival arrival,
                             IssueOrder order, RankMemory memory)
    : programs_(programs),
      calls_(calls),
      self_(self),
      arrival_(arrival),
      order_(std::move(order)),
      memory_(std::move(memory)) {
  last_.began.resize(order_.lanes.size());
  last_.ended.resize(order_.lanes.size());
  last_.stamps.resize(order_.instructions.size());
}

Result<std::unique_ptr<MpiCollective>> MpiCollective::prepare(const Programs& programs, const MpiCalls& calls,
                                                              Rank self, Arrival arrival,
                                                              HostDevice& device) {
  const Collective& c = programs.collective;
  if (const Status able = mpi_can_do(c); !able) return tl::unexpected(able.error());
  auto order = issue_order(programs);
  if (!order) return tl::unexpected(order.error());
  const RankShape shape = shape_of(programs, self);
  const Bytes needed = shape.bytes(c.dtype);
  if (const Status fits = check_fits(programs, needed, available_host_memory()); !fits)
    return tl::unexpected(fits.error());
  const auto memory = device.allocate(self, needed);
  if (!memory) return tl::unexpected(memory.error());
  return std::unique_ptr<MpiCollective>(new MpiCollective(programs, calls, self, arrival, *std::move(order),
                                                          laid_out(shape, c.dtype, *memory)));
}

std::span<std::byte> MpiCollective::input() const {
  return memory_[Buffer::input].of(memory_.shape.input, programs_.collective.dtype);
}

std::span<std::byte> MpiCollective::output() const {
  return memory_[Buffer::output].of(memory_.shape.output, programs_.collective.dtype);
}

Status MpiCollective::fill(DataPattern data) {
  const Collective& c = programs_.collective;
  for (const Storage& buffer : memory_.buffers)
    std::ranges::fill(buffer.of(buffer.elements, c.dtype), poison);
  write_values(c.dtype, c.op, input(), input_values(c, programs_.partition, data, self_));
  return {};
}

Result<Time> MpiCollective::run_once(std::chrono::milliseconds deadline) {
  if (arrival_.is_absent) {  // until another rank's guard ends the job
    std::this_thread::sleep_for(deadline + 2 * grace);
    return fail(Fault::runtime, "no end within {} ms: rank {} never arrived", deadline.count(), self_);
  }
  const Watchdog watchdog(std::chrono::steady_clock::now() + deadline + grace,
                          [&] { end_job(calls_, self_, programs_.collective.kind, deadline); });
  const auto lane = index(order_.first_lane[index(self_)]);
  last_.opened = host_now();
  pause_for(arrival_.late, [] { return false; });
  last_.began[lane] = host_now();
  for (int call = 0; call < last_.calls; ++call)
    calls_.collective({.collective = programs_.collective,
                       .self = self_,
                       .input = input().data(),
                       .output = output().data()});
  last_.ended[lane] = host_now();
  return last_.time();
}

Result<OutputCheck> MpiCollective::check(DataPattern data) const {
  const Collective& c = programs_.collective;
  const RankOutput output{self_, memory_[Buffer::output]};
  return check_outputs(programs_, data, {&output, 1}, [&](auto parts, double slack) {
    return compare_on_host(parts, c.dtype, c.op, slack);
  });
}

Result<std::vector<Memory>> MpiCollective::outputs() const {
  std::vector<Memory> all(index(programs_.collective.ranks));
  all[index(self_)].assign(output().begin(), output().end());
  return all;
}

}  // namespace commlab
