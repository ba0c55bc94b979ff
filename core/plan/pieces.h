#pragma once
// Into how many pieces a pipelined algorithm cuts the vector: many pieces keep every link busy, few pieces
// pay the latency less often. A protocol that stores pieces has a size for them. If the machine has no
// protocols, the formula of the algorithm's page says where to search, and the prediction decides.

#include <memory>
#include <optional>
#include <string>

#include "core/plan/planned_programs.h"
#include "core/plan/planner.h"
#include "core/plan/setup.h"

namespace commlab {

inline constexpr int most_pieces = 4096;

struct Pieces {
  int pieces;
  Time time;        // predicted time; where given_up, the time that it takes longer than
  std::string why;  // empty if there was no choice
  bool given_up = false;
  std::shared_ptr<const Run> run{};  // null if several numbers were tried
};

// Whether the user left the number open, and the algorithm is pipelined.
bool has_pieces_to_choose(const Setup&, const Algorithm&);

// The number that follows from the protocol, and why; nothing else is predicted. Nothing if the user asked
// for a number, if there is none to choose, or if the machine has no protocols.
struct PiecesOfProtocol {
  int pieces;
  std::string why;
};
std::optional<PiecesOfProtocol> pieces_of_protocol(const Setup&, PlannedPrograms&);

// The number that the user asked for. If a pipelined algorithm has none: the number that the protocol makes,
// or without protocols, the power of two that is the fastest in prediction, to a hundredth. Other algorithms:
// 1. `limit`: where the number is known, a run that takes longer may be given up.
// REQUIRES: a machine with GPUs for all ranks; the setup's protocol is one of the machine's, or "auto" if the
// machine has none.
Result<Pieces> fastest_pieces(const Setup&, PlannedPrograms&, const Predict&, Time limit);

}  // namespace commlab
