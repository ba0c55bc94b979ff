#include "sim/flows.h"

#include <algorithm>
#include <cmath>

namespace commlab {
namespace {

// A 2^-20 of a byte, in units of work: what is too little to wait for.
constexpr __int128 negligible = (static_cast<__int128>(1'000'000'000'000) << 16) >> 20;

double approximate(__int128 work) {
  return static_cast<double>(static_cast<std::int64_t>(work >> 64)) * 0x1p64 +
         static_cast<double>(static_cast<std::uint64_t>(work));
}

}  // namespace

Flows::Flows(std::vector<Bandwidth> links, int processors)
    : first_processor_(static_cast<std::int32_t>(links.size())) {
  for (const Bandwidth bandwidth : links) links_.push_back({.capacity = rate_of(bandwidth)});
  for (int p = 0; p < processors; ++p) links_.push_back({.capacity = unlimited});
}

std::uint32_t Flows::add_route(std::uint32_t flow, std::span<const std::int32_t> links, int processor) {
  Route route{.first = static_cast<std::uint32_t>(hops_.size()),
              .count = static_cast<std::uint32_t>(links.size()),
              .processor = no_processor};
  for (const std::int32_t link : links) hops_.push_back({.link = link, .flow = flow});
  if (processor != no_processor) {
    route.processor = first_processor_ + processor;
    hops_.push_back({.link = route.processor, .flow = flow});
    ++route.count;
  }
  routes_.push_back(route);
  return static_cast<std::uint32_t>(routes_.size()) - 1;
}

void Flows::start(std::uint32_t id, std::uint32_t route, const Load& load, Time now) {
  Flow& flow = flows_[id];
  flow.route = route;
  flow.cap = load.cap;
  flow.left = (static_cast<Work>(load.bytes) * load.stretch * 1'000'000'000'000) >> 4;  // 2^16 / 2^20
  flow.since = now;
  flow.rate = 0;
  restamp(flow);

  const Route r = routes_[route];
  bool alone = true;
  Rate rate = flow.cap;
  for (std::uint32_t hop = r.first; hop < r.first + r.count; ++hop) {
    alone &= enter(hop, now);
    Link& link = links_[static_cast<std::size_t>(hops_[hop].link)];
    link.bytes += load.bytes;
    rate = std::min(rate, link.capacity);
  }
  if (alone) {
    flow.rate = rate;
    due_.push_back({id, flow.stamp, now + duration(flow.left, rate)});
    return;
  }
  for (std::uint32_t hop = r.first; hop < r.first + r.count; ++hop) touch(hops_[hop].link);
}

void Flows::stop(std::uint32_t id, Time now) {
  Flow& flow = flows_[id];
  restamp(flow);
  const Route r = routes_[flow.route];
  for (std::uint32_t hop = r.first; hop < r.first + r.count; ++hop) leave(hop, now);
}

bool Flows::enter(std::uint32_t hop, Time now) {
  Link& link = links_[static_cast<std::size_t>(hops_[hop].link)];
  hops_[hop].next = link.first;
  hops_[hop].previous = none;
  if (link.first != none) hops_[link.first].previous = hop;
  link.first = hop;
  if (link.active++ == 0) link.busy_since = now;
  return link.active == 1;
}

void Flows::leave(std::uint32_t hop, Time now) {
  const Hop& mine = hops_[hop];
  Link& link = links_[static_cast<std::size_t>(mine.link)];
  if (mine.next != none) hops_[mine.next].previous = mine.previous;
  if (mine.previous != none)
    hops_[mine.previous].next = mine.next;
  else
    link.first = mine.next;
  if (--link.active == 0) {
    link.busy += now - link.busy_since;
    return;
  }
  touch(mine.link);
}

void Flows::touch(std::int32_t link) {
  if (links_[static_cast<std::size_t>(link)].touched) return;
  links_[static_cast<std::size_t>(link)].touched = true;
  touched_.push_back(link);
}

Time Flows::duration_of(Work left, Rate rate) {
  if (left <= negligible || rate == unlimited) return {};
  return {static_cast<std::int64_t>((left - negligible + rate - 1) / rate)};
}

Time Flows::duration(Work left, Rate rate) {
  if (left != known_left_ || rate != known_rate_) {
    known_left_ = left;
    known_rate_ = rate;
    known_duration_ = duration_of(left, rate);
  }
  return known_duration_;
}

void Flows::resolve(Time now) {
  ++mark_;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const std::int32_t link = touched_[i];
    links_[static_cast<std::size_t>(link)].touched = false;
    if (links_[static_cast<std::size_t>(link)].mark == mark_ ||
        links_[static_cast<std::size_t>(link)].active == 0)
      continue;
    collect_component(link);
    share_component();
    rate_component(now);
  }
  touched_.clear();
}

