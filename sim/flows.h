#pragma once
// Bytes under way on shared resources: every flow crosses all its links at once, and each
// link is shared max-min fairly by what is active on it (Bertsekas, Gallager, Data Networks,
// 1992, section 6.5.2). A rate changes only when a flow starts or ends in its neighbourhood.
//
// A flow alone on its links is rated on the spot. Where flows meet, resolve() rates
// every touched component once, after all that happens at one moment has happened.
//
// Rates are whole numbers of 2^-16 bytes per second, work of 2^-16 bytes * 10^-12; a flow
// ends at the first picosecond at which less than 2^-20 of a byte is left.

#include <cstdint>
#include <span>
#include <vector>

#include "core/units.h"

namespace commlab {

using Rate = std::int64_t;
inline constexpr Rate unlimited = INT64_MAX;
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
  // A flow whose end is known unless something changes: an event to post. It still holds when
  // it comes if stamp is still the flow's.
  static constexpr std::uint32_t stamps = 1u << 29;  // they wrap round there
  struct Due {
    std::uint32_t flow;
    std::uint32_t stamp;
    Time end;
  };

  // Flows on one of the `processors` share its time evenly.
  explicit Flows(std::vector<Bandwidth> links, int processors = 0);
  static constexpr int no_processor = -1;

  // Flow ids are the caller's, below this.
  void reserve(std::size_t flows) { flows_.resize(flows); }
  // The links a route crosses, and the processor that works for it; the handle is for start().
  std::uint32_t add_route(std::uint32_t flow, std::span<const std::int32_t> links,
                          int processor = no_processor);

  void start(std::uint32_t flow, std::uint32_t route, const Load&, Time now);
  void stop(std::uint32_t flow, Time now);
  bool holds(std::uint32_t flow, std::uint32_t stamp) const { return flows_[flow].stamp == stamp; }

  // What so many bytes take at this rate.
  static Time alone(std::int64_t bytes, Rate rate) {
    return duration_of(static_cast<Work>(bytes) * 1'000'000'000'000 << 16, rate);
  }

  bool unresolved() const { return !touched_.empty(); }
  void resolve(Time now);
  // What start() and resolve() found out since the last clear.
  std::vector<Due>& due() { return due_; }

  std::int64_t bytes_on(std::size_t link) const { return links_[link].bytes; }
  Time busy(std::size_t link) const { return links_[link].busy; }

 private:
  using Work = __int128;
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Link {
    Rate capacity;
    std::int32_t active = 0;
    std::uint32_t first = none;  // hop
    std::int64_t bytes = 0;
    Time busy;
    Time busy_since;
    bool touched = false;
    // of the component being rated
    std::uint32_t mark = 0;
    std::int32_t unrated = 0;
    Rate left = 0;
    Rate share = 0;
  };
  struct Hop {  // one link of one route; active ones are in their link's list
    std::int32_t link;
    std::uint32_t flow;
    std::uint32_t next = none;
    std::uint32_t previous = none;
  };
  struct Route {
    std::uint32_t first;
    std::uint32_t count;
    std::int32_t processor;  // as a link, or no_processor
  };
  struct Flow {
    Work left = 0;
    Rate rate = 0;
    Rate cap = unlimited;
    Time since;  // `left` was left then
    std::uint32_t route = none;
    std::uint32_t stamp = 0;
    std::uint32_t mark = 0;
    Rate next_rate = 0;
  };

  std::span<Hop> hops(const Flow& flow) {
    const Route& route = routes_[flow.route];
    return {hops_.data() + route.first, route.count};
  }
  void restamp(Flow& flow) { flow.stamp = (flow.stamp + 1) % stamps; }
  bool enter(std::uint32_t hop, Time now);  // whether it has the link to itself
  void leave(std::uint32_t hop, Time now);
  void touch(std::int32_t link);
  static Time duration_of(Work left, Rate rate);
  Time duration(Work left, Rate rate);  // the same, remembering the last answer
  Rate cap_of(const Flow&) const;
  void collect_component(std::int32_t link);
  void share_component();
  Rate raise_level();
  void rate_component(Time now);

  std::vector<Link> links_;
  std::vector<Hop> hops_;
  std::vector<Route> routes_;
  std::vector<Flow> flows_;
  std::vector<std::int32_t> touched_;
  std::vector<Due> due_;
  std::int32_t first_processor_;  // processors are links of no capacity but time

  std::uint32_t mark_ = 0;
  std::vector<std::int32_t> component_links_;
  std::vector<std::uint32_t> component_flows_;
  std::vector<std::uint32_t> unrated_;
  std::vector<std::uint32_t> rated_;
  std::vector<double> time_left_;  // picoseconds, roughly
  Work known_left_ = -1;           // the last division, for the next equal one
  Rate known_rate_ = 0;
  Time known_duration_;
};

}  // namespace commlab
