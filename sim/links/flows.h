#pragma once
// Bytes under way on shared resources: every flow crosses all links of its route at once (and crosses a link
// that the route names twice with twice the bytes), and the flows that are active on a link share it max-min
// fairly (see sim/links/max_min.h). A rate changes only when a flow starts or ends in its neighbourhood, or a
// link there gets another rate.
//
// A flow that is alone on its links gets its rate at once. Where flows meet, resolve() computes their rates
// once for each moment, after all events of this moment. It begins with the flows on the links that changed,
// and goes on only where rates no longer fit together (see sim/links/max_min.h).

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "sim/links/flow_table.h"
#include "sim/links/max_min.h"
#include "sim/links/pace.h"

namespace commlab {

constexpr Rate rate_of(Bandwidth b) {
  return b.bytes_per_second > (INT64_MAX >> 17) ? unlimited / 2 : b.bytes_per_second << 16;
}

class Flows {
 public:
  // Work is bytes times `stretch` (2^-20 units: slow ranks and jitter make it longer).
  struct Load {
    std::int64_t bytes = 0;
    std::int64_t stretch = 1 << 20;
    Rate cap = unlimited;
  };
  static constexpr std::uint32_t stamps = FlowTable::stamps;
  using Due = FlowTable::Due;

  // Flows on one of the `processors` share its time evenly.
  explicit Flows(const std::vector<Bandwidth>& links, int processors = 0);
  Flows(const Flows&) = delete;
  Flows& operator=(const Flows&) = delete;

  // The caller chooses the flow ids, which are below `flows`.
  void reserve(std::size_t flows) { table_.flows.resize(flows); }
  // Adds a route over these links, on which these processors work at the same time; one of them may be there
  // twice. Returns its handle for start(). REQUIRES: there are such links and such processors.
  std::uint32_t add_route(std::span<const std::int32_t> links, std::span<const int> processors = {});

  // REQUIRES: flow < the number reserved; add_route() returned the route, and no flow under way is on it.
  void start(std::uint32_t flow, std::uint32_t route, const Load&, Time now);
  // REQUIRES: the flow is under way.
  void stop(std::uint32_t flow, Time now);
  // Whether an end that was due under this stamp still holds.
  bool holds(std::uint32_t flow, std::uint32_t stamp) const {
    return table_.stamp_of(table_.flows[flow]) == stamp;
  }

  // How long `bytes` bytes take at this rate.
  static Time alone(std::int64_t bytes, Rate rate) {
    return duration_of(static_cast<FlowWork>(bytes) * 1'000'000'000'000 << 16, rate);
  }

  // The rate at which bytes take that time. REQUIRES: bytes > 0, time > 0.
  static Rate rate_over(std::int64_t bytes, Time time) {
    const FlowWork rate = (static_cast<FlowWork>(bytes) * 1'000'000'000'000 << 16) / time.ps;
    return static_cast<Rate>(std::clamp<FlowWork>(rate, 1, unlimited / 2));
  }

  // The link has this rate from the next resolve() on; at least 1.
  void set_capacity(std::size_t link, Rate);

  // Whether flows have started or ended on shared links, or links have got other rates, since the last
  // resolve().
  bool unresolved() const { return !touched_.empty(); }
  void resolve(Time now);
  // The ends that start() and resolve() have found since the last clear(). The ends of one resolve() are in
  // order of flows.
  std::vector<Due>& due() { return due_; }

  std::int64_t bytes_on(std::size_t link) const { return table_.links[link].bytes.count; }
  Time busy(std::size_t link) const { return table_.links[link].busy; }

 private:
  // Whether a flow is under way on the route.
  bool in_use(std::uint32_t route) const;
  // Adds the flow to the hop's link. Returns whether the flow is alone on this link.
  bool enter(std::uint32_t flow, std::uint32_t hop, Time now);
  void leave(std::uint32_t hop, Time now);
  void touch(std::uint32_t link);

  FlowTable table_;
  std::uint32_t first_processor_;  // processors are links without a limit of bandwidth, whose time is shared
  std::vector<Due> due_;
  MaxMin max_min_;
  std::vector<std::uint32_t> touched_;  // links that flows entered or left since the last resolve()
  Rate slowest_touch_ = unlimited;      // the slowest rate or cap of these flows

  FlowWork known_left_ = -1;  // the last division, kept for an equal next one
  Rate known_rate_ = 0;
  Time known_duration_;
};

}  // namespace commlab
