#pragma once
// One experiment, done: what ran, how long it took, how that compares with what is possible.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/experiment/run.h"
#include "core/plan/choice.h"
#include "core/plan/planner.h"
#include "core/plan/setup.h"
#include "core/programs/programs.h"

namespace commlab {

// Above this many transfers a run is not traced unless the user asks: memory stays small.
inline constexpr std::int64_t most_traced_transfers = 200'000;
// Above this many ranks (contributions grow with their square) only `commlab verify` proves.
inline constexpr int most_ranks_proved_by_the_way = 512;

struct Wants {
  bool trace = false;       // whatever it costs
  bool buffers = false;     // every rank's memory before and after
  std::stop_token stop{};   // asks a model to give up
  ReportProgress report{};  // how far it is
};

struct Outcome {
  Experiment experiment;   // the line that does it again, defaults and algorithm included
  std::string why;         // of the algorithm, where the user did not choose it
  std::string why_pieces;  // likewise
  std::optional<Machine> machine;
  const Algorithm* algorithm = nullptr;
  Programs programs;
  Run run;                        // the trace carries the experiment's line
  std::optional<Chain> chain;     // where there is a simulated trace
  std::optional<Bound> bound;     // where there is a machine with enough GPUs
  std::optional<bool> one_order;  // all ranks combine in one order: equal bits; unknown for large ones
  std::optional<bool> verified;   // data checked, or schedule proved; unknown for large ones

  const Collective& collective() const { return programs.collective; }
};

Result<Outcome> perform(const Setup&, const Choice&, const Planner&, Wants = {});

// An algorithm that does not do this here, and the sentence that says why.
struct Refused {
  const Algorithm* algorithm;
  Error why;
};

struct Performance {
  std::vector<Outcome> outcomes;  // never empty
  std::vector<Refused> refused;   // empty where one algorithm was named
};

// The same, for every algorithm chosen. An error where none of them can.
Result<Performance> perform_all(const Setup&, const Planner&, Wants = {});

// "no algorithm does this here", and why the first of them does not.
tl::unexpected<Error> nobody_can(const Collective&, const std::vector<Refused>&);

// Where there is a machine with enough GPUs, and not too many for the bound to be found soon.
std::optional<Bound> bound_of(const Setup&);

// What sets the bound, and over which links where not over all: "gpu0 -> gpu1".
std::string bound_place(const Bound&, const Experiment&);
double percent_of_bound(const Outcome&);  // 100 = as fast as anything can be. REQUIRES: bound.

// Of each destination of a p2p, in order: when its last byte arrived. REQUIRES: a trace.
std::vector<Time> arrival_times(const Trace&, const std::vector<Rank>& destinations);

}  // namespace commlab
