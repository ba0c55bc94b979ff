#include "gui/window/session/named_in_run.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/playback/run_until.h"
#include "gui/window/session/clock.h"

namespace commlab {
namespace {

// The time at "60%" of the run.
Result<Time> share_of(Time whole, std::string_view text) {
  const auto percent = parse_number<double>(text.substr(0, text.size() - 1));
  if (!percent || !(*percent >= 0 && *percent <= 100))
    return fail("'{}': expected a share of the run, 0% to 100%", text);
  return scaled(whole, *percent / 100);
}

}  // namespace

std::string fault_name(const Topology& topology, LinkId link) {
  const Link& ends = topology.links[link];
  return topology.nodes[ends.from].name + "-" + topology.nodes[ends.to].name;
}

Result<Time> time_of(const Session& session, std::string_view condition) {
  const Scene& scene = *session.scene;
  const Time end = clock_end(session);
  if (condition.ends_with('%')) return share_of(end, condition);
  const Result<Time> time = parse_moment(condition);
  const bool reads_as_the_end = time && to_human(*time) == to_human(end);
  if (reads_as_the_end) return end;
  const bool only_beside = time && *time > scene.playback.end() && *time < end;
  if (only_beside) return *time;
  if (!scene.replay || scene.only_inputs())  // before a run, any time is its beginning
    return time.map_error([&](const Error& error) {
      return scene.unfinished() ? Error{fmt::format("'{}': {}", condition, scene.no_replay)} : error;
    });
  return parse_stop_condition(condition, scene.trace(), scene.playback)
      .and_then([&](const StopCondition& stop) {
        return run_until(stop, scene.trace(), scene.playback, *scene.replay);
      });
}

Status select_named(Session& session, std::string_view name) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  const std::string_view kind = name.substr(0, blank);
  const std::string_view which = name.substr(std::min(blank + 1, name.size()));
  const Trace& trace = session.scene->trace();
  const auto number = [&](int below) -> Result<int> {
    if (const auto value = parse_number<int>(which); value && *value >= 0 && *value < below) return *value;
    return fail("there is no {} '{}'; expected 0 to {}", kind, which, below - 1);
  };
  Selection selected;
  if (kind == "rank") {
    const Result<int> rank = number(trace.collective.ranks);
    if (!rank) return tl::unexpected(rank.error());
    selected.rank = *rank;
  } else if (kind == "chunk") {
    const Result<int> block = number(trace.partition.blocks);
    if (!block) return tl::unexpected(block.error());
    selected.block = *block;
  } else if (kind == "link") {
    for (LinkId link = 0; link < static_cast<LinkId>(trace.topology.links.size()); ++link)
      if (fault_name(trace.topology, link) == which) selected.link = link;
    if (!selected.link) return fail("there is no link '{}'; expected one as gpu0-gpu1", which);
  } else {
    return fail("'{}': expected rank 3, chunk 2 or link gpu0-gpu1", name);
  }
  session.view.selected = selected;
  return {};
}

std::string name_of(const Session& session, const Selection& selected) {
  if (selected.link) return "link " + fault_name(session.scene->trace().topology, *selected.link);
  if (selected.rank) return fmt::format("rank {}", *selected.rank);
  return {};
}

std::string selected_name(const Session& session) { return name_of(session, session.view.selected); }

}  // namespace commlab
