#include "sim/links/flows.h"

#include <algorithm>

namespace commlab {

Flows::Flows(std::vector<Bandwidth> links, int processors)
    : first_processor_(static_cast<std::uint32_t>(links.size())),
      clocks_(links.size() + static_cast<std::size_t>(processors)) {
  for (const Bandwidth bandwidth : links) links_.push_back({.capacity = rate_of(bandwidth)});
  for (int p = 0; p < processors; ++p) links_.push_back({.capacity = unlimited});
}

std::uint32_t Flows::add_route(std::uint32_t, std::span<const std::int32_t> links, int processor) {
  Route route{.first = static_cast<std::uint32_t>(hops_.size()),
              .count = static_cast<std::uint32_t>(links.size()),
              .processor = no_processor};
  for (const std::int32_t link : links) hops_.push_back({.link = static_cast<std::uint32_t>(link)});
  if (processor != no_processor) {
    route.processor = static_cast<std::int32_t>(first_processor_) + processor;
    hops_.push_back({.link = static_cast<std::uint32_t>(route.processor)});
    ++route.count;
  }
  routes_.push_back(route);
  return static_cast<std::uint32_t>(routes_.size()) - 1;
}

void Flows::start(std::uint32_t id, std::uint32_t route, const Load& load, Time now) {
  Flow& flow = flows_[id];
  set_pace(flow, own_pace);
  flow.route = route;
  flow.cap = load.cap;
  flow.left = (static_cast<FlowWork>(load.bytes) * load.stretch * 1'000'000'000'000) >> 4;  // 2^16 / 2^20
  flow.since = now;
  flow.rate = 0;

  const Route r = routes_[route];
  bool alone = true;
  Rate rate = flow.cap;
  for (std::uint32_t hop = r.first; hop < r.first + r.count; ++hop) {
    alone &= enter(id, hop, now);
    Link& link = links_[hops_[hop].link];
    link.bytes += load.bytes;
    rate = std::min(rate, link.capacity);
  }
  if (alone) {
    flow.rate = rate;
    if (flow.left != known_left_ || rate != known_rate_) {
      known_left_ = flow.left;
      known_rate_ = rate;
      known_duration_ = duration_of(flow.left, rate);
    }
    due_.push_back({id, stamp_of(flow), now + known_duration_});
    return;
  }
  slowest_touch_ = std::min(slowest_touch_, flow.cap);
  for (std::uint32_t hop = r.first; hop < r.first + r.count; ++hop) {
    links_[hops_[hop].link].entered = true;
    touch(hops_[hop].link);
  }
}

void Flows::stop(std::uint32_t id, Time now) {
  Flow& flow = flows_[id];
  const Rate was = rate(flow);
  set_pace(flow, own_pace);
  const Route r = routes_[flow.route];
  for (std::uint32_t hop = r.first; hop < r.first + r.count; ++hop) leave(hop, now);
  if (!touched_.empty()) slowest_touch_ = std::min(slowest_touch_, was);
}

bool Flows::enter(std::uint32_t flow, std::uint32_t hop, Time now) {
  Link& link = links_[hops_[hop].link];
  if (link.active.empty()) link.busy_since = now;
  hops_[hop].place = static_cast<std::uint32_t>(link.active.size());
  link.active.push_back({flow, hop});
  return link.active.size() == 1;
}

void Flows::leave(std::uint32_t hop, Time now) {
  Link& link = links_[hops_[hop].link];
  const std::uint32_t place = hops_[hop].place;
  link.active[place] = link.active.back();
  hops_[link.active[place].hop].place = place;
  link.active.pop_back();
  if (link.active.empty()) link.busy += now - link.busy_since;
  if (!link.active.empty() || link.pace.rate() != unlimited) touch(hops_[hop].link);
}

void Flows::touch(std::uint32_t link) {
  if (links_[link].touched) return;
  links_[link].touched = true;
  touched_.push_back(link);
}

// A flow's stamps only ever rise, whoever's pace they are counted from.
void Flows::set_pace(Flow& flow, std::uint32_t pace) {
  const std::uint32_t next = stamp_of(flow) + 1;
  flow.pace = pace;
  flow.stamp = next - (pace == own_pace ? 0 : links_[pace].stamp);
  ++flow.ticket;
}

}  // namespace commlab
