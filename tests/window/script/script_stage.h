#pragma once
// A script's run written for tests, on a recorded canvas, with everything that its pictures need.

#include <string>
#include <vector>

#include "gui/window/script/lanes_picture.h"
#include "gui/window/script/listing_picture.h"
#include "gui/window/script/tensors_picture.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/script_by_hand.h"

namespace commlab {

struct ScriptStage {
  ScriptRun run;
  View view{};
  Theme theme = theme_named("dark").value();
  Area area{0, 0, 900, 600};
  RecordedCanvas canvas{};
  bool every_rank = false;

  ScriptShown shown() const { return {.run = run, .view = view, .theme = theme, .every_rank = every_rank}; }
  LanesLayout lanes() { return lay_out_lanes(canvas, area, shown()); }
  ListingLayout listing(double width) const { return lay_out_listing(canvas, width, shown(), theme.small()); }
  // `least`: the smallest letters that are allowed, as a share of the usual ones.
  TensorsLayout draw_tensors_within(double least = 1) {
    canvas = {};
    const TensorsLayout layout = lay_out_tensors(canvas, area, shown(), least * theme.small());
    draw_tensors(canvas, area, layout, shown());
    return layout;
  }
  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const auto& text : canvas.texts) all.push_back(text.words);
    return all;
  }
};

}  // namespace commlab
