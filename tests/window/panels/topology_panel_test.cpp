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

TEST(TopologyPanel, HasNoButtonsWhereThereIsOnlyOnePicture) {
  PanelBench bench("all_reduce --machine ring:4,100GB/s,1us --size 1MiB --algorithm ring", area_of_pictures);
  EXPECT_EQ(bench.draw(topology_panel).find("picture.machine"), nullptr);
}

}  // namespace
}  // namespace commlab
