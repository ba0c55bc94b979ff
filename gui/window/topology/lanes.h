#pragma once
// How messages share the line of a link: each has a lane as wide as its share of the bandwidth, and messages
// in the other direction use the other side of the wire.
//
//      -------[]----------->     two messages from left to right
//      ---[]--------------->
//      <---------[]---------     one from right to left
//
// A link with too many messages to tell apart is crowded: the whole link lights up.

#include <cstdint>
#include <vector>

#include "gui/window/topology/marks.h"

namespace commlab {

class TopologyLanes {
 public:
  // Places the messages in flight now. Keeps references to the layout and to Shown. If links are not drawn,
  // there is no traffic, and no link is crowded.
  TopologyLanes(const TopologyLayout&, const Shown&, const std::vector<InFlight>&);

  const std::vector<TopologyMarks::Traffic>& traffic() const { return traffic_; }  // by link

  // Whether a wire has one badge for all its messages, in both directions. Small pictures do.
  bool badges() const { return badges_; }
  // Whether a link is crowded. Link -1 never is.
  bool is_crowded(LinkId) const;
  // Whether all links of the transfer's route are crowded.
  bool is_in_a_crowd(const Transfer&) const;

  // How far from the middle of its wire a message travels, to the right of its direction.
  double aside(std::int32_t transfer, LinkId) const;
  // How far a pile of messages is from the middle of the wire: it is in the middle of its direction's side.
  double pile_aside(LinkId) const;

  // How wide a message is drawn: its share of the link's width. If flows are told apart, a faster link is
  // wider. Link -1: the greatest width.
  double width_of(std::int32_t transfer, LinkId) const;
  // How wide this share of a link's bandwidth is drawn.
  double width_on(LinkId, double share) const;

 private:
  void count(const std::vector<InFlight>&);
  TopologyMarks::Traffic on(LinkId link) const {
    return link < 0 || traffic_.empty() ? TopologyMarks::Traffic{} : traffic_[link];
  }
  double bandwidth_of(LinkId) const;  // bytes per second
  double half_of_lanes() const;       // room on one side of a wire

  const TopologyLayout& layout_;
  const Shown& shown_;
  const Trace& trace_;
  std::vector<TopologyMarks::Traffic> traffic_;
  std::vector<int> on_wire_;  // messages in both directions
  double fastest_ = 0;        // bytes per second of the fastest link that any message passes
  bool badges_ = false;
};

}  // namespace commlab
