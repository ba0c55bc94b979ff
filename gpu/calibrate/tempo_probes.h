#pragma once
// Times the programs of a Tempo: between the probes of a calibration, and later, to see whether the computer
// has become slower. Each time is one short round, of a few milliseconds, so that it can be taken often.

#include <vector>

#include "core/machine/tempo.h"
#include "gpu/calibrate/probes.h"

namespace commlab {

// The sizes of a tempo's messages that fit, as the predicate says of each; at least the smallest.
std::vector<Bytes> tempo_sizes(const std::function<bool(Bytes)>& fits);

// How long the program with these messages takes now. Errors: those of `time`.
Result<Time> time_tempo(const Tempo&, Bytes message, const TimePrograms& time);

class TempoProbes {
 public:
  // `tempo` says what runs; its times are not used.
  TempoProbes(Tempo tempo, std::vector<Bytes> sizes, TimePrograms time);

  void begin_sweep();
  // Times every program once, for the sweep that began last. REQUIRES: a sweep began.
  Status take_turn();
  // REQUIRES: every sweep had the same number of turns, at least one.
  Tempo tempo() const;

 private:
  using Turns = std::vector<Time>;  // of one size in one sweep
  TempoTime time_of(std::size_t size) const;

  Tempo tempo_;
  std::vector<Bytes> sizes_;
  TimePrograms time_;
  std::vector<std::vector<Turns>> sweeps_;  // by sweep and size
};

}  // namespace commlab
