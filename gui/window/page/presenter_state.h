#pragma once
// A class's state: its lessons, and at which teaching stop it is.

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "gui/window/page/presented_stop.h"
#include "lessons/play/player.h"
#include "lessons/play/teaching_stops.h"

namespace commlab {

struct PresentedLesson {
  std::shared_ptr<Player> player;  // only the tutor's thread asks it
  std::vector<TeachingStop> stops;
};

struct PresenterState {
  std::vector<PresentedLesson> lessons{};  // none: nothing is presented
  StopPlace wanted{};
  std::optional<StopPlace> shown{};
  double planned_minutes = 0;                                    // of all lessons, in this cut
  std::optional<std::chrono::steady_clock::time_point> begun{};  // when the first title was left
  bool looping = false;                                          // the run begins again, until the next stop
  double rested = 0;                                             // seconds since the run was over
  bool spotlight = false;                                        // a ring around the pointer
  bool notes = false;                                            // the teacher's are wanted
  bool one_screen = false;                                       // which the class sees
};

}  // namespace commlab
