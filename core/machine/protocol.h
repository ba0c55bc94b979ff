#pragma once
// A Protocol is a way to hand a message over; it has costs besides the time on the links. NCCL has three
// (src/device/prims_simple.h, prims_ll.h, prims_ll128.h, 2.28.9):
//
//   simple  a signal follows each whole piece: no extra bytes on the wire, but the signal is slow
//   ll      every 8 bytes carry 4 bytes of flag: twice the bytes, but no signal is needed
//   ll128   every 128 bytes carry 8 bytes of flag: 16/15 of the bytes; if such stores stay whole
//
// A rank at work with c channels (each a thread block, an SM's worth of copying) passes data on at R:
//
//   1/R = lanes / (c * rate) + wire / link
//
// where `link` is the rank's share of the narrowest link of the route, and `lanes` is how many lanes of the
// rank send at the same time and share its channels. Where channels and links work mostly at the same time
// (overlaps), the fourth powers of the three terms stand in their places: R is then near the lower of the two
// rates, and 16 % below where they are equal. Over a network, the NIC works at the same time as the channels:
// there R is the lower of the two rates.
//
// Over a network, a proxy takes each message out of a slot, and the receiver takes it out of another. That
// keeps nobody from sending the next one, but it delays the arrival, by a time that grows with the bytes of
// the slot. And a rank can only post one message after another.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/machine/topology.h"

namespace commlab {

inline constexpr std::array<std::string_view, 3> protocol_names = {"simple", "ll", "ll128"};

struct Protocol {
  std::string name;  // one of protocol_names
  Time start;        // paid once, after the launch
  // Cost of each message, by type of link; the most expensive link of its route counts.
  std::array<Time, all_link_types.size()> hop{};
  int wire = 1;  // `wire` bytes cross the links
  int data = 1;  // for each `data` bytes of data
  Bytes piece;   // bytes that a channel stores before it passes them on; 0: it passes bytes on as they arrive
  Bandwidth rate;    // rate of one channel; 0: no limit
  bool overlaps = false;  // how channels and links work together
  double reach = 1;       // share of the links' rate that messages reach
  int channels = 1;       // the most channels
  Bytes grain;       // bytes of a rank's share of the vector for each channel in use; 0: always all channels
  Bandwidth handed_on;  // over a network: rate at which a channel's slot is taken and handed on; 0: at once
  Bytes slot;           // bytes of a slot, in bytes of data; a longer message is handed on slot by slot
  Time peer;            // over a network: what the first message to each peer needs before it goes
  Time post;            //   and what a channel's message in a slot that was used before needs; one at a time
  Bytes posted;         //   a shorter one, which goes in a bundle with others, needs its share of this
  Bandwidth network_rate;          // rate of one channel over a network; 0: as elsewhere

  // If the protocol streams, a hop occupies the sender's lane, which writes and polls flags. If it does not,
  // and over a network, where a NIC takes over the message, a hop only delays the arrival.
  bool streams() const { return piece == Bytes{}; }
  Time& hop_over(LinkType type) { return hop[static_cast<std::size_t>(type)]; }
  Time hop_over(LinkType type) const { return hop[static_cast<std::size_t>(type)]; }
  // Whether a NIC and its proxy need time for messages.
  bool posts() const { return peer > Time{} || post > Time{}; }
  bool operator==(const Protocol&) const = default;
};

// The number of channels that the collective uses: one for each `grain` of a rank's share, at most all.
int channels_in_use(const Protocol&, const Collective&);

}  // namespace commlab
