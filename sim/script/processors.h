#pragma once
// The SMs of every rank's GPU. Where a script says `sms 20 of 132`, a call takes 20 of them from when the
// rank's communication stream begins it, also while it waits for the other ranks, until it ends; what the
// compute streams do shares the others evenly:
//
//   compute(10 ms) beside a call of 4 ms:  4 ms at 112/132, and the rest alone: 10.606 ms
//
// A call that would need more SMs than there are waits until another one ends. Without such a line, calls and
// streams take nothing from one another.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/script/program.h"
#include "sim/script/events.h"
#include "sim/script/slowed_work.h"

namespace commlab {

class ScriptProcessors {
 public:
  ScriptProcessors(const ScriptProgram&, ScriptEvents&);  // keeps references

  // Whether there are SMs for one more call.
  bool has_room(Rank) const;
  void call_begins(Rank);  // REQUIRES: has_room().
  void call_ends(Rank);

  // The stream begins work that takes so long alone. Its end is posted as stream_goes_on, with a stamp.
  void work_begins(Rank, int stream, Time work);
  // Event: returns false if the end that was due under this stamp has moved, so that the event no longer
  // counts.
  bool work_ends(Rank, int stream, std::uint32_t stamp);

 private:
  struct StreamAtWork {
    std::optional<SlowedWork> work{};
    std::uint32_t stamp = 0;  // of the last end that was posted
  };
  Speed speed(Rank, int works) const;
  void share(Rank);
  void post_end(Rank, int stream);

  const ScriptProgram& program_;
  ScriptEvents& events_;
  std::vector<int> calls_;                          // that run, by rank
  std::vector<std::vector<StreamAtWork>> at_work_;  // by rank and stream
};

}  // namespace commlab
