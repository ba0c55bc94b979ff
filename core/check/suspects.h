#pragma once
// Which causes make measured times probable. Each cause that may be there is simulated; then the times that
// were measured decide, and how far predictions are off where nothing is wrong (core/machine/measured_calls.h
// says how such errors go together).

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/check/cause.h"
#include "core/fit/published_call.h"

namespace commlab {

// A call as simulated.
struct SimulatedCall {
  PublishedCall call;
  Time time;
  double spread;  // of the logarithm of measured / simulated, where nothing else is wrong
};
// An error: it cannot be simulated, or has no time that could be judged.
Result<SimulatedCall> simulated(const PublishedCalls&, const PublishedRow&);
PublishedCalls calls_of(const PublishedTable&, const CheckedRun&, const Predict&);

// A cause in one of its forms, or that nothing is wrong.
struct Hypothesis {
  const Cause* cause;  // null: nothing is wrong
  std::string what;
  CheckedRun run;
  double prior;                      // how probable it is before anything is measured
  std::vector<SimulatedCall> calls;  // one for each row
};

// REQUIRES: every row has a time.
std::vector<Time> times_of(std::span<const PublishedRow>);

// The run, or another reading of it that explains the times of these rows far better; then its setting says
// so. An error: as hypotheses_of().
Result<CheckedRun> likeliest_reading(const PublishedTable&, std::span<const PublishedRow>, CheckedRun,
                                     const Predict&, int cores);

// The first one is that nothing is wrong. Forms that change no time, make none slower, or cannot be
// simulated, are left out. An error: the sound run cannot be simulated, or a stop was asked for.
Result<std::vector<Hypothesis>> hypotheses_of(const PublishedTable&, std::span<const PublishedRow>,
                                              const CheckedRun&, const Rewire&, const Predict&, int cores);

struct Suspect {
  const Hypothesis* form;  // the one that fits best
  double probability;      // of the cause, in all its forms
  int place = 1;           // several whose times no row tells apart have the same place
};

struct Suspects {
  double normal = 1;            // the probability that nothing is wrong
  double unknown = 0;           // that something else is than these causes
  std::vector<Suspect> causes;  // the most probable first
};
// What the measured times of the rows say.
Suspects suspects_of(std::span<const Hypothesis>, std::span<const Time> measured);

}  // namespace commlab
