#pragma once
// Whether one instruction comes before another with every timing. What gives the order: lanes, dependencies,
// messages (a receive comes after its send) and meetings (a wait comes after every member's arrival).

#include <vector>

#include "core/verify/symbolic_history.h"

namespace commlab {

class HappensBefore {
 public:
  explicit HappensBefore(const History& history);

  void note(EventId);  // called for every event in turn
  // REQUIRES: both happened, earlier < later.
  bool ordered(EventId earlier, EventId later);
  // Which ranks have done anything that must come before the event.
  std::vector<bool> heard_from(EventId);
  // Marks everything that a rank did or had to wait for. Then was_seen() tells for each event whether it is
  // marked. REQUIRES: the rank has ended.
  void look_back_from_the_end_of(Rank);
  bool was_seen(EventId e) const { return visited_[e] == search_; }

 private:
  std::size_t place_of(Rank rank, int lane, int nth) const;  // in events_
  EventId event_of(Rank rank, int lane, int nth) const;
  bool waits_directly(EventId earlier, EventId later) const;
  bool reaches(EventId from, EventId target);
  void begin_search();
  void visit(EventId, EventId no_earlier_than = 0);
  // Calls found(event) for all visited events and all that had to come before them, until it returns true.
  template <class Found>
  bool search(EventId no_earlier_than, Found found);

  const History& history_;
  // The events of every lane in order, lane after lane; what has not happened yet is `nothing`.
  std::vector<EventId> events_;
  std::vector<std::size_t> first_event_;  // per lane; one more entry at the end
  std::vector<std::size_t> first_lane_;   // per rank; one more entry at the end
  std::vector<EventId> visited_;          // per event: the last search that visited it
  std::vector<EventId> stack_;
  EventId search_ = 0;
};

}  // namespace commlab
