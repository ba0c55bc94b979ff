#include "sim/links/flows.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

FlowTable links_of(const std::vector<Bandwidth>& links, int processors) {
  FlowTable table;
  for (const Bandwidth bandwidth : links) table.links.push_back({.capacity = rate_of(bandwidth)});
  for (int p = 0; p < processors; ++p) table.links.push_back({.capacity = unlimited});
  return table;
}

}  // namespace

Flows::Flows(const std::vector<Bandwidth>& links, int processors)
    : table_(links_of(links, processors)),
      first_processor_(static_cast<std::uint32_t>(links.size())),
      max_min_(table_, due_) {}

std::uint32_t Flows::add_route(std::span<const std::int32_t> links, std::span<const int> processors) {
  for (const std::int32_t link : links) {
    assert(0 <= link && static_cast<std::uint32_t>(link) < first_processor_ && "there is such a link");
    table_.hops.push_back({.link = static_cast<std::uint32_t>(link)});
  }
  for (const int processor : processors) {
    const std::uint32_t link = first_processor_ + static_cast<std::uint32_t>(processor);
    assert(link < table_.links.size() && "there is such a processor");
    table_.hops.push_back({.link = link});
  }
  table_.first_hop.push_back(static_cast<std::uint32_t>(table_.hops.size()));
  return table_.routes() - 1;
}

bool Flows::in_use(std::uint32_t route) const {
  const auto [first, last] = table_.hops_of_route(route);
  for (std::uint32_t hop = first; hop < last; ++hop) {
    const FlowTable::Hop& h = table_.hops[hop];
    const auto& active = table_.links[h.link].active;
    if (h.place < active.size() && active[h.place].hop == hop) return true;
  }
  return false;
}

void Flows::start(std::uint32_t id, std::uint32_t route, const Load& load, Time now) {
  assert(id < table_.flows.size() && route < table_.routes() && "there are such a flow and such a route");
  assert(!in_use(route) && "no flow under way is on the route");
  FlowTable::Flow& flow = table_.flows[id];
  table_.set_pace(flow, FlowTable::own_pace);
  flow.route = route;
  flow.cap = load.cap;
  flow.left = work_of(load.bytes, load.stretch);
  flow.since = now;
  flow.rate = 0;

  const auto [first, last] = table_.hops_of_route(route);
  bool alone = true;
  Rate rate = flow.cap;
  for (std::uint32_t hop = first; hop < last; ++hop) {
    alone &= enter(id, hop, now);
    FlowTable::Link& link = table_.links[table_.hops[hop].link];
    link.bytes += Bytes{load.bytes};
    rate = std::min(rate, link.capacity);
  }
  if (alone) {
    flow.rate = rate;
    if (flow.left != known_left_ || rate != known_rate_) {
      known_left_ = flow.left;
      known_rate_ = rate;
      known_duration_ = duration_of(flow.left, rate);
    }
    due_.push_back({id, table_.stamp_of(flow), now + known_duration_});
    return;
  }
  slowest_touch_ = std::min(slowest_touch_, flow.cap);
  for (std::uint32_t hop = first; hop < last; ++hop) {
    table_.links[table_.hops[hop].link].entered = true;
    touch(table_.hops[hop].link);
  }
}

void Flows::stop(std::uint32_t id, Time now) {
  assert(id < table_.flows.size() && "there is such a flow");
  FlowTable::Flow& flow = table_.flows[id];
  assert((in_use(flow.route) || table_.hops_of(flow).empty()) && "the flow is under way");
  const Rate was = table_.rate_of(flow);
  table_.set_pace(flow, FlowTable::own_pace);
  const auto [first, last] = table_.hops_of_route(flow.route);
  for (std::uint32_t hop = first; hop < last; ++hop) leave(hop, now);
  if (!touched_.empty()) slowest_touch_ = std::min(slowest_touch_, was);
}

bool Flows::enter(std::uint32_t flow, std::uint32_t hop, Time now) {
  FlowTable::Link& link = table_.links[table_.hops[hop].link];
  if (link.active.empty()) link.busy_since = now;
  table_.hops[hop].place = static_cast<std::uint32_t>(link.active.size());
  link.active.push_back({flow, hop});
  return link.active.size() == 1;
}

void Flows::leave(std::uint32_t hop, Time now) {
  FlowTable::Link& link = table_.links[table_.hops[hop].link];
  const std::uint32_t place = table_.hops[hop].place;
  link.active[place] = link.active.back();
  table_.hops[link.active[place].hop].place = place;
  link.active.pop_back();
  if (link.active.empty()) link.busy += now - link.busy_since;
  if (!link.active.empty() || link.pace.rate() != unlimited) touch(table_.hops[hop].link);
}

void Flows::touch(std::uint32_t link) {
  if (table_.links[link].touched) return;
  table_.links[link].touched = true;
  touched_.push_back(link);
}

// A link that is slower or faster than before may change any rate, so there is no lower bound of those that
// change.
void Flows::set_capacity(std::size_t link, Rate capacity) {
  table_.links[link].capacity = std::max<Rate>(1, capacity);
  slowest_touch_ = 0;
  touch(static_cast<std::uint32_t>(link));
}

void Flows::resolve(Time now) {
  max_min_.rate(touched_, slowest_touch_, now);
  slowest_touch_ = unlimited;
}

}  // namespace commlab
