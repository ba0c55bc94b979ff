#include "gpu/calibrate/probe_turns.h"

#include <algorithm>

namespace commlab {

Result<Timing> ProbeTurns::time(const std::string& what, const Programs& programs) {
  constexpr std::chrono::milliseconds budget{130};
  if (progress_) progress_(std::min(1.0, done_++ / turns_), what);
  const Result<Timing> turn = time_(programs, budget);
  if (!turn) return turn;
  const auto [best, first] = quietest_.try_emplace(what, *turn);
  if (turn->total < best->second.total) best->second = *turn;
  return best->second;
}

}  // namespace commlab
