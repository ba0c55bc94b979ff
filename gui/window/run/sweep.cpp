#include "gui/window/run/sweep.h"

#include <utility>

namespace commlab {
namespace {

constexpr std::size_t quick = 12'000;  // transfers: about 0.1 s for each size

Experiment without_size(Experiment experiment) {
  experiment.size.reset();
  experiment.count.reset();
  return experiment;
}

bool same_curve(const Outcome& a, const Outcome& b) {
  return without_size(a.experiment) == without_size(b.experiment);
}

bool comparable(const Outcome& a, const Outcome& b) {
  const Experiment &one = a.experiment, &other = b.experiment;
  return one.collective == other.collective && one.machine == other.machine && one.on == other.on &&
         one.nic == other.nic && one.gpu == other.gpu && one.dtype == other.dtype &&
         one.launch == other.launch && one.loop == other.loop &&
         a.trace().collective.ranks == b.trace().collective.ranks;
}

}  // namespace

std::vector<Bytes> plotted_sizes() {
  std::vector<Bytes> sizes;
  for (Bytes size = KiB(1); size <= MiB(1024); size.count *= 4) sizes.push_back(size);
  return sizes;
}

bool quick_to_sweep(const Outcome& run) {
  return run.models && run.experiment.counts.empty() && !run.trace().recorded &&
         run.trace().transfers.size() <= quick;
}

void follow_run(SweepState& sweep, const Outcome& before, const Outcome& now) {
  if (same_curve(before, now)) return;
  const bool edited = before.trace().algorithm == now.trace().algorithm;
  if (!comparable(before, now))
    sweep.former.reset();
  else if (!sweep.points.empty())
    sweep.former = {edited ? "before the change" : before.trace().algorithm, edited, std::move(sweep.points)};
  sweep.points.clear();
}

}  // namespace commlab
