#pragma once
// One finished experiment, as the window shows it; never changed once it is made. The window plays its trace,
// and knows neither simulator nor hardware.

#include <array>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/plan/outcome.h"
#include "core/playback/narration.h"
#include "core/playback/playback.h"
#include "core/playback/replay.h"
#include "core/playback/time_scale.h"
#include "core/trace/trace.h"

namespace commlab {

struct RunIndex;

struct Scene {
  // To find out what the ranks hold takes longest: seconds for millions of transfers. So a run's first scene
  // may leave it out, until a complete scene replaces it. `brought`: a run before it begins
  // (core/plan/before_the_run.h), of which nobody may know yet what it does and what it promises.
  enum class Holdings : std::uint8_t { found, later, brought };

  explicit Scene(Outcome played)
      : Scene(std::make_shared<const Outcome>(std::move(played)), Holdings::found) {}
  Scene(std::shared_ptr<const Outcome>, Holdings);
  // The same run, complete.
  static std::shared_ptr<const Scene> finished(const Scene&);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  const Trace& trace() const { return run.trace(); }
  const TimeScale& time_scale(TimeAxis axis) const { return scales[static_cast<int>(axis)]; }
  // Transfers that have started and not arrived; a transfer that arrives at t has arrived.
  std::vector<InFlight> in_flight(Time t) const;
  std::string sentence(Time) const;  // what happens at that time
  bool unfinished() const { return holdings == Holdings::later; }
  bool only_inputs() const { return holdings == Holdings::brought; }

  std::shared_ptr<const Outcome> played;  // scenes of one run share it
  const Outcome& run;                     // the same
  Holdings holdings;
  std::string no_replay;                  // a sentence: why there is no replay; empty: there is one
  std::optional<Replay> replay;           // what the ranks hold at any time
  Playback playback;                      // stepping through the trace
  std::optional<Narration> narration;     // nothing if there is no replay
  std::array<TimeScale, 3> scales;        // one for each TimeAxis
  std::shared_ptr<const RunIndex> index;  // never null; scenes of one run share it

 private:
  using FutureIndex = std::shared_future<std::shared_ptr<const RunIndex>>;
  static FutureIndex index_beside(const std::shared_ptr<const Outcome>&);
  Scene(std::shared_ptr<const Outcome>, Holdings, const FutureIndex&);
};
using ScenePointer = std::shared_ptr<const Scene>;

// Whether both show the same run, or both are null. Then everything that follows from the run alone can be
// kept.
inline bool of_one_run(const ScenePointer& a, const ScenePointer& b) {
  return a == b || (a && b && a->played == b->played);
}

}  // namespace commlab
