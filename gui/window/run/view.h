#pragma once
// Where you are in a trace and what you look at: plain values that only commands and the pointer change.
// Scene and view alone decide what the screen shows. The step, the phase and the event's number are never
// stored, because they follow from `now`.

#include <optional>
#include <string_view>

#include "core/playback/playback.h"
#include "core/playback/time_scale.h"
#include "core/trace/trace.h"

namespace commlab {

// The thing that was clicked, or is under the pointer. It is highlighted in every panel.
struct Selection {
  std::optional<Rank> rank{};
  std::optional<std::int32_t> block{};  // `block` and `part` name a chunk
  std::int32_t part = 0;
  std::optional<LinkId> link{};
  std::optional<std::int32_t> transfer{};  // index into the trace
  bool operator==(const Selection&) const = default;
  bool empty() const { return *this == Selection{}; }
};

enum class Arrange : std::uint8_t {
  learn,
  explore,
  compare,
  present,
  lesson,
  calm  // the first screen
};      // layouts: keys Alt+1 to Alt+4, Alt+8 and Alt+9
inline constexpr std::string_view arrangement_names[] = {"learn",   "explore", "compare",
                                                         "present", "lesson",  "calm"};
constexpr std::string_view name_of(Arrange arrange) { return arrangement_names[static_cast<int>(arrange)]; }
enum class Rows : std::uint8_t { ranks, links };

// What the picture of a run shows: its machine; or only the pairs of ranks that talk, in the shape of the
// algorithm; or what ranks hold after each step of the algorithm, from left to right.
enum class MachinePicture : std::uint8_t { machine, algorithm, both, stages };
inline constexpr std::string_view picture_names[] = {"machine", "algorithm", "both", "stages"};

inline constexpr double seconds_for_all = 20;  // how long the whole run plays at speed 1

struct View {
  Time now;
  Time rested;  // the time before the last step; changes since then are outlined
  bool playing = false;
  double speed = 1;  // 1: the whole run in seconds_for_all
  StepUnit unit = StepUnit::step;
  TimeAxis axis = TimeAxis::linear;
  Arrange arrange = Arrange::explore;
  Rows rows = Rows::ranks;
  MachinePicture picture = MachinePicture::machine;
  Selection selected{};
  Selection hovered{};  // as of the last frame
  bool labels = true;
  bool critical = false;        // the critical path is outlined
  bool measured = true;         // show measured beside predicted times, if there is a measured run
  bool reduced_motion = false;  // things jump instead of moving
  double from = 0;              // the stretch of the time axis that is shown, in [0, 1]
  double to = 1;
};

}  // namespace commlab
