#pragma once
// What each message gets of the links it is on, written beside them: on a link that several share, one above
// the other; of a message that shares none, once, beside the longest link on its way.
//
//    cpu
//     |  [6 GB/s]   message 0
//     |  [6 GB/s]   message 1
//    switch

#include <string>
#include <vector>

#include "gui/window/topology_marks.h"

namespace commlab {

struct LinkShares {
  struct Share {
    std::int32_t transfer;
    std::string words;  // "6 GB/s": what leaves its sender, on average
    int chunk;          // gives the hue
    Area area;
  };
  LinkId link;
  std::vector<Share> shares;
};

// None where messages are not told apart, or too many are under way. No two areas overlap, nor is any on a
// name, where there is room for it.
std::vector<LinkShares> shares_of(const Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

void draw_shares(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

}  // namespace commlab
