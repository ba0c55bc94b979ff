#pragma once
// A ring that a lesson's learner draws on the machine's picture: where a check allows `ring`, he clicks the
// GPUs in its order, and the last one closes it; then it is run. Backspace takes the last one back, Escape
// all of them.

#include <span>
#include <string>
#include <vector>

#include "core/collective.h"
#include "core/topology.h"
#include "core/units.h"
#include "gui/window/run/emphasis.h"
#include "lessons/step_content.h"

namespace commlab {

struct Session;

// From one GPU of a ring to the next.
struct RingHop {
  Rank from = 0;
  Rank to = 0;
  std::vector<LinkId> way{};  // empty: none leads there
  Bandwidth width{};          // of the narrowest link on it
};

struct DrawnRing {
  std::vector<Rank> order{};    // clicked so far
  std::vector<RingHop> hops{};  // between them; and back to the first, once it is closed
  Emphasis emphasis{};          // of the links on their way
  bool empty() const { return order.empty(); }
  bool closed() const { return order.size() > 1 && hops.size() == order.size(); }
};

// `ranks`: so many GPUs close it, those from 0 on.
DrawnRing drawn_ring(const Topology&, std::vector<Rank> order, int ranks);
std::string width_text(const RingHop&);  // "93.3 GB/s"; "nothing" where no way leads
// Whether it can be drawn there.
bool is_on(const DrawnRing&, const Topology&);
// The first of the narrowest hops; null: there is none yet.
const RingHop* narrowest_of(const DrawnRing&);
// As the scene's key `ring` has it: "0,1,4".
std::string ring_text(std::span<const Rank> order);

// Of the step that is shown, what a ring may be drawn for: its open check, or else one that was solved. Null:
// none is asked for, or not yet.
const QuestionState* asks_for_ring(const Session&);
// This GPU was clicked. False: no ring is asked for.
bool add_to_ring(Session&, Rank);
// False: nothing is drawn that could be taken back.
bool take_back(Session&);
// Where the scene has another ring by now, or another step is shown, the drawing goes.
void follow_ring(Session&);
// What to do, or how far it is: a line; empty where no ring is asked for.
std::string words_about_ring(const Session&);

}  // namespace commlab
