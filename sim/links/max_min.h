#pragma once
// Max-min fair rates of flows that share links, by progressive filling (Bertsekas, Gallager, Data Networks,
// 1992, section 6.5.2): all rates rise together until a link is full or a flow is at its cap. Flows that are
// stopped there keep their rate, and the other flows rise further. Links fill up in the order of the share
// that they can give to each flow, and this share only grows when flows are stopped elsewhere. So a heap
// whose entries may be too low, but never too high, finds the next link.
//
// Flows slower than the slowest flow that came or left keep their rates, because the same links are full at
// the same levels. Of the others, first only those on a touched link get new rates. These are the right ones
// if all flows still fit together:
//
//   - on each link, the flows that are slower than the link's level leave this level to each of the others;
//   - a link that is not full leaves more than its rate to each flow;
//   - each flow has its cap, or the level of a full link.
//
// Then progressive filling, which finds these rates in the order of levels, would stop each flow where it is.
// Where a link's flows do not fit together, they get new rates, too. If that spreads, all flows do that
// shared links join to a touched one.

#include <cstdint>
#include <vector>

#include "sim/links/earliest.h"
#include "sim/links/flow_table.h"

namespace commlab {

class MaxMin {
 public:
  // Keeps references. The ends that it finds are added to `due`. REQUIRES: all links are in the table.
  MaxMin(FlowTable& table, std::vector<FlowTable::Due>& due)
      : table_(table), due_(due), clocks_(table.links.size()) {}

  // Computes the rates of all flows whose rates can have changed, and finds which flows end first. `touched`:
  // the links that flows entered or left; it is empty afterwards. `slowest_touch`: the slowest rate or cap of
  // these flows.
  void rate(std::vector<std::uint32_t>& touched, Rate slowest_touch, Time now);

 private:
  struct Level {  // a rate at which something stops rising
    Rate rate;
    std::uint32_t what;
  };

  struct NewRate {
    std::uint32_t flow;
    std::uint32_t pace = FlowTable::own_pace;
    Rate rate = 0;
  };

  Rate cap_of(const FlowTable::Flow&) const;
  bool has_place(const Pace::Place& place) const { return table_.flows[place.flow].ticket == place.ticket; }
  bool rises(const FlowTable::Flow& flow) const { return flow.mark == mark_; }

  // Whether the flow gets a new rate.
  bool is_rated(const FlowTable::Flow& flow) const { return flow.mark == mark_ || flow.mark == mark_ + 1; }

  Rate slowest_change(const std::vector<std::uint32_t>& touched, Rate slowest_touch) const;
  void rate_nearby(Rate least, Time now);
  void rate_all(Rate least, Time now);
  void add_flows(std::uint32_t link, Rate least, Time now);
  void add_flow(std::uint32_t flow, Time now);
  void add_link(std::uint32_t link, Time now);
  bool all_fit(Rate least, Time now);
  bool flows_fit(std::uint32_t link, Rate least, Time now);
  Rate level_of(std::uint32_t link);
  void take_new_mark();
  void begin_anew();
  void set_rest(std::uint32_t link, Rate least);
  void raise();
  Rate next_level();
  void hold_back_at(Rate level);
  void hold_back(std::uint32_t flow, std::uint32_t pace, Rate level);
  void set_rate(const NewRate&, Time now);
  FlowWork left_of(const FlowTable::Flow&, Time now) const;
  void set_clock(std::uint32_t link);
  void tell_first_ends();

  FlowTable& table_;
  std::vector<FlowTable::Due>& due_;
  Earliest clocks_;         // for each link that holds flows back: when the first flow ends
  std::uint32_t mark_ = 0;  // marks flows that rise, and links that they cross; mark_ + 1: rated
  std::vector<std::uint32_t> rated_links_;  // those whose rates can have changed
  std::vector<NewRate> rated_flows_;
  std::vector<Level> link_levels_;  // a heap, the lowest in front; a share may be higher by now
  std::vector<Level> caps_;         // caps of flows, lowest first
  std::size_t next_cap_ = 0;
  std::vector<std::uint32_t> chosen_;  // links that are full at one level, or whose first ends are reported
  std::size_t rising_ = 0;             // flows that have no new rate yet
  std::vector<Rate> rates_on_link_;
  int rate_all_next_ = 0;    // for so many changes, rates are not looked for nearby first
  int after_a_failure_ = 1;  // the next value of rate_all_next_, once nearby was not enough
};

}  // namespace commlab
