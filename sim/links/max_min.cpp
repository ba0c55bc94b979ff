// Progressive filling: all rates rise together until a link is full or a flow at its cap; what is
// stopped there keeps its rate, the others go on. Links fill up in the order of what they can give
// to each flow, which only grows as others are stopped elsewhere; so a heap whose entries may be
// too low, but never too high, finds the next one.
//
// What was stopped below the slowest flow that came or went is as before: the same links were
// full at the same levels. Only the rest rises again.

#include <algorithm>

#include "sim/links/flows.h"

namespace commlab {
namespace {

constexpr auto higher = [](const auto& a, const auto& b) { return a.rate > b.rate; };

}  // namespace

// A flow that shares its processor runs its share of the time.
Rate Flows::cap_of(const Flow& flow) const {
  if (flow.cap == unlimited) return unlimited;
  const std::int32_t processor = routes_[flow.route].processor;
  if (processor == no_processor) return flow.cap;
  const auto sharers = static_cast<Rate>(links_[static_cast<std::size_t>(processor)].active.size());
  return std::max<Rate>(1, flow.cap / sharers);
}

void Flows::resolve(Time now) {
  mark_ += 2;
  collect(slowest_change(), now);
  raise(now);
  for (const std::uint32_t id : rated_links_) set_clock(id);
  tell_first_ends();
}

// A lower bound of the rates that change: what left had at least that, what came gets at least an
// even share of its links. Caps change with the number of flows on a processor.
Rate Flows::slowest_change() const {
  Rate slowest = slowest_touch_;
  for (const std::uint32_t id : touched_) {
    const Link& link = links_[id];
    if (link.capacity == unlimited) return 0;
    if (link.entered && !link.active.empty())
      slowest = std::min(slowest, link.capacity / static_cast<Rate>(link.active.size()));
  }
  return slowest;
}

// All flows of at least this rate that can reach a touched link over shared links and such flows,
// and their links, with what the others leave of these.
void Flows::collect(Rate least, Time now) {
  rated_flows_.clear();
  rated_links_.clear();
  for (const std::uint32_t id : touched_) {
    links_[id].touched = links_[id].entered = false;
    add_link(id, now);
  }
  touched_.clear();
  slowest_touch_ = unlimited;
  for (std::size_t i = 0; i < rated_links_.size(); ++i) collect_flows(rated_links_[i], least, now);
  rising_ = rated_flows_.size();
}

void Flows::add_link(std::uint32_t id, Time now) {
  Link& link = links_[id];
  if (link.mark == mark_) return;
  link.mark = mark_;
  link.pace.set_time(now);
  link.next_rate = unlimited;
  rated_links_.push_back(id);
}

void Flows::collect_flows(std::uint32_t id, Rate least, Time now) {
  Link& link = links_[id];
  link.left = link.capacity;
  link.unrated = 0;
  for (const Crossing& crossing : link.active) {
    Flow& flow = flows_[crossing.flow];
    const Rate rate_now = rate(flow);
    if (0 < rate_now && rate_now < least) {
      link.left -= rate_now;
      continue;
    }
    ++link.unrated;
    if (rises(flow)) continue;
    flow.mark = mark_;
    rated_flows_.push_back(crossing.flow);
    for (const Hop& hop : hops(flow)) add_link(hop.link, now);
  }
}

void Flows::raise(Time now) {
  link_levels_.clear();
  caps_.clear();
  next_cap_ = 0;
  for (const std::uint32_t id : rated_links_)
    if (links_[id].unrated > 0 && links_[id].capacity != unlimited)
      link_levels_.push_back({links_[id].share(), id});
  for (const std::uint32_t id : rated_flows_)
    if (const Rate cap = cap_of(flows_[id]); cap != unlimited) caps_.push_back({cap, id});
  std::ranges::make_heap(link_levels_, higher);
  std::ranges::sort(caps_, {}, [](const Level& cap) { return std::pair(cap.rate, cap.what); });
  while (rising_ > 0) hold_back_at(next_level(), now);
}

// The rate at which the next links, the chosen ones, are full, or the next flows at their caps. Links that
// are full there leave the heap together, before any flow they hold back changes the others' shares.
Rate Flows::next_level() {
  while (next_cap_ < caps_.size() && !rises(flows_[caps_[next_cap_].what])) ++next_cap_;
  Rate level = next_cap_ < caps_.size() ? caps_[next_cap_].rate : unlimited;
  chosen_.clear();
  while (!link_levels_.empty() && link_levels_.front().rate <= level) {
    std::ranges::pop_heap(link_levels_, higher);
    Level& lowest = link_levels_.back();
    const Link& link = links_[lowest.what];
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

void Flows::hold_back_at(Rate level, Time now) {
  for (const std::uint32_t id : chosen_) links_[id].next_rate = level;
  for (const std::uint32_t id : chosen_)
    for (const Crossing& crossing : links_[id].active)
      if (rises(flows_[crossing.flow])) hold_back(crossing.flow, id, level, now);
  for (; next_cap_ < caps_.size() && caps_[next_cap_].rate == level; ++next_cap_)
    if (rises(flows_[caps_[next_cap_].what])) hold_back(caps_[next_cap_].what, own_pace, level, now);
  if (level < unlimited) return;
  for (const std::uint32_t id : rated_flows_)  // nothing ever stops these
    if (rises(flows_[id])) hold_back(id, own_pace, level, now);
}

// The flow rises no more. Where several links hold it back, it stays at the pace it has.
void Flows::hold_back(std::uint32_t id, std::uint32_t by, Rate level, Time now) {
  Flow& flow = flows_[id];
  ++flow.mark;
  --rising_;
  for (const Hop& hop : hops(flow)) {
    Link& link = links_[hop.link];
    --link.unrated;
    if (link.capacity != unlimited) link.left -= level;
  }
  if (by == own_pace) {
    if (flow.pace == own_pace && flow.rate == level) return;
    flow.left = left_of(flow, now);
    flow.since = now;
    flow.rate = level;
    set_pace(flow, own_pace);
    due_.push_back({id, stamp_of(flow), now + duration_of(flow.left, level)});
    return;
  }
  if (flow.pace != own_pace && links_[flow.pace].next_rate == level) return;
  flow.left = left_of(flow, now) + links_[by].pace.reading();
  set_pace(flow, by);
  links_[by].pace.join({.due = flow.left, .flow = id, .ticket = flow.ticket});
}

FlowWork Flows::left_of(const Flow& flow, Time now) const {
  if (flow.pace != own_pace) return flow.left - links_[flow.pace].pace.reading();
  return flow.left - static_cast<FlowWork>(flow.rate) * (now - flow.since).ps;
}

// Takes over the link's new rate, and finds when the first of the flows it holds back ends.
void Flows::set_clock(std::uint32_t id) {
  Link& link = links_[id];
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

// Only what ends first of all is due: its end changes the others' rates.
void Flows::tell_first_ends() {
  const std::size_t before = due_.size();
  const auto counts = [this](const Pace::Place& place) { return has_place(place); };
  chosen_.clear();
  clocks_.for_each_first([this](std::uint32_t id) {
    if (!links_[id].told) chosen_.push_back(id);
  });
  std::ranges::sort(chosen_);
  for (const std::uint32_t id : chosen_) {
    links_[id].told = true;
    links_[id].pace.for_each_ending(clocks_.first(), counts, [&](std::uint32_t flow) {
      due_.push_back({flow, stamp_of(flows_[flow]), clocks_.first()});
    });
  }
  const auto told = std::span(due_).subspan(before);
  if (!std::ranges::is_sorted(told, {}, &Due::flow)) std::ranges::sort(told, {}, &Due::flow);
}

}  // namespace commlab
