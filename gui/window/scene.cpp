#include "gui/window/scene.h"

#include <span>
#include <utility>

namespace commlab {
namespace {

std::optional<Replay> replay_of(const Played& run, Scene::Holdings holdings, std::string& why_not) {
  if (!run.programs || holdings == Scene::Holdings::later) return std::nullopt;
  Result<Replay> replay = Replay::of(run.trace, *run.programs);
  if (replay) return std::move(*replay);
  why_not = replay.error().message;
  return std::nullopt;
}

}  // namespace

Scene::Scene(std::shared_ptr<const Played> of, Holdings wanted)
    : played(std::move(of)),
      run(*played),
      holdings(run.programs ? wanted : Holdings::found),
      no_replay(unfinished() ? "What ranks hold is still being found out." : run.no_programs),
      replay(replay_of(run, holdings, no_replay)),
      playback(run.trace, replay ? replay->deposits() : std::span<const Deposit>{}),
      scales{TimeScale(TimeAxis::linear, playback), TimeScale(TimeAxis::logical, playback),
             TimeScale(TimeAxis::stretched, playback)} {
  if (replay) narration.emplace(run.trace, *replay, playback);
}

std::vector<InFlight> Scene::in_flight(Time t) const {
  std::vector<InFlight> flights = playback.in_flight(run.trace, t);
  std::erase_if(flights, [](const InFlight& flight) { return flight.fraction >= 1; });
  return flights;
}

std::string Scene::sentence(Time t) const {
  if (narration) return narration->caption(t);
  const std::int64_t under_way = playback.under_way(t);
  return fmt::format("{} transfer{} under way", under_way, under_way == 1 ? " is" : "s are");
}

}  // namespace commlab
