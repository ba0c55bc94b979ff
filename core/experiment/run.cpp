// Bandwidths as nccl-tests reports them, so that our numbers stand next to its.
//
//   algbw = size / time                        what the caller sees
//   busbw = algbw * busbw_factor(kind, ranks)  how much the slowest link must have carried

#include "core/experiment/run.h"

#include <algorithm>

namespace commlab {

std::string where_text(const Run& run) {
  return fmt::format("{}{}{}", run.where, run.where.empty() || run.details.empty() ? "" : "; ", run.details);
}

Measurement measure(const Collective& collective, const Run& run) {
  const auto [least, most] = std::minmax_element(run.times.begin(), run.times.end());
  return {.size = size_of(collective),
          .median = run.finish,
          .min = run.times.empty() ? run.finish : *least,
          .max = run.times.empty() ? run.finish : *most};
}

double algbw_GBps(const Collective& collective, Time time) {
  if (time.ps == 0) return 0;
  return static_cast<double>(size_of(collective).count) / 1e9 / seconds_of(time);
}

double busbw_factor(CollectiveKind kind, int ranks) {
  const double n = ranks;
  if (kind == CollectiveKind::all_reduce) return 2 * (n - 1) / n;
  return has_blocks(kind) ? (n - 1) / n : 1;
}

double busbw_GBps(const Collective& collective, Time time) {
  return algbw_GBps(collective, time) * busbw_factor(collective.kind, collective.ranks);
}

double Comparison::error_percent() const {
  if (measured.median.ps == 0) return 0;
  return 100.0 * static_cast<double>(predicted.ps - measured.median.ps) /
         static_cast<double>(measured.median.ps);
}

std::string state_of(const Backend& backend) {
  if (!backend.state) return "ready";
  const Result<std::string> state = backend.state();
  return state ? "ready: " + *state : state.error().message;
}

Status ready(const Backend& backend) {
  if (!backend.state) return {};
  return backend.state().map([](const std::string&) {});
}

}  // namespace commlab
