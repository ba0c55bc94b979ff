#include "gui/window/run/scene.h"

#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/numbers.h"
#include "gui/window/run/run_index.h"

namespace commlab {
namespace {

std::string text_of_range(const RankRange& ranks) {
  return ranks.ranks == 1 ? fmt::format("rank {}", ranks.first)
                          : fmt::format("ranks {}..{}", ranks.first, ranks.first + ranks.ranks - 1);
}

// REQUIRES: only a group of ranks was recorded.
std::string why_no_holdings(const Run& run) {
  return fmt::format(
      "What each rank holds is shown only if all are recorded. Here only {} of {} were, because the others "
      "do the same at the same times{}. To record all, add --exact to the options.",
      text_of_range(*run.trace->recorded), with_commas(run.trace->collective.ranks),
      run.rounded_up ? ", with every chunk as large as the largest one" : "");
}

std::optional<Replay> replay_of(const Outcome& run, Scene::Holdings holdings, std::string& why_not) {
  if (run.trace().recorded) {
    why_not = why_no_holdings(run.run);
    return std::nullopt;
  }
  if (!run.programs || holdings == Scene::Holdings::later) return std::nullopt;
  Result<Replay> replay = Replay::of(run.trace(), *run.programs);
  if (replay) return std::move(*replay);
  why_not = replay.error().message;
  return std::nullopt;
}

// Not so in some browsers. There std::async neither begins a thread nor fails: it waits for ever.
bool threads_can_begin() {
  try {
    std::thread([] {}).join();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

// Makes a large run's index in a thread of its own, while the rest of the scene is made.
Scene::FutureIndex Scene::index_beside(const std::shared_ptr<const Outcome>& run) {
  constexpr std::size_t worth_a_thread = 10'000;  // transfers
  const bool beside = run->trace().transfers.size() > worth_a_thread && threads_can_begin();
  const auto how = beside ? std::launch::async : std::launch::deferred;
  return std::async(how, [run] { return std::make_shared<const RunIndex>(*run); }).share();
}

Scene::Scene(std::shared_ptr<const Outcome> of, Holdings wanted) : Scene(of, wanted, index_beside(of)) {}

ScenePointer Scene::finished(const Scene& unfinished) {
  const FutureIndex known = std::async(std::launch::deferred, [&] { return unfinished.index; }).share();
  return ScenePointer(new Scene(unfinished.played, Holdings::found, known));
}

Scene::Scene(std::shared_ptr<const Outcome> of, Holdings wanted, const FutureIndex& found)
    : played(std::move(of)),
      run(*played),
      holdings(run.programs && !run.trace().recorded ? wanted : Holdings::found),
      no_replay(unfinished() ? "What ranks hold is still being computed." : run.no_programs),
      replay(replay_of(run, holdings, no_replay)),
      playback(run.trace(), replay ? replay->deposits() : std::span<const Deposit>{}),
      scales{TimeScale(TimeAxis::linear, playback), TimeScale(TimeAxis::logical, playback),
             TimeScale(TimeAxis::stretched, playback)},
      index(found.get()) {
  if (replay) narration.emplace(run.trace(), *replay, playback);
}

std::vector<InFlight> Scene::in_flight(Time t) const {
  std::vector<InFlight> flights = playback.in_flight(run.trace(), t);
  std::erase_if(flights, [](const InFlight& flight) { return flight.fraction >= 1; });
  return flights;
}

std::string Scene::sentence(Time t) const {
  if (narration) return narration->caption(t);
  const std::int64_t under_way = playback.under_way(t);
  const std::string whose = run.trace().recorded ? " of " + text_of_range(*run.trace().recorded) : "";
  return fmt::format("{}{} {} under way", counted(under_way, "transfer"), whose,
                     under_way == 1 ? "is" : "are");
}

}  // namespace commlab
