#include "gpu/late.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace commlab {
namespace {

constexpr std::size_t most_told = 3;

// How far each lane got, by its stamps.
LaneProgress progress_of(const Programs& programs, const IssueOrder& order, const Iteration& iteration) {
  LaneProgress progress(programs);
  for (std::size_t i = 0; i < order.instructions.size(); ++i)
    if (iteration.stamps[i].end != 0) progress.advance(order.instructions[i].lane);
  return progress;
}

// Ranks with no lane that began.
std::set<Rank> missing_ranks(const IssueOrder& order, const Iteration& iteration) {
  std::set<Rank> missing;
  for (const LaneProgress::Lane& lane : order.lanes) missing.insert(lane.rank);
  for (std::size_t lane = 0; lane < order.lanes.size(); ++lane)
    if (iteration.began[lane] != 0) missing.erase(order.lanes[lane].rank);
  return missing;
}

// The waits for a missing rank; if no rank is missing, all waits.
std::vector<std::string> waits(const LaneProgress& progress, const std::set<Rank>& missing) {
  std::vector<std::string> told;
  for (int lane = 0; lane < static_cast<int>(progress.lanes().size()); ++lane) {
    const LaneProgress::Lane& state = progress.lanes()[lane];
    if (state.finished() || missing.contains(state.rank)) continue;
    const auto need = progress.needs(lane);
    if (need && (missing.empty() || missing.contains(need->rank))) told.push_back(progress.wait_text(lane));
    if (!need)
      told.push_back(fmt::format("rank {} is at work in step {}", state.rank, state.instruction().step + 1));
  }
  return told;
}

}  // namespace

Error late(const Programs& programs, const IssueOrder& order, const Iteration& iteration,
           std::chrono::milliseconds deadline) {
  const LaneProgress progress = progress_of(programs, order, iteration);
  const std::set<Rank> missing = missing_ranks(order, iteration);
  return late(missing, waits(progress, missing), deadline);
}

Error late(const std::set<Rank>& missing, std::vector<std::string> waits,
           std::chrono::milliseconds deadline) {
  std::vector<std::string> story;
  for (const Rank rank : missing) story.push_back(fmt::format("rank {} never arrived", rank));
  const std::size_t more = waits.size() - std::min(waits.size(), most_told);
  waits.resize(waits.size() - more);
  story.insert(story.end(), waits.begin(), waits.end());
  if (more > 0) story.push_back(fmt::format("and {} more wait", more));
  if (story.empty()) story.emplace_back("all ranks ended later, so the run is slow but does not hang");
  return {fmt::format("no end within {} ms: {}", deadline.count(), fmt::join(story, "; ")), Fault::runtime};
}

}  // namespace commlab
