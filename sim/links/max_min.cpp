#include "sim/links/max_min.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/scratch.h"

namespace commlab {
namespace {

constexpr auto higher = [](const auto& a, const auto& b) { return a.rate > b.rate; };

}  // namespace

// A flow that shares a processor runs only for its share of the time, so its cap is divided. Processors are
// the last links of a route (Flows::add_route).
Rate MaxMin::cap_of(const FlowTable::Flow& flow) const {
  if (flow.cap == unlimited) return unlimited;
  std::size_t sharers = 1;
  std::span hops = table_.hops_of(flow);
  for (; !hops.empty(); hops = hops.first(hops.size() - 1)) {
    const FlowTable::Link& link = table_.links[hops.back().link];
    if (link.capacity != unlimited) break;
    sharers = std::max(sharers, link.active.size());
  }
  return std::max<Rate>(1, flow.cap / static_cast<Rate>(sharers));
}

void MaxMin::rate(std::vector<std::uint32_t>& touched, Rate slowest_touch, Time now) {
  const Rate least = slowest_change(touched, slowest_touch);
  take_new_mark();
  rated_links_.clear();
  for (const std::uint32_t id : touched) {
    table_.links[id].touched = table_.links[id].entered = false;
    add_link(id, now);
  }
  touched.clear();
  rate_nearby(least, now);
  for (const NewRate& found : rated_flows_) set_rate(found, now);
  clear_scratch(rated_flows_);
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

// Rates the flows on the touched links, then those that do not fit to them, and so on. If that leads far, or
// to many flows, rates all flows, and for a while does so at once.
void MaxMin::rate_nearby(Rate least, Time now) {
  constexpr int most_rounds = 6;
  constexpr std::size_t most_times_more = 8;
  constexpr int longest_while = 64;
  const std::size_t touched = rated_links_.size();
  if (rate_all_next_ > 0) {
    --rate_all_next_;
    return rate_all(least, now);
  }
  for (std::size_t i = 0; i < touched; ++i) add_flows(rated_links_[i], least, now);
  const std::size_t most_flows = most_times_more * rated_flows_.size();
  for (int round = 0; round < most_rounds && rated_flows_.size() <= most_flows; ++round) {
    begin_anew();
    for (const std::uint32_t id : rated_links_) set_rest(id, least);
    raise();
    const std::size_t rated = rated_flows_.size();
    if (all_fit(least, now)) {
      after_a_failure_ = 1;
      return;
    }
    if (rated_flows_.size() == rated) break;
  }
  rate_all_next_ = after_a_failure_;
  after_a_failure_ = std::min(2 * after_a_failure_, longest_while);
  rate_all(least, now);
}

// Rates all flows of at least this rate that are joined to a touched link by shared links and other flows of
// at least this rate.
void MaxMin::rate_all(Rate least, Time now) {
  for (std::size_t i = 0; i < rated_links_.size(); ++i) add_flows(rated_links_[i], least, now);
  begin_anew();
  for (const std::uint32_t id : rated_links_) set_rest(id, least);
  raise();
}

void MaxMin::add_link(std::uint32_t id, Time now) {
  FlowTable::Link& link = table_.links[id];
  if (link.mark == mark_) return;
  link.mark = mark_;
  link.pace.set_time(now);
  rated_links_.push_back(id);
}

void MaxMin::add_flow(std::uint32_t id, Time now) {
  FlowTable::Flow& flow = table_.flows[id];
  flow.mark = mark_;
  flow.place = static_cast<std::uint32_t>(rated_flows_.size());
  rated_flows_.push_back({.flow = id});
  for (const FlowTable::Hop& hop : table_.hops_of(flow)) add_link(hop.link, now);
}

// Adds the link's flows of at least this rate, and of those that have none yet.
void MaxMin::add_flows(std::uint32_t id, Rate least, Time now) {
  for (const FlowTable::Crossing& crossing : table_.links[id].active) {
    const FlowTable::Flow& flow = table_.flows[crossing.flow];
    const Rate rate_now = table_.rate_of(flow);
    if (!is_rated(flow) && (rate_now == 0 || rate_now >= least)) add_flow(crossing.flow, now);
  }
}

// No old mark may be taken for a new one when the numbers begin again.
void MaxMin::take_new_mark() {
  if (mark_ > UINT32_MAX - 4) {
    for (FlowTable::Flow& flow : table_.flows) flow.mark = 0;
    for (FlowTable::Link& link : table_.links) link.mark = 0;
    mark_ = 0;
  }
  mark_ += 2;
}

// All flows that were added rise from 0 once more.
void MaxMin::begin_anew() {
  take_new_mark();
  for (const NewRate& rated : rated_flows_) table_.flows[rated.flow].mark = mark_;
  for (const std::uint32_t id : rated_links_) table_.links[id].mark = mark_;
  rising_ = rated_flows_.size();
}

// What the flows that keep their rates leave of the link's capacity.
void MaxMin::set_rest(std::uint32_t id, Rate least) {
  FlowTable::Link& link = table_.links[id];
  link.next_rate = unlimited;
  link.left = link.capacity;
  link.unrated = 0;
  link.keeps_rates = false;
  for (const FlowTable::Crossing& crossing : link.active) {
    const FlowTable::Flow& flow = table_.flows[crossing.flow];
    if (rises(flow)) {
      ++link.unrated;
      continue;
    }
    const Rate rate_now = table_.rate_of(flow);
    if (link.capacity == unlimited) continue;
    link.left -= rate_now;
    link.keeps_rates |= rate_now >= least;
  }
}

// Whether the flows that keep their rates fit to the new rates of others. Adds those that do not, but none
// that is slower than this rate: where new rates are still wrong it may seem not to fit, but it keeps its
// rate.
bool MaxMin::all_fit(Rate least, Time now) {
  bool fit = true;
  const std::size_t links = rated_links_.size();
  for (std::size_t i = 0; i < links; ++i)
    if (table_.links[rated_links_[i]].keeps_rates) fit &= flows_fit(rated_links_[i], least, now);
  return fit;
}

bool MaxMin::flows_fit(std::uint32_t id, Rate least, Time now) {
  FlowTable::Link& link = table_.links[id];
  const Rate level = level_of(id);
  const Rate found = std::exchange(link.next_rate, level);  // without those that keep their rates
  const bool level_fits =
      (level == unlimited || rates_on_link_.back() == level) && (found == unlimited || found == level);
  bool fit = level_fits;
  for (const FlowTable::Crossing& crossing : link.active) {
    const FlowTable::Flow& flow = table_.flows[crossing.flow];
    const Rate rate_now = table_.rate_of(flow);
    if (is_rated(flow) || rate_now < least) continue;
    const bool has_level = flow.pace != id || rate_now == level;
    if (has_level && (level_fits || rate_now < std::min(found, level))) continue;
    add_flow(crossing.flow, now);
    fit = false;
  }
  return fit;
}

// The rate at which the link is full, by the rates that its flows have or are to get; unlimited if it is not
// full. Leaves the rates in rates_on_link_, the slowest first.
Rate MaxMin::level_of(std::uint32_t id) {
  const FlowTable::Link& link = table_.links[id];
  rates_on_link_.clear();
  for (const FlowTable::Crossing& crossing : link.active) {
    const FlowTable::Flow& flow = table_.flows[crossing.flow];
    rates_on_link_.push_back(is_rated(flow) ? rated_flows_[flow.place].rate : table_.rate_of(flow));
  }
  std::ranges::sort(rates_on_link_);
  Rate left = link.capacity;
  auto rising = static_cast<Rate>(rates_on_link_.size());
  for (std::size_t i = 0; i < rates_on_link_.size();) {
    const Rate rate = rates_on_link_[i];
    if (const Rate share = std::max<Rate>(1, left / rising); share <= rate) return share;
    for (; i < rates_on_link_.size() && rates_on_link_[i] == rate; ++i, --rising) left -= rate;
  }
  return unlimited;
}

void MaxMin::raise() {
  link_levels_.clear();
  caps_.clear();
  next_cap_ = 0;
  for (const std::uint32_t id : rated_links_)
    if (table_.links[id].unrated > 0 && table_.links[id].capacity != unlimited)
      link_levels_.push_back({table_.links[id].share(), id});
  for (const NewRate& rated : rated_flows_)
    if (const Rate cap = cap_of(table_.flows[rated.flow]); cap != unlimited)
      caps_.push_back({cap, rated.flow});
  std::ranges::make_heap(link_levels_, higher);
  std::ranges::sort(caps_, {}, [](const Level& cap) { return std::pair(cap.rate, cap.what); });
  while (rising_ > 0) hold_back_at(next_level());
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

void MaxMin::hold_back_at(Rate level) {
  for (const std::uint32_t id : chosen_) table_.links[id].next_rate = level;
  for (const std::uint32_t id : chosen_)
    for (const FlowTable::Crossing& crossing : table_.links[id].active)
      if (rises(table_.flows[crossing.flow])) hold_back(crossing.flow, id, level);
  for (; next_cap_ < caps_.size() && caps_[next_cap_].rate == level; ++next_cap_)
    if (rises(table_.flows[caps_[next_cap_].what]))
      hold_back(caps_[next_cap_].what, FlowTable::own_pace, level);
  if (level < unlimited) return;
  for (const NewRate& rated : rated_flows_)  // flows that no link and no cap holds back
    if (rises(table_.flows[rated.flow])) hold_back(rated.flow, FlowTable::own_pace, level);
}

// The flow's rate rises no more.
void MaxMin::hold_back(std::uint32_t id, std::uint32_t by, Rate level) {
  FlowTable::Flow& flow = table_.flows[id];
  ++flow.mark;
  --rising_;
  rated_flows_[flow.place] = {.flow = id, .pace = by, .rate = level};
  for (const FlowTable::Hop& hop : table_.hops_of(flow)) {
    FlowTable::Link& link = table_.links[hop.link];
    --link.unrated;
    if (link.capacity != unlimited) link.left -= level;
  }
}

// The flow has its new rate from now on. If several links hold it back, it keeps the pace that it has.
void MaxMin::set_rate(const NewRate& found, Time now) {
  const auto [id, pace, rate] = found;
  FlowTable::Flow& flow = table_.flows[id];
  if (pace == FlowTable::own_pace) {
    if (flow.pace == FlowTable::own_pace && flow.rate == rate) return;
    flow.left = left_of(flow, now);
    flow.since = now;
    flow.rate = rate;
    table_.set_pace(flow, FlowTable::own_pace);
    due_.push_back({id, table_.stamp_of(flow), now + duration_of(flow.left, rate)});
    return;
  }
  if (flow.pace != FlowTable::own_pace && table_.links[flow.pace].next_rate == rate) return;
  flow.left = left_of(flow, now) + table_.links[pace].pace.reading();
  table_.set_pace(flow, pace);
  table_.links[pace].pace.join({.due = flow.left, .flow = id, .ticket = flow.ticket});
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
