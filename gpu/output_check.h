#pragma once
// Whether the outputs of ranks are what the collective promises.

#include <functional>
#include <string>
#include <vector>

#include "gpu/deviations.h"
#include "gpu/rank_memory.h"

namespace commlab {

struct OutputCheck {
  std::string wrong;  // the first wrong value in a sentence (rank, block, element, found, expected); or empty
  bool rounded = false;  // some values differ, but no more than they may
};

// The memory of a rank's output; its storage has no memory if the rank is elsewhere.
struct RankOutput {
  Rank rank;
  Storage storage;
};
using Compare = std::function<Deviations(std::span<const PromisedMemory>, double slack)>;

// The outputs of our schedules must be equal bit for bit; those of a library's own collective may differ by
// its library_slack(). REQUIRES: exact_in_any_order(), or native_programs().
OutputCheck check_outputs(const Programs&, DataPattern, std::span<const RankOutput>, const Compare&);

}  // namespace commlab
