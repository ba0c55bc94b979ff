// The buttons below the picture: the machine, the algorithm's shape, or both.

#include <gtest/gtest.h>

#include "gui/window/panels/topology_panel.h"
#include "tests/window/panels/panel_bench.h"

namespace commlab {
namespace {

constexpr Area area_of_pictures = {0, 0, 800, 500};

TEST(TopologyPanel, ShowsTheMachineTheAlgorithmOrBoth) {
  PanelBench bench("all_reduce --machine switch:4,100GB/s,1us --size 1MiB --algorithm ring",
                   area_of_pictures);
  EXPECT_NE(bench.draw(topology_panel).find("link.gpu0-nvswitch"), nullptr);
  bench.click(topology_panel, "picture.algorithm");
  EXPECT_EQ(bench.session.view.picture, MachinePicture::algorithm);
  EXPECT_EQ(bench.draw(topology_panel).find("link.gpu0-nvswitch"), nullptr);
  EXPECT_NE(bench.draw(topology_panel).find("gpu.0"), nullptr);
  bench.click(topology_panel, "picture.both");
  EXPECT_NE(bench.draw(topology_panel).find("link.gpu0-nvswitch"), nullptr);
  EXPECT_LT(bench.draw(topology_panel).find("gpu.3")->area.right(), 400) << "the machine is on the left";
}

// The links of the shape are not the machine's: a click there must not choose another link of the same
// number.
TEST(TopologyPanel, AClickOnTheShapeChoosesRanksButNoLinks) {
  PanelBench bench("all_reduce --machine switch:4,100GB/s,1us --size 1MiB --algorithm ring",
                   area_of_pictures);
  bench.session.view.picture = MachinePicture::algorithm;
  bench.click(topology_panel, "gpu.2");
  EXPECT_EQ(bench.session.view.selected.rank, 2);
  for (double x = 5; x < 800; x += 5)
    for (double y = 5; y < 460; y += 5) {
      bench.session.view.selected = {};
      bench.draw(topology_panel, {.at = PicturePoint{x, y}, .pressed = true});
      ASSERT_FALSE(bench.session.view.selected.link.has_value()) << x << " " << y;
      ASSERT_FALSE(bench.session.view.hovered.link.has_value()) << x << " " << y;
    }
}

TEST(TopologyPanel, HasAButtonForEachPictureThatThereIs) {
  PanelBench ring("all_reduce --machine ring:4,100GB/s,1us --size 1MiB --algorithm ring", area_of_pictures);
  const Registry& drawn = ring.draw(topology_panel);
  EXPECT_NE(drawn.find("picture.machine"), nullptr);
  EXPECT_EQ(drawn.find("picture.algorithm"), nullptr) << "the machine is the ring";
  EXPECT_NE(drawn.find("picture.stages"), nullptr);
  PanelBench many("all_reduce --machine ring:32,100GB/s,1us --size 1MiB --algorithm ring", area_of_pictures);
  EXPECT_EQ(many.draw(topology_panel).find("picture.machine"), nullptr) << "there is only one picture";
}

TEST(TopologyPanel, StagesFillFromLeftToRight) {
  PanelBench bench("all_reduce --machine switch:8,100GB/s,1us --size 64KiB --algorithm recursive-doubling",
                   area_of_pictures);
  bench.click(topology_panel, "picture.stages");
  EXPECT_EQ(bench.session.view.picture, MachinePicture::stages);
  const Playback& playback = bench.session.scene->playback;
  for (int step = 0; step <= 3; ++step) {
    bench.session.view.now = step == 0 ? Time{} : playback.step_end(step - 1).end;
    const Registry& drawn = bench.draw(topology_panel);
    for (int column = 0; column <= 3; ++column)
      for (Rank rank = 0; rank < 8; ++rank) {
        const Widget* buffer = drawn.find(fmt::format("stage.{}.{}", column, rank));
        ASSERT_NE(buffer, nullptr);
        EXPECT_EQ(buffer->value, column <= step ? "done" : "") << column << " " << rank << " " << step;
      }
  }
  bench.click(topology_panel, "stage.2.5");
  EXPECT_EQ(bench.session.view.selected.rank, 5);
}

TEST(TopologyPanel, SaysWhyThereAreNoStages) {
  PanelBench bench("all_reduce --machine ring:32,100GB/s,1us --size 1MiB --algorithm ring", area_of_pictures);
  bench.session.view.picture = MachinePicture::stages;
  const Widget* why = bench.draw(topology_panel).find("picture.why");
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(why->value, "No stages: they show at most 16 ranks, and these are 32.");
}

TEST(TopologyPanel, TwoRunsHaveTheirNamesTheirTimesAndTheirOwnSelections) {
  PanelBench bench("all_reduce --machine switch:8,100GB/s,1us --size 1MiB --algorithm ring",
                   {0, 0, 1264, 500});
  show_beside(
      bench.session,
      shared_scene_of("all_reduce --machine switch:8,100GB/s,1us --size 1MiB --algorithm recursive-doubling"),
      "recursive-doubling");
  const Time own = bench.session.scene->playback.end(), other = bench.session.beside.scene->playback.end();
  for (const MachinePicture picture :
       {MachinePicture::machine, MachinePicture::algorithm, MachinePicture::both, MachinePicture::stages}) {
    bench.session.view.picture = picture;
    bench.session.view.now = std::min(own, other);
    const Registry& drawn = bench.draw(topology_panel);
    const bool own_first = own < other;
    EXPECT_EQ(drawn.find("beside.own")->value,
              "ring: " + (own_first ? "done at " + to_human(own) : to_human(other)));
    EXPECT_EQ(drawn.find("beside.other")->value,
              "recursive-doubling: " + (own_first ? to_human(own) : "done at " + to_human(other)));
  }
  // A click anywhere in the right half chooses nothing in the left one.
  for (double x = 640; x < 1260; x += 20)
    for (double y = 40; y < 440; y += 20)
      bench.draw(topology_panel, {.at = PicturePoint{x, y}, .pressed = true});
  EXPECT_TRUE(bench.session.view.selected.empty());
}

}  // namespace
}  // namespace commlab
