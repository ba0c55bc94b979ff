#include "sim/script/processors.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"

namespace commlab {

ScriptProcessors::ScriptProcessors(const ScriptProgram& program, ScriptEvents& events)
    : program_(program),
      events_(events),
      calls_(index(program.ranks)),
      at_work_(index(program.ranks), std::vector<StreamAtWork>(program.streams.size())) {}

bool ScriptProcessors::has_room(Rank rank) const {
  const ScriptCallSettings& its = program_.calls;
  return (calls_[index(rank)] + 1) * its.sms_of_a_call <= its.sms;
}

void ScriptProcessors::call_begins(Rank rank) {
  assert(has_room(rank));
  ++calls_[index(rank)];
  share(rank);
}

void ScriptProcessors::call_ends(Rank rank) {
  --calls_[index(rank)];
  share(rank);
}

// The speed of each of so many works of the rank.
Speed ScriptProcessors::speed(Rank rank, int works) const {
  const ScriptCallSettings& its = program_.calls;
  if (its.sms == 0) return full_speed;
  const std::int64_t free = its.sms - calls_[index(rank)] * its.sms_of_a_call;
  return static_cast<Speed>(static_cast<__int128>(free) * full_speed / (its.sms * works));
}

void ScriptProcessors::share(Rank rank) {
  std::vector<StreamAtWork>& streams = at_work_[index(rank)];
  const auto works = std::ranges::count_if(streams, [](const StreamAtWork& s) { return s.work.has_value(); });
  if (works == 0) return;
  const Speed each = speed(rank, static_cast<int>(works));
  for (std::size_t s = 0; s < streams.size(); ++s) {
    if (!streams[s].work || streams[s].work->speed() == each) continue;
    streams[s].work->set_speed(each, events_.now());
    post_end(rank, static_cast<int>(s));
  }
}

void ScriptProcessors::post_end(Rank rank, int stream) {
  StreamAtWork& at_work = at_work_[index(rank)][index(stream)];
  ++at_work.stamp;
  const Time end = at_work.work->end();
  if (end == never) return;  // until a call gives SMs back
  const std::size_t who = index(rank) * program_.streams.size() + index(stream);
  events_.post(end, ScriptEvents::What::stream_goes_on, static_cast<std::uint32_t>(who), at_work.stamp);
}

void ScriptProcessors::work_begins(Rank rank, int stream, Time work) {
  at_work_[index(rank)][index(stream)].work.emplace(work, events_.now());
  post_end(rank, stream);
  share(rank);
}

bool ScriptProcessors::work_ends(Rank rank, int stream, std::uint32_t stamp) {
  StreamAtWork& at_work = at_work_[index(rank)][index(stream)];
  if (!at_work.work || at_work.stamp != stamp) return false;
  at_work.work.reset();
  share(rank);
  return true;
}

}  // namespace commlab
