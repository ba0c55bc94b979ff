#pragma once
// The state of a class: its lessons, and the teaching stop that it is at.

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "gui/window/page/presented_stop.h"
#include "gui/window/page/vote_state.h"
#include "lessons/play/player.h"
#include "lessons/play/teaching_stops.h"

namespace commlab {

struct PresentedLesson {
  std::shared_ptr<Player> player;  // only the tutor's thread asks it
  std::vector<TeachingStop> stops;
};

struct PresenterState {
  std::vector<PresentedLesson> lessons{};  // empty: nothing is presented
  StopPlace wanted{};
  std::optional<StopPlace> shown{};
  double planned_minutes = 0;                                    // all lessons together, in this cut
  std::optional<std::chrono::steady_clock::time_point> begun{};  // when the class left the first title
  bool looping = false;                                          // the run is repeated until the next stop
  double rested = 0;                                             // seconds since the run was over
  bool spotlight = false;                                        // show a ring around the pointer
  bool notes = false;                                            // the teacher wants to see the notes
  bool one_screen = false;  // there is only the screen that the class sees
  VoteState vote{};
};

}  // namespace commlab
