#pragma once
// The additions that have just been done: "2 + 1 -> 3" beside the receiver, for half a second while the run
// plays; after a step, until something else is done.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gui/window/run/shown.h"
#include "gui/window/topology/layout.h"
#include "gui/window/topology/marks.h"

namespace commlab {

struct Addition {
  Rank rank;
  int chunk;          // of the rank's buffer
  int step;           // of the algorithm
  std::string words;  // "2 + 1 → 3": what was there, what came, what is there now
};

// In order of time. None where chunks show no numbers, or where there are too many to be read.
std::vector<Addition> additions_now(const Shown&);

// Where the receiver's buffer is drawn, and the chunk in it; nothing: they are not.
struct ReceiverPlace {
  Area buffer;
  Area cell;
};
using FindReceiver = std::function<std::optional<ReceiverPlace>(const Addition&)>;

struct AdditionLabel {
  Addition told;
  Area area;
};
// Beside the receivers, away from buffers, names and messages. An addition that finds no free place has no
// label. REQUIRES: the layout has buffers.
std::vector<AdditionLabel> addition_labels(const Canvas&, const TopologyLayout&, const TopologyMarks&,
                                           const Shown&);
void draw_additions(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);
// The same where a rank's buffer is drawn more than once: if not all of its additions find a place, none is
// shown, because one alone would seem to be all that is done.
void draw_additions(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&, const FindReceiver&);

}  // namespace commlab
