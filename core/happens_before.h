#pragma once
// Whether one instruction must come before another, whatever the timing: over the order of a
// lane, over dependencies, and over messages (a receive comes after its send).

#include <vector>

#include "core/history.h"

namespace commlab {

class HappensBefore {
 public:
  explicit HappensBefore(const History& history);

  void note(EventId);  // every event in turn
  // REQUIRES: both happened, earlier < later.
  bool ordered(EventId earlier, EventId later);

 private:
  EventId event_of(Rank rank, int lane, int index) const;
  bool waits_directly(EventId earlier, EventId later) const;
  bool reaches(EventId from, EventId target);

  const History& history_;
  std::vector<std::vector<std::vector<EventId>>> events_;  // of rank, lane, index
  std::vector<EventId> visited_;                           // by which search, last
  std::vector<EventId> stack_;
  EventId search_ = 0;
};

}  // namespace commlab
