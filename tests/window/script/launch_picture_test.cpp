// A picture of how processes are launched.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/script/launch_picture.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

TEST(LaunchPicture, TellsWhoIsThereTwiceAndWhoNeverComes) {
  const Launched stuck = launch_of({.nodes = 2,
                                    .gpus = 4,
                                    .processes = 2,
                                    .visible = {"2,3", std::nullopt},
                                    .rule = LaunchTable::RankRule::local})
                             .value();
  EXPECT_EQ(launch_sentence(stuck),
            "4 processes are expected, and init_process_group waits: ranks 0,1 are there twice; ranks 2,3 "
            "never come.");
  for (const std::string_view name : theme_names())
    for (const bool secret : {false, true}) {
      RecordedCanvas canvas;
      const Area area{0, 0, 700, 500};
      draw_launch(canvas, area, stuck, {{"gpus", "4"}, {"visible.0", "2,3"}}, theme_named(name).value(),
                  secret);
      EXPECT_EQ(canvas.overlapping_texts(), "") << name;
      for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), 700) << text.words << name;
      const bool tells = std::ranges::any_of(
          canvas.texts, [](const RecordedCanvas::Text& text) { return text.words.ends_with("twice"); });
      EXPECT_EQ(tells, !secret);
    }
}

}  // namespace
}  // namespace commlab
