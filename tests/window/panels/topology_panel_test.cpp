// The buttons below the picture: the machine, the algorithm's shape, or both.

#include <gtest/gtest.h>

#include "gui/window/panels/panel.h"
#include "gui/window/panels/topology_panel.h"
#include "gui/window/session/session.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

struct TopologyBench {
  explicit TopologyBench(std::string_view line) {
    session.scene = std::make_shared<const Scene>(played(line));
  }

  const Registry& draw(const Pointer& pointer = {}) {
    session.registry.clear();
    Panel panel{.session = session,
                .canvas = canvas,
                .area = {0, 0, 800, 500},
                .pointer = pointer,
                .registry = session.registry};
    topology_panel(panel);
    return session.registry;
  }
  void click(std::string_view id) {
    const Widget* const widget = draw().find(id);
    ASSERT_NE(widget, nullptr) << id;
    draw({.at = widget->area.center(), .pressed = true});
  }

  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
  RecordedCanvas canvas;
};

TEST(TopologyPanel, ShowsTheMachineTheAlgorithmOrBoth) {
  TopologyBench bench("all_reduce --machine switch:4,100GB/s,1us --size 1MiB --algorithm ring");
  EXPECT_NE(bench.draw().find("link.gpu0-nvswitch"), nullptr);
  bench.click("picture.algorithm");
  EXPECT_EQ(bench.session.view.picture, MachinePicture::algorithm);
  EXPECT_EQ(bench.draw().find("link.gpu0-nvswitch"), nullptr);
  EXPECT_NE(bench.draw().find("gpu.0"), nullptr);
  bench.click("picture.both");
  EXPECT_NE(bench.draw().find("link.gpu0-nvswitch"), nullptr);
  EXPECT_LT(bench.draw().find("gpu.3")->area.right(), 400) << "the machine is on the left";
}

// The links of the shape are not the machine's: a click there must not choose another link of the same
// number.
TEST(TopologyPanel, AClickOnTheShapeChoosesRanksButNoLinks) {
  TopologyBench bench("all_reduce --machine switch:4,100GB/s,1us --size 1MiB --algorithm ring");
  bench.session.view.picture = MachinePicture::algorithm;
  bench.click("gpu.2");
  EXPECT_EQ(bench.session.view.selected.rank, 2);
  for (double x = 5; x < 800; x += 5)
    for (double y = 5; y < 460; y += 5) {
      bench.session.view.selected = {};
      bench.draw({.at = PicturePoint{x, y}, .pressed = true});
      ASSERT_FALSE(bench.session.view.selected.link.has_value()) << x << " " << y;
      ASSERT_FALSE(bench.session.view.hovered.link.has_value()) << x << " " << y;
    }
}

TEST(TopologyPanel, HasNoButtonsWhereThereIsOnlyOnePicture) {
  TopologyBench bench("all_reduce --machine ring:4,100GB/s,1us --size 1MiB --algorithm ring");
  EXPECT_EQ(bench.draw().find("picture.machine"), nullptr);
}

}  // namespace
}  // namespace commlab
