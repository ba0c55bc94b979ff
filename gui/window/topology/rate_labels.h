#pragma once
// Labels that tell each message's rate. Beside a link that several messages share, their labels are stacked;
// a message that shares no link has one label, on the longest link of its path.
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
    std::string words;  // "6 GB/s": the average rate at which its bytes leave the sender
    int chunk;          // gives the hue
    Area area;
  };
  LinkId link;
  std::vector<Rate> rates;
};

// Empty if messages are not told apart, or there are too many. Labels overlap neither each other nor names,
// and touch no link that carries another message; a label for which there is no such place is left out.
std::vector<LinkRates> rate_labels(const Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

void draw_rate_labels(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

}  // namespace commlab
