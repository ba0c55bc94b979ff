#include "gui/cli/reports/script/script_perfetto.h"

#include <array>
#include <map>

#include "core/base/json_text.h"
#include "core/trace/perfetto.h"
#include "gui/cli/output/data.h"

namespace commlab {
namespace {

constexpr int first_process = 100'000;  // above all processes of the messages' trace
constexpr int tracks_of_a_lane = 1'000;
constexpr std::array lane_names = {"host", "compute", "communication"};

// The tracks of one lane. A span goes to the first track that is free when it starts.
class Tracks {
 public:
  int place(const ScriptSpan& span) {
    std::size_t track = 0;
    while (track < free_from_.size() && span.start < free_from_[track]) ++track;
    if (track == free_from_.size()) free_from_.emplace_back();
    free_from_[track] = span.end;
    return static_cast<int>(track);
  }

 private:
  std::vector<Time> free_from_;
};

Json name_json(std::string_view what, int process, int track, const std::string& name) {
  return {{"ph", "M"}, {"pid", process}, {"tid", track}, {"name", what}, {"args", {{"name", name}}}};
}

}  // namespace

std::string script_perfetto_json(const ScriptRun& run) {
  Json all = Json::parse(perfetto_json(run.trace));
  Json& events = all["traceEvents"];
  for (Rank rank = 0; rank < run.ranks; ++rank)
    events.push_back(
        name_json("process_name", first_process + rank, 0, fmt::format("rank {} by its lanes", rank)));
  std::map<std::pair<Rank, ScriptLane>, Tracks> tracks;  // spans come in order of start
  for (const ScriptSpan& span : run.spans) {
    const int lane = static_cast<int>(span.lane);
    const int process = first_process + span.rank;
    const int within = tracks[{span.rank, span.lane}].place(span);
    const int track = lane * tracks_of_a_lane + within;
    events.push_back(name_json("thread_name", process, track, lane_names[lane]));
    events.push_back({{"ph", "X"},
                      {"pid", process},
                      {"tid", track},
                      {"name", span.kind == ScriptSpan::Kind::waits ? "waits: " + span.what : span.what},
                      {"ts", microseconds_of(span.start)},
                      {"dur", microseconds_of(span.end - span.start)},
                      {"args", {{"line", span.line}}}});
  }
  return json_text(all);
}

}  // namespace commlab
