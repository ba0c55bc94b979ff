#include "sim/links/max_min.h"

#include <algorithm>
#include <span>
#include <utility>

namespace commlab {
namespace {

constexpr auto higher = [](const auto& a, const auto& b) { return a.rate > b.rate; };

}  // namespace

// A flow that shares its processor runs only for its share of the time, so its cap is divided.
Rate MaxMin::cap_of(const FlowTable::Flow& flow) const {
  if (flow.cap == unlimited) return unlimited;
  const std::int32_t processor = table_.routes[flow.route].processor;
  if (processor == FlowTable::no_processor) return flow.cap;
  const auto sharers = static_cast<Rate>(table_.links[processor].active.size());
  return std::max<Rate>(1, flow.cap / sharers);
}

void MaxMin::rate(std::vector<std::uint32_t>& touched, Rate slowest_touch, Time now) {
  mark_ += 2;
  collect(touched, slowest_change(touched, slowest_touch), now);
  touched.clear();
  raise(now);
  for (const std::uint32_t id : rated_links_) set_clock(id);
  tell_first_ends();
}

// A lower bound of the rates that change. Flows that left had at least this rate, and flows that came get at
// least an even share of their links. If a processor's flows change, all their caps change, so the bound is
// 0.
Rate MaxMin::slowest_change(const std::vector<std::uint32_t>& touched, Rate slowest_touch) const {
  Rate slowest = slowest_touch;
  for (const std::uint32_t id : touched) {
    const FlowTable::Link& link = table_.links[id];
    if (link.capacity == unlimited) return 0;
    if (link.entered && !link.active.empty())
      slowest = std::min(slowest, link.capacity / static_cast<Rate>(link.active.size()));
  }
  return slowest;
}

// Collects all flows of at least this rate that are joined to a touched link by shared links and other flows
// of at least this rate. Also collects the links of these flows, with the capacity that slower flows leave.
void MaxMin::collect(const std::vector<std::uint32_t>& touched, Rate least, Time now) {
  rated_flows_.clear();
  rated_links_.clear();
  for (const std::uint32_t id : touched) {
    table_.links[id].touched = table_.links[id].entered = false;
    add_link(id, now);
  }
  for (std::size_t i = 0; i < rated_links_.size(); ++i) collect_flows(rated_links_[i], least, now);
  rising_ = rated_flows_.size();
}

void MaxMin::add_link(std::uint32_t id, Time now) {
  FlowTable::Link& link = table_.links[id];
  if (link.mark == mark_) return;
  link.mark = mark_;
  link.pace.set_time(now);
  link.next_rate = unlimited;
  rated_links_.push_back(id);
}

void MaxMin::collect_flows(std::uint32_t id, Rate least, Time now) {
  FlowTable::Link& link = table_.links[id];
  link.left = link.capacity;
  link.unrated = 0;
  for (const FlowTable::Crossing& crossing : link.active) {
    FlowTable::Flow& flow = table_.flows[crossing.flow];
    const Rate rate_now = table_.rate_of(flow);
    if (0 < rate_now && rate_now < least) {
      link.left -= rate_now;
      continue;
    }
    ++link.unrated;
    if (rises(flow)) continue;
    flow.mark = mark_;
    rated_flows_.push_back(crossing.flow);
    for (const FlowTable::Hop& hop : table_.hops_of(flow)) add_link(hop.link, now);
  }
}

void MaxMin::raise(Time now) {
  link_levels_.clear();
  caps_.clear();
  next_cap_ = 0;
  for (const std::uint32_t id : rated_links_)
    if (table_.links[id].unrated > 0 && table_.links[id].capacity != unlimited)
      link_levels_.push_back({table_.links[id].share(), id});
  for (const std::uint32_t id : rated_flows_)
    if (const Rate cap = cap_of(table_.flows[id]); cap != unlimited) caps_.push_back({cap, id});
  std::ranges::make_heap(link_levels_, higher);
  std::ranges::sort(caps_, {}, [](const Level& cap) { return std::pair(cap.rate, cap.what); });
  while (rising_ > 0) hold_back_at(next_level(), now);
}

// The rate at which the next links (chosen_) are full, or the next flows reach their caps. Links that are
// full at this rate leave the heap together, before any flow that they hold back changes the shares of other
// links.
Rate MaxMin::next_level() {
  while (next_cap_ < caps_.size() && !rises(table_.flows[caps_[next_cap_].what])) ++next_cap_;
  Rate level = next_cap_ < caps_.size() ? caps_[next_cap_].rate : unlimited;
  chosen_.clear();
  while (!link_levels_.empty() && link_levels_.front().rate <= level) {
    std::ranges::pop_heap(link_levels_, higher);
    Level& lowest = link_levels_.back();
    const FlowTable::Link& link = table_.links[lowest.what];
    if (link.unrated > 0 && link.share() > lowest.rate) {
      lowest.rate = link.share();
      std::ranges::push_heap(link_levels_, higher);
      continue;
    }
    if (link.unrated > 0) {
      level = lowest.rate;
      chosen_.push_back(lowest.what);
    }
    link_levels_.pop_back();
  }
  return level;
}

void MaxMin::hold_back_at(Rate level, Time now) {
  for (const std::uint32_t id : chosen_) table_.links[id].next_rate = level;
  for (const std::uint32_t id : chosen_)
    for (const FlowTable::Crossing& crossing : table_.links[id].active)
      if (rises(table_.flows[crossing.flow])) hold_back(crossing.flow, id, level, now);
  for (; next_cap_ < caps_.size() && caps_[next_cap_].rate == level; ++next_cap_)
    if (rises(table_.flows[caps_[next_cap_].what]))
      hold_back(caps_[next_cap_].what, FlowTable::own_pace, level, now);
  if (level < unlimited) return;
  for (const std::uint32_t id : rated_flows_)  // flows that no link and no cap holds back
    if (rises(table_.flows[id])) hold_back(id, FlowTable::own_pace, level, now);
}

// The flow's rate rises no more. If several links hold the flow back, it keeps the pace that it has.
void MaxMin::hold_back(std::uint32_t id, std::uint32_t by, Rate level, Time now) {
  FlowTable::Flow& flow = table_.flows[id];
  ++flow.mark;
  --rising_;
  for (const FlowTable::Hop& hop : table_.hops_of(flow)) {
    FlowTable::Link& link = table_.links[hop.link];
    --link.unrated;
    if (link.capacity != unlimited) link.left -= level;
  }
  if (by == FlowTable::own_pace) {
    if (flow.pace == FlowTable::own_pace && flow.rate == level) return;
    flow.left = left_of(flow, now);
    flow.since = now;
    flow.rate = level;
    table_.set_pace(flow, FlowTable::own_pace);
    due_.push_back({id, table_.stamp_of(flow), now + duration_of(flow.left, level)});
    return;
  }
  if (flow.pace != FlowTable::own_pace && table_.links[flow.pace].next_rate == level) return;
  flow.left = left_of(flow, now) + table_.links[by].pace.reading();
  table_.set_pace(flow, by);
  table_.links[by].pace.join({.due = flow.left, .flow = id, .ticket = flow.ticket});
}

FlowWork MaxMin::left_of(const FlowTable::Flow& flow, Time now) const {
  if (flow.pace != FlowTable::own_pace) return flow.left - table_.links[flow.pace].pace.reading();
  return flow.left - static_cast<FlowWork>(flow.rate) * (now - flow.since).ps;
}

// Sets the link's new rate, and finds when the first flow that the link holds back ends.
void MaxMin::set_clock(std::uint32_t id) {
  FlowTable::Link& link = table_.links[id];
  if (link.told) {
    link.told = false;
    ++link.stamp;
  }
  link.pace.set_rate(link.next_rate);
  if (link.next_rate == unlimited) {
    link.pace.clear();
    clocks_.unset(id);
    return;
  }
  const auto counts = [this](const Pace::Place& place) { return has_place(place); };
  if (link.pace.size() > 2 * link.active.size() + 16) link.pace.sweep(counts);
  clocks_.set(id, link.pace.first_end(counts));
}

// Only the flows that end first of all are due, because their ends change the rates of the other flows.
void MaxMin::tell_first_ends() {
  const std::size_t before = due_.size();
  const auto counts = [this](const Pace::Place& place) { return has_place(place); };
  chosen_.clear();
  clocks_.for_each_first([this](std::uint32_t id) {
    if (!table_.links[id].told) chosen_.push_back(id);
  });
  std::ranges::sort(chosen_);
  for (const std::uint32_t id : chosen_) {
    table_.links[id].told = true;
    table_.links[id].pace.for_each_ending(clocks_.first(), counts, [&](std::uint32_t flow) {
      due_.push_back({flow, table_.stamp_of(table_.flows[flow]), clocks_.first()});
    });
  }
  const auto told = std::span(due_).subspan(before);
  if (!std::ranges::is_sorted(told, {}, &FlowTable::Due::flow))
    std::ranges::sort(told, {}, &FlowTable::Due::flow);
}

}  // namespace commlab
