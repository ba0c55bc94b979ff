#pragma once
// Algorithm `nccl`: what NCCL would choose here (core/nccl), run as the algorithm of ours that moves data as
// NCCL's does.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/choice.h"
#include "core/plan/planner.h"
#include "core/plan/setup.h"

namespace commlab {

inline constexpr std::string_view nccl_name = "nccl";  // as --algorithm takes it

// The algorithm, its protocol and its channels. An error if the settings leave NCCL nothing. REQUIRES: a
// machine with GPUs for all ranks.
Result<Choice> choose_as_nccl(const Setup&, const Planner&);

// The call that NCCL makes of the setup's collective. nullopt if the machine does not know NCCL's costs, or
// where nothing is sent. `way`: for collectives that NCCL tunes.
std::optional<RoutedCall> nccl_call_of(const Setup&, const std::optional<NcclWay>& way);

// Our algorithm that moves data as the call does. An error: there is none.
Result<const Algorithm*> our_algorithm(const RoutedCall&, const Layout&);

// The call with these costs, whatever those of the setup's machine are. REQUIRES: is_complete(costs).
Result<Choice> choice_of_call(const Setup&, const RoutedCall&, const NcclCosts&);

// The same choice for another setup: in place, or of another size.
Choice again(Choice, const Setup&);

// Our algorithm for a way that NCCL may take: "hierarchical:ring,double-tree". An error if there is none.
Result<Choice> choice_of_way(const Setup&, const NcclComm&, const NcclWay&, const Planner&);

// What it takes to have the algorithm with this protocol on GPUs: "NCCL_ALGO=Ring NCCL_PROTO=LL"; "NCCL",
// which makes the collective of sends and receives; or "own kernels". Empty where NCCL's costs are not known.
std::string needs_of(const Setup&, const Algorithm&, ProtocolChoice);

// One of NCCL's candidates, and how long it takes in simulation.
struct SimulatedCandidate {
  NcclCandidate candidate;
  NcclWay way;                 // with channels and threads, if it is not excluded
  std::optional<Time> time{};  // nullopt if it is excluded, or if it cannot be simulated
  std::string why_not{};       // why it cannot be simulated
};
// All of them, in NCCL's order. REQUIRES: is_tuned_by_nccl.
std::vector<SimulatedCandidate> simulated_candidates(const Setup&, const NcclComm&, const Planner&);

// "Ring/LL128"
std::string way_text(NcclAlgorithm, NcclProtocol);
// "NCCL 2.28 chooses Ring with LL128 on 24 channels of 640 threads; it estimates 40.6 us"
std::string sentence_of(const NcclWay&, NcclVersion);

}  // namespace commlab