// All links and flows that can reach `link` over shared links and flows.
void Flows::collect_component(std::int32_t link) {
  component_links_.assign(1, link);
  component_flows_.clear();
  links_[static_cast<std::size_t>(link)].mark = mark_;
  for (std::size_t i = 0; i < component_links_.size(); ++i) {
    for (std::uint32_t hop = links_[static_cast<std::size_t>(component_links_[i])].first; hop != none;
         hop = hops_[hop].next) {
      Flow& flow = flows_[hops_[hop].flow];
      if (flow.mark == mark_) continue;
      flow.mark = mark_;
      component_flows_.push_back(hops_[hop].flow);
      for (const Hop& other : hops(flow)) {
        Link& next = links_[static_cast<std::size_t>(other.link)];
        if (next.mark == mark_) continue;
        next.mark = mark_;
        component_links_.push_back(other.link);
      }
    }
  }
}

// A flow that shares its processor runs its share of the time.
Rate Flows::cap_of(const Flow& flow) const {
  if (flow.cap == unlimited) return unlimited;
  const std::int32_t processor = routes_[flow.route].processor;
  if (processor == no_processor) return flow.cap;
  return flow.cap / links_[static_cast<std::size_t>(processor)].active;
}

// Progressive filling: raise all rates together until a link is full or a flow at its cap;
// what is stopped there keeps its rate, the others go on.
void Flows::share_component() {
  for (const std::int32_t l : component_links_) {
    Link& link = links_[static_cast<std::size_t>(l)];
    link.left = link.capacity;
    link.unrated = link.active;
  }
  unrated_ = component_flows_;
  while (!unrated_.empty()) {
    const Rate level = raise_level();
    rated_.clear();
    std::erase_if(unrated_, [&](std::uint32_t id) {
      Flow& flow = flows_[id];
      flow.next_rate = level;
      const bool stops = cap_of(flow) == level || std::ranges::any_of(hops(flow), [&](const Hop& hop) {
                           return links_[static_cast<std::size_t>(hop.link)].share == level;
                         });
      if (stops) rated_.push_back(id);
      return stops;
    });
    // The links' shares stayed as they were while flows were compared with them.
    for (const std::uint32_t id : rated_) {
      for (const Hop& hop : hops(flows_[id])) {
        Link& link = links_[static_cast<std::size_t>(hop.link)];
        --link.unrated;
        if (link.capacity != unlimited) link.left -= flows_[id].next_rate;
      }
    }
  }
}

// The rate at which the next link is full, or the next flow at its cap.
Rate Flows::raise_level() {
  Rate level = unlimited;
  for (const std::int32_t l : component_links_) {
    Link& link = links_[static_cast<std::size_t>(l)];
    if (link.unrated == 0) continue;
    link.share = link.unrated == 1 || link.capacity == unlimited ? link.left : link.left / link.unrated;
    level = std::min(level, link.share);
  }
  for (const std::uint32_t id : unrated_) level = std::min(level, cap_of(flows_[id]));
  return level;
}

// Takes over the new rates, and finds which flows end first: only these are due, since
// their end changes the others' rates.
void Flows::rate_component(Time now) {
  time_left_.clear();
  for (const std::uint32_t id : component_flows_) {
    Flow& flow = flows_[id];
    restamp(flow);
    if (flow.rate != flow.next_rate) {
      flow.left -= static_cast<Work>(flow.rate) * (now - flow.since).ps;
      flow.since = now;
      flow.rate = flow.next_rate;
    }
    time_left_.push_back(approximate(flow.left) / static_cast<double>(flow.rate) -
                         static_cast<double>((now - flow.since).ps));
  }
  // Divide exactly only where it may matter.
  const double soonest = std::ranges::min(time_left_);
  const double close = soonest + 2 + std::abs(soonest) * 1e-9;
  Time first = never;
  const std::size_t before = due_.size();
  for (std::size_t i = 0; i < component_flows_.size(); ++i) {
    if (time_left_[i] > close) continue;
    const Flow& flow = flows_[component_flows_[i]];
    const Time end = std::max(now, flow.since + duration(flow.left, flow.rate));
    if (end < first) due_.resize(before);
    if (end > first) continue;
    first = end;
    due_.push_back({component_flows_[i], flow.stamp, end});
  }
}

}  // namespace commlab
