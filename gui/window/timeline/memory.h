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
  press,    // on a bar, not yet moved: a click
  scrub,    // the time follows
  measure,  // a stretch of time
  pan,      // the stretch of the axis that is shown follows
  window,   // likewise, by its picture in the minimap
};

struct TimelineMemory {
  struct Indexed {
    ScenePointer scene{};
    Rows rows = Rows::ranks;
    std::shared_ptr<const TimelineIndex> index{};  // never null where there is a scene
  };
  Indexed scene;
  Indexed ghost;
  Indexed measured;
  std::vector<std::int32_t> counterparts;  // of the measured scene's transfers among the scene's

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
  std::optional<Time> moved_predicted;  // in which as many are, where a measured run is shown

  TimelineDrag drag = TimelineDrag::none;
  double drag_from = 0;  // of the view, when a pan began
};

}  // namespace commlab
