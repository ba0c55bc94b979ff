#pragma once
// How messages share the line of a link: each has a lane as wide as its share of the bandwidth, and messages
// in the other direction use the other side of the wire.
//
//      -------[]----------->     two messages from left to right
//      ---[]--------------->
//      <---------[]---------     one from right to left
//
// A link with too many messages to tell apart is crowded: it lights up as a whole.

#include <cstdint>
#include <vector>

#include "gui/window/topology/marks.h"

namespace commlab {

class TopologyLanes {
 public:
  // Of the messages in flight now. Keeps references to layout and what is shown. Where links are not drawn
  // there is no traffic, and nothing is crowded.
  TopologyLanes(const TopologyLayout&, const Shown&, const std::vector<InFlight>&);

  const std::vector<TopologyMarks::Traffic>& traffic() const { return traffic_; }  // of each link

  // A small picture has one badge for all messages on a wire, in both directions.
  bool badges() const { return badges_; }
  // Link -1 never is.
  bool is_crowded(LinkId) const;
  // All links on its way are.
  bool is_in_a_crowd(const Transfer&) const;

  // How far from the middle of its wire a message travels, to the right of its direction.
  double aside(std::int32_t transfer, LinkId) const;
  // A pile of messages: on the middle of its direction.
  double pile_aside(LinkId) const;

  // How wide a message is drawn: of the whole link's width it has its share. Where flows are told apart, a
  // link is the wider the faster it is. Link -1: the widest.
  double width_of(std::int32_t transfer, LinkId) const;
  // How wide such a share of a link's bandwidth is drawn.
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
