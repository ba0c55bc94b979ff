#pragma once
// The timeline panel's state: what is too expensive to compute for every frame, and what the mouse is doing.
// All of it follows from the scenes and can be computed again.

#include <memory>
#include <optional>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/timeline_index.h"
#include "gui/window/run/view.h"

namespace commlab {

enum class TimelineDrag : std::uint8_t {
  none,
  press,    // pressed on a bar, not moved yet: a click
  scrub,    // the run's time follows the pointer
  measure,  // measures a stretch of time
  pan,      // the visible stretch of the axis follows
  window,   // the same, by dragging its frame in the minimap
};

struct TimelineMemory {
  struct Indexed {
    ScenePointer scene{};
    Rows rows = Rows::ranks;
    std::shared_ptr<const TimelineIndex> index{};  // never null if there is a scene
  };
  Indexed scene;
  Indexed ghost;
  Indexed measured;
  std::vector<std::int32_t> counterparts;  // for each transfer of the measured scene: the scene's, or -1

  struct CurveKey {
    const Outcome* run = nullptr;
    Rows rows = Rows::ranks;
    TimeAxis axis = TimeAxis::linear;
    const Scene* compared = nullptr;
    bool operator==(const CurveKey&) const = default;
  };
  CurveKey curve_key;
  std::vector<float> utilisation;

  struct TextureKey {
    CurveKey curve;
    Area rows;
    double from = 0;
    double to = 0;
    std::string_view theme;
    std::optional<std::int32_t> block;
    std::int32_t part = 0;
    bool idle = false;
    bool operator==(const TextureKey&) const = default;
  };
  TextureKey texture_key;
  Raster texture{.name = "timeline"};

  struct Moved {
    Time from;
    Time to;
    int row = -1;
    const Scene* scene = nullptr;
    const Scene* measured = nullptr;
    bool operator==(const Moved&) const = default;
  };
  Moved moved_key;
  double moved_bytes = 0;
  std::optional<Time> moved_predicted;  // the predicted time for as many bytes, if a measured run is shown

  TimelineDrag drag = TimelineDrag::none;
  double drag_from = 0;  // the view's `from` when a pan began
};

}  // namespace commlab
