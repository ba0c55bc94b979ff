#pragma once
// What each message gets of the links it is on. On a link that several share, one above the other, beside it;
// of a message that shares none, once, on the longest link of its way.
//
//    cpu
//     |  [6 GB/s]   message 0
//     |  [6 GB/s]   message 1
//    switch ---[12 GB/s]--- switch

#include <string>
#include <vector>

#include "gui/window/topology/marks.h"

namespace commlab {

struct LinkRates {
  struct Rate {
    std::int32_t transfer;
    std::string words;  // "6 GB/s": what leaves its sender, on average
    int chunk;          // gives the hue
    Area area;
  };
  LinkId link;
  std::vector<Rate> rates;
};

// None where messages are not told apart, or too many are under way. No two areas overlap, nor is any on a
// name, nor does it touch a link that another message is on: what has no such place is left out.
std::vector<LinkRates> rate_labels(const Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

void draw_rate_labels(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

}  // namespace commlab
