#pragma once
// The flows under way and the links that they cross. Flows changes this data when flows start and end, and
// MaxMin computes the flows' rates.
//
// A flow runs at its own pace, or at the pace of the link that holds it back, together with all other flows
// that this link holds back (see sim/links/pace.h).

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/units.h"
#include "sim/links/pace.h"

namespace commlab {

struct FlowTable {
  static constexpr std::uint32_t own_pace = UINT32_MAX;
  static constexpr std::uint32_t stamps = 1u << 29;  // stamps count modulo this number

  struct Crossing {  // a flow that is active on a link
    std::uint32_t flow;
    std::uint32_t hop;
  };
  struct Link {
    Rate capacity;
    std::vector<Crossing> active = {};
    Bytes bytes = {};
    Time busy = {};
    Time busy_since = {};
    bool touched = false;
    bool entered = false;  // a flow has entered the link since it was touched
    bool told = false;     // the ends of its first flows were reported
    Pace pace = {};        // the pace of the flows that the link holds back
    std::uint32_t stamp = 0;
    // While rates are found:
    std::uint32_t mark = 0;
    bool keeps_rates = false;   // some of its flows keep their rates, if these fit
    std::uint32_t unrated = 0;  // flows on it that have no new rate yet
    Rate left = 0;              // capacity that rated flows leave
    Rate next_rate = unlimited;
    // At least 1, or flows would never finish.
    Rate share() const { return std::max<Rate>(1, left / unrated); }
  };
  struct Hop {  // one link of one route
    std::uint32_t link;
    std::uint32_t place;  // among the link's active ones
  };
  struct Hops {  // of a route: first to last - 1
    std::uint32_t first;
    std::uint32_t last;
  };
  struct Flow {
    FlowWork left =
        0;          // own pace: the work left at `since`; else the link's reading at which the flow is due
    Rate rate = 0;  // at its own pace; 0: not yet rated
    Rate cap = unlimited;
    Time since;
    std::uint32_t route = 0;
    std::uint32_t pace = own_pace;  // or the link whose pace it has
    std::uint32_t stamp = 0;        // at a link's pace: minus the link's own stamp
    std::uint32_t ticket = 0;
    // While rates are found:
    std::uint32_t mark = 0;
    std::uint32_t place = 0;  // among those that get new rates
  };
  // A flow whose end is known unless something changes: an event to post. The event is still valid when it
  // comes if `stamp` is still the flow's stamp.
  struct Due {
    std::uint32_t flow;
    std::uint32_t stamp;
    Time end;
  };

  std::uint32_t routes() const { return static_cast<std::uint32_t>(first_hop.size()) - 1; }
  Hops hops_of_route(std::uint32_t route) const { return {first_hop[route], first_hop[route + 1]}; }
  std::span<const Hop> hops_of(const Flow& flow) const {
    const auto [first, last] = hops_of_route(flow.route);
    return {hops.data() + first, last - first};
  }
  Rate rate_of(const Flow& flow) const {
    return flow.pace == own_pace ? flow.rate : links[flow.pace].pace.rate();
  }
  std::uint32_t stamp_of(const Flow& flow) const {
    return (flow.stamp + (flow.pace == own_pace ? 0 : links[flow.pace].stamp)) % stamps;
  }
  // The flow runs at that pace from now on. The flow's stamp always rises, also when the pace changes.
  void set_pace(Flow& flow, std::uint32_t pace) const {
    const std::uint32_t next = stamp_of(flow) + 1;
    flow.pace = pace;
    flow.stamp = next - (pace == own_pace ? 0 : links[pace].stamp);
    ++flow.ticket;
  }

  std::vector<Link> links;
  std::vector<Hop> hops;
  std::vector<std::uint32_t> first_hop = {0};  // per route; one more entry at the end
  std::vector<Flow> flows;
};

}  // namespace commlab
