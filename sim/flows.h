#pragma once
// Bytes under way on shared resources: every flow crosses all its links at once (one that its route names
// twice, with twice the bytes), and each link is shared max-min fairly by what is active on it (Bertsekas,
// Gallager, Data Networks, 1992, section 6.5.2). A rate changes only when a flow starts or ends in its
// neighbourhood.
//
// A flow alone on its links is rated on the spot. Where flows meet, resolve() rates what can have
// changed once, after all that happens at one moment has happened: nothing slower than the slowest
// change, and nothing that no shared link joins to it.
//
// A flow runs at the pace of the link that holds it back, together with all others that this link
// holds back, or at its own (see sim/pace.h).

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "sim/earliest.h"
#include "sim/pace.h"

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
  bool holds(std::uint32_t flow, std::uint32_t stamp) const { return stamp_of(flows_[flow]) == stamp; }

  // What so many bytes take at this rate.
  static Time alone(std::int64_t bytes, Rate rate) {
    return duration_of(static_cast<FlowWork>(bytes) * 1'000'000'000'000 << 16, rate);
  }

  bool unresolved() const { return !touched_.empty(); }
  void resolve(Time now);
  // What start() and resolve() found out since the last clear; of one resolve() in order of flows.
  std::vector<Due>& due() { return due_; }

  std::int64_t bytes_on(std::size_t link) const { return links_[link].bytes; }
  Time busy(std::size_t link) const { return links_[link].busy; }

 private:
  static constexpr std::uint32_t own_pace = UINT32_MAX;

  struct Crossing {  // a flow that is active on a link
    std::uint32_t flow;
    std::uint32_t hop;
  };
  struct Link {
    Rate capacity;
    std::vector<Crossing> active = {};
    std::int64_t bytes = 0;
    Time busy = {};
    Time busy_since = {};
    bool touched = false;
    bool entered = false;  // by a flow, since it was touched
    bool told = false;     // the ends of its first flows are in due()
    Pace pace = {};        // of the flows that it holds back
    std::uint32_t stamp = 0;
    // of what is being rated
    std::uint32_t mark = 0;
    std::uint32_t unrated = 0;
    Rate left = 0;
    Rate next_rate = unlimited;
    // Never nothing: so many flows on so slow a link would not end.
    Rate share() const { return std::max<Rate>(1, left / unrated); }
  };
  struct Hop {  // one link of one route
    std::uint32_t link;
    std::uint32_t place;  // among the link's active ones
  };
  struct Route {
    std::uint32_t first;
    std::uint32_t count;
    std::int32_t processor;  // as a link, or no_processor
  };
  struct Flow {
    FlowWork left = 0;  // own pace: what was left at `since`; else the reading at which it is due
    Rate rate = 0;      // own pace; 0: not yet rated
    Rate cap = unlimited;
    Time since;
    std::uint32_t route = 0;
    std::uint32_t pace = own_pace;  // or of a link
    std::uint32_t stamp = 0;        // at a link's pace, less the link's
    std::uint32_t ticket = 0;
    std::uint32_t mark = 0;
  };
  struct Level {  // a rate at which something stops rising
    Rate rate;
    std::uint32_t what;
  };

  std::span<Hop> hops(const Flow& flow) {
    const Route& route = routes_[flow.route];
    return {hops_.data() + route.first, route.count};
  }
  Rate rate(const Flow& flow) const {
    return flow.pace == own_pace ? flow.rate : links_[flow.pace].pace.rate();
  }
  std::uint32_t stamp_of(const Flow& flow) const {
    return (flow.stamp + (flow.pace == own_pace ? 0 : links_[flow.pace].stamp)) % stamps;
  }
  bool has_place(const Pace::Place& place) const { return flows_[place.flow].ticket == place.ticket; }
  bool rises(const Flow& flow) const { return flow.mark == mark_; }

  bool enter(std::uint32_t flow, std::uint32_t hop, Time now);  // whether it has the link to itself
  void leave(std::uint32_t hop, Time now);
  void touch(std::uint32_t link);

  // sim/max_min.cpp
  Rate cap_of(const Flow&) const;
  Rate slowest_change() const;
  void collect(Rate least, Time now);
  void add_link(std::uint32_t link, Time now);
  void collect_flows(std::uint32_t link, Rate least, Time now);
  void raise(Time now);
  Rate next_level();
  void hold_back_at(Rate level, Time now);
  void hold_back(std::uint32_t flow, std::uint32_t pace, Rate level, Time now);
  FlowWork left_of(const Flow& flow, Time now) const;
  void set_pace(Flow& flow, std::uint32_t pace);
  void set_clock(std::uint32_t link);
  void tell_first_ends();

  std::vector<Link> links_;
  std::vector<Hop> hops_;
  std::vector<Route> routes_;
  std::vector<Flow> flows_;
  std::vector<std::uint32_t> touched_;
  Rate slowest_touch_ = unlimited;  // of flows that touched
  std::vector<Due> due_;
  std::uint32_t first_processor_;  // processors are links of no capacity but time
  Earliest clocks_;                // of links that hold flows back: their first end

  std::uint32_t mark_ = 0;                  // of flows that rise and links they cross; one more: rated
  std::vector<std::uint32_t> rated_links_;  // that can have changed
  std::vector<std::uint32_t> rated_flows_;
  std::vector<Level> link_levels_;  // a heap, the lowest in front; a link's share may have risen since
  std::vector<Level> caps_;         // of flows, lowest first
  std::size_t next_cap_ = 0;
  std::vector<std::uint32_t> chosen_;  // links: those full at one level, or of first ends
  std::size_t rising_ = 0;

  FlowWork known_left_ = -1;  // the last division, for the next equal one
  Rate known_rate_ = 0;
  Time known_duration_;
};

}  // namespace commlab
