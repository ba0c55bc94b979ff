#include "gpu/calibrate/tempo_probes.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "gpu/calibrate/median.h"

namespace commlab {
namespace {

constexpr std::array sizes_of_a_tempo = {KiB(4), KiB(16), KiB(64), KiB(256), MiB(1), MiB(4)};
constexpr std::chrono::milliseconds short_round{4};

}  // namespace

std::vector<Bytes> tempo_sizes(const std::function<bool(Bytes)>& fits) {
  std::vector<Bytes> sizes;
  for (const Bytes size : sizes_of_a_tempo)
    if (sizes.empty() || fits(size)) sizes.push_back(size);
  return sizes;
}

Result<Time> time_tempo(const Tempo& tempo, Bytes message, const TimePrograms& time) {
  return time(ring_probe(tempo.ranks, tempo.messages, message, Opcode::recv_reduce), short_round)
      .map([](const Timing& timing) { return timing.total; });
}

TempoProbes::TempoProbes(Tempo tempo, std::vector<Bytes> sizes, TimePrograms time)
    : tempo_(std::move(tempo)), sizes_(std::move(sizes)), time_(std::move(time)) {}

void TempoProbes::begin_sweep() { sweeps_.emplace_back(sizes_.size()); }

Status TempoProbes::take_turn() {
  assert(!sweeps_.empty());
  for (std::size_t size = 0; size < sizes_.size(); ++size) {
    const Result<Time> time = time_tempo(tempo_, sizes_[size], time_);
    if (!time) return tl::unexpected(time.error());
    sweeps_.back()[size].push_back(*time);
  }
  return {};
}

// A time is the least of its sweeps, as all times of calibrations and comparisons are (probe_turns.h); the
// median of such times is the tempo.
TempoTime TempoProbes::time_of(std::size_t size) const {
  std::vector<Time> least = sweeps_.front()[size], medians;
  for (const std::vector<Turns>& sweep : sweeps_) {
    assert(sweep[size].size() == least.size());
    std::ranges::transform(least, sweep[size], least.begin(), [](Time a, Time b) { return std::min(a, b); });
    medians.push_back(median(sweep[size]));
  }
  const auto [fastest, slowest] = std::ranges::minmax(medians);
  return {.message = sizes_[size], .time = median(least), .fastest = fastest, .slowest = slowest};
}

Tempo TempoProbes::tempo() const {
  Tempo tempo = tempo_;
  tempo.times.clear();
  for (std::size_t size = 0; size < sizes_.size(); ++size) tempo.times.push_back(time_of(size));
  return tempo;
}

}  // namespace commlab
