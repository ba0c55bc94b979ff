#include "core/collective/contributions.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "core/base/splitmix.h"

namespace commlab {
namespace {

// Counts stop here, so that repeated doubling does not overflow.
constexpr int most_times = 1 << 20;

}  // namespace

ValueId Contributions::of_rank(Rank rank, int chunk, std::uint64_t name) {
  values_.push_back({chunk, static_cast<std::uint32_t>(runs_.size()), 1, false, splitmix(name)});
  runs_.push_back({rank, rank + 1, 1});
  return static_cast<ValueId>(values_.size()) - 1;
}

// Walks both lists of runs side by side, from each begin or end of a run to the next.
ValueId Contributions::combined(ValueId a, ValueId b) {
  const auto first_run = static_cast<std::uint32_t>(runs_.size());
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  Rank here = 0;
  const auto next_edge = [&](ValueId id, std::uint32_t k) {
    if (k == at(id).runs) return INT32_MAX;
    return run(id, k).first > here ? run(id, k).first : run(id, k).last;
  };
  const auto times_here = [&](ValueId id, std::uint32_t k) {
    return k < at(id).runs && run(id, k).first <= here ? run(id, k).times : 0;
  };
  while (i < at(a).runs || j < at(b).runs) {
    const Rank edge = std::min(next_edge(a, i), next_edge(b, j));
    const int times = std::min(times_here(a, i) + times_here(b, j), most_times);
    if (times > 0) append(first_run, {here, edge, once_ ? 1 : times});
    here = edge;
    if (i < at(a).runs && run(a, i).last == here) ++i;
    if (j < at(b).runs && run(b, j).last == here) ++j;
  }
  // Two different expressions share a number with probability 2^-64.
  const auto [lesser, greater] = std::minmax({expression(a), expression(b)});
  const bool repeats = std::any_of(runs_.begin() + first_run, runs_.end(), [](Run r) { return r.times > 1; });
  values_.push_back({chunk(a) == chunk(b) ? chunk(a) : mixed, first_run,
                     static_cast<std::uint32_t>(runs_.size()) - first_run, repeats,
                     splitmix(splitmix(lesser) ^ greater)});
  return static_cast<ValueId>(values_.size()) - 1;
}

// The runs that pass the last rank come first, then the others; one run may be cut in two.
ValueId Contributions::turned(ValueId id, int by, int ranks, int chunk) {
  Value value = at(id);
  const std::uint32_t before = value.first_run;
  value.first_run = static_cast<std::uint32_t>(runs_.size());
  for (const bool passed : {true, false})
    for (std::uint32_t r = before; r < before + value.runs; ++r) {
      const Run old = runs_[r];
      const Rank shift = passed ? by - ranks : by;
      const Rank first = std::max(old.first + shift, 0), last = std::min(old.last + shift, ranks);
      if (first < last) append(value.first_run, {first, last, old.times});
    }
  value.runs = static_cast<std::uint32_t>(runs_.size()) - value.first_run;
  value.chunk = chunk;
  values_.push_back(value);
  return static_cast<ValueId>(values_.size()) - 1;
}

void Contributions::append(std::uint32_t first_run, Run run) {
  if (runs_.size() > first_run && runs_.back().last == run.first && runs_.back().times == run.times)
    runs_.back().last = run.last;
  else
    runs_.push_back(run);
}

bool Contributions::has(ValueId id, Rank rank) const {
  for (std::uint32_t i = 0; i < at(id).runs; ++i)
    if (run(id, i).first <= rank && rank < run(id, i).last) return true;
  return false;
}

int Contributions::contributors(ValueId id) const {
  int ranks = 0;
  for (const Run& run : runs(id)) ranks += run.last - run.first;
  return ranks;
}

bool Contributions::is_rank(ValueId id, Rank rank) const {
  return at(id).runs == 1 && run(id, 0) == Run{rank, rank + 1, 1};
}

bool Contributions::is_all(ValueId id, int ranks) const {
  return at(id).runs == 1 && run(id, 0) == Run{0, ranks, 1};
}

std::vector<Contributions::Run> Contributions::missing(ValueId id, int ranks) const {
  std::vector<Run> gaps;
  Rank here = 0;
  for (std::uint32_t i = 0; i < at(id).runs; ++i) {
    if (run(id, i).first > here) gaps.push_back({here, run(id, i).first, 1});
    here = run(id, i).last;
  }
  if (here < ranks) gaps.push_back({here, ranks, 1});
  return gaps;
}

std::vector<Contributions::Run> Contributions::repeated(ValueId id) const {
  std::vector<Run> found;
  for (std::uint32_t i = 0; i < at(id).runs; ++i)
    if (run(id, i).times > 1) found.push_back(run(id, i));
  return found;
}

std::string Contributions::text(ValueId id) const {
  const auto first = runs_.begin() + at(id).first_run;
  return ranks_to_text(std::vector<Run>(first, first + at(id).runs));
}

std::string ranks_to_text(const std::vector<Contributions::Run>& runs) {
  const bool one = runs.size() == 1 && runs[0].last == runs[0].first + 1;
  std::string text = one ? "rank " : "ranks ";
  for (const Contributions::Run& run : runs) {
    if (&run != runs.data()) text += ", ";
    text += fmt::format("{}", run.first);
    if (run.last == run.first + 2) text += fmt::format(", {}", run.first + 1);
    if (run.last > run.first + 2) text += fmt::format("..{}", run.last - 1);
    if (run.times == 2) text += " twice";
    if (run.times > 2) text += fmt::format(" {} times", run.times);
  }
  return text;
}

std::string ranks_to_text(std::vector<Rank> ranks) {
  std::ranges::sort(ranks);
  std::vector<Contributions::Run> runs;
  for (const Rank rank : ranks) {
    if (runs.empty() || runs.back().last != rank) runs.push_back({rank, rank, 1});
    ++runs.back().last;
  }
  return ranks_to_text(runs);
}

}  // namespace commlab
