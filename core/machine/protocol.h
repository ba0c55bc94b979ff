#pragma once
// A Protocol is a way to hand a message over, and what that costs beside the links. NCCL has
// three (src/device/prims_simple.h, prims_ll.h, prims_ll128.h, 2.28.9):
//
//   simple  the receiver is told when a whole piece is there: nothing else on the wire, slow to say
//   ll      every 8 bytes carry 4 of flag: twice the bytes, but each says for itself that it is there
//   ll128   every 128 bytes carry 8 of flag: 16/15 of the bytes; only where stores of 128 bytes stay whole
//
// A rank at work with c channels (each a thread block, an SM's worth of copying) passes data on at R:
//
//   1/R = lanes / (c * rate) + wire / link
//
// where link is its share of the narrowest on the way, and lanes of the rank that send side by side share its
// channels. Over a network the NIC works while the channels do: there R is the lesser of the two rates.

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
  Time start;        // once, after the launch
  // Of each message, by type of link; the dearest on its way counts.
  std::array<Time, all_link_types.size()> hop{};
  int wire = 1;      // so many bytes cross the links
  int data = 1;      // for so many of data
  Bytes piece;       // a channel's: stored, then passed on; 0: bytes are passed on as they come
  Bandwidth rate;    // of one channel; 0: no limit
  int channels = 1;  // at most
  Bytes grain;  // of one rank's share of the vector: it takes so many to use another channel; 0: all at once

  // Where it streams, a hop holds the sender's lane, which writes and polls flags. Else, and over a
  // network, where a NIC takes messages over from it, a hop delays the arrival alone.
  bool streams() const { return piece == Bytes{}; }
  bool operator==(const Protocol&) const = default;
};

// How many channels such a collective uses: one for each `grain` of a rank's share, up to all.
int channels_in_use(const Protocol&, const Collective&);

}  // namespace commlab
