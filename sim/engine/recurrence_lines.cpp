#include "sim/engine/recurrence_lines.h"

#include <algorithm>
#include <cassert>

namespace commlab {

RecurrenceLines::RecurrenceLines(const RunSetting& run, const LaneCostTable& costs, std::size_t width)
    : run_(run), width_(width) {
  if (run.placement.one_for_all && width_ > 1) {
    ports_ = ports_of_one_switch(run.machine.topology);
    assert(ports_ && "one rank stands for all only where one switch joins them");
  }
  add_lines();
  count_uses();
  for (RecurrenceLine& line : lines_) line.alike = is_alike(line, costs);
  if (run.options.links == LinkModel::fair) find_meetings();
}

void RecurrenceLines::add_lines() {
  const Placement& placement = run_.placement;
  const Programs& programs = run_.programs;
  const bool symmetric = programs.symmetric();
  const auto placed_ranks = static_cast<int>(placement.first_lane.size() - 1);
  const auto first_lane = [&](Rank rank) {
    return symmetric && !placement.one_for_all ? placement.first_lane[rank % placed_ranks] : 0;
  };
  const auto seen_at = [&](int peer) {
    return symmetric && peer != no_peer ? peer % static_cast<int>(width_) : 0;
  };
  const std::int32_t first = symmetric ? first_lane(programs.rank_at(0)) : 0;
  const std::size_t count = symmetric ? programs.programs[0].lanes.size() : placement.lanes.size();
  lines_.reserve(count);
  for (std::size_t l = 0; l < count; ++l) {
    const PlacedLane& placed = placement.lanes[index(first) + l];
    const Lane& stored = *placed.stored;
    const auto first_lane_of = [&](int peer) { return first_lane(programs.peer(placed.rank, peer)); };
    lines_.push_back({.program = &programs.of(placed.rank),
                      .code = placed.code(),
                      .first_of_rank = symmetric ? 0 : placement.first_lane[placed.rank],
                      .target = placed.target < 0 ? -1 : placed.target - first_lane_of(stored.send_peer),
                      .source = placed.source < 0 ? -1 : placed.source - first_lane_of(stored.recv_peer),
                      .to = seen_at(stored.send_peer),
                      .from = seen_at(stored.recv_peer)});
  }
}

// How often the end of each instruction is asked for by instructions that depend on it.
void RecurrenceLines::count_uses() {
  std::size_t values = 0;
  for (RecurrenceLine& line : lines_) {
    line.first_value = values;
    values += line.code.size();
  }
  dependents_.resize(values);
  for (RecurrenceLine& line : lines_)
    for (const Instruction& i : line.code) {
      line.sends += sends(i.op);
      line.receives += receives(i.op);
      for (const Dependency& d : line.program->depends_on(i))
        ++dependents_[lines_[index(line.first_of_rank + d.lane)].first_value + index(d.index)];
    }
}

bool RecurrenceLines::is_alike(const RecurrenceLine& line, const LaneCostTable& costs) const {
  if (width_ == 1 || run_.placement.one_for_all) return true;
  if (!run_.programs.uniform() || run_.options.faults.jitter > 0) return false;
  for (std::size_t p = 1; p < width_; ++p)
    if (costs[lane_of(line, p)] != costs[lane_of(line, 0)]) return false;
  return true;
}

void RecurrenceLines::find_meetings() {
  if (ports_) {
    const bool many =
        std::ranges::count_if(lines_, [](const RecurrenceLine& line) { return line.sends > 0; }) > 1;
    for (RecurrenceLine& line : lines_) line.meets = many;
    return;
  }
  std::vector<std::int32_t> users(run_.machine.topology.links.size());
  for (const RecurrenceLine& line : lines_)
    for (std::size_t p = 0; line.sends > 0 && p < width_; ++p)
      for_each_link(line, p, [&](LinkId link) { ++users[link]; });
  for (RecurrenceLine& line : lines_)
    for (std::size_t p = 0; line.sends > 0 && p < width_; ++p)
      for_each_link(line, p, [&](LinkId link) { line.meets |= users[link] > 1; });
}

bool RecurrenceLines::are_paired() const {
  return std::ranges::all_of(lines_, [this](const RecurrenceLine& line) {
    const auto self = static_cast<std::int32_t>(number(line));
    return (line.sends == 0 || (line.target >= 0 && (*this)[line.target].source == self)) &&
           (line.receives == 0 || (line.source >= 0 && (*this)[line.source].target == self));
  });
}

}  // namespace commlab
