// Where the parts of the window are.

#include <vector>

#include <gtest/gtest.h>

#include "gui/window/frame/layout_of_window.h"

namespace commlab {
namespace {

std::vector<Area> shown(const WindowLayout& l) {
  std::vector<Area> areas;
  for (const Area& area : {l.transport, l.scenario, l.topology, l.matrix, l.tabs, l.inspector, l.timeline,
                           l.caption, l.headline})
    if (area.width > 0 && area.height > 0) areas.push_back(area);
  return areas;
}

TEST(WindowLayout, PartsNeverOverlapNorLeaveTheWindow) {
  struct Size {
    double width, height;
  };
  for (const std::string_view name : theme_names())
    for (const double scale : {0.75, 1.0, 2.0})
      for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::compare, Arrange::present})
        for (const auto [width, height] :
             {Size{640, 400}, Size{1280, 720}, Size{1280, 800}, Size{1920, 1080}, Size{3840, 2160}})
          for (const int rows : {0, 1, 3}) {
            const WindowLayout layout =
                layout_of_window(width, height, theme_named(name, scale).value(), {}, arrange, rows);
            const std::vector<Area> areas = shown(layout);
            for (std::size_t i = 0; i < areas.size(); ++i) {
              EXPECT_GE(areas[i].x, 0);
              EXPECT_GE(areas[i].y, 0);
              EXPECT_LE(areas[i].right(), width);
              EXPECT_LE(areas[i].bottom(), height);
              for (std::size_t j = i + 1; j < areas.size(); ++j)
                EXPECT_FALSE(areas[i].overlaps(areas[j]))
                    << name << " " << width << "x" << height << " " << i << " " << j;
            }
          }
}

// Guards against a fixed bug: in a small window, five panels were all too small to be read.
TEST(WindowLayout, ASmallWindowHasFewerPanelsAndEachIsOfUse) {
  struct Size {
    double width, height;
  };
  for (const std::string_view name : theme_names())
    for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::compare, Arrange::present})
      for (const auto [width, height] : {Size{640, 400}, Size{800, 600}}) {
        const Theme theme = theme_named(name).value();
        const WindowLayout l = layout_of_window(width, height, theme, {}, arrange, 0);
        const double line = theme.font;
        for (const Area& panel : {l.topology, l.matrix, l.tabs, l.inspector, l.timeline})
          if (panel.width > 0) {
            EXPECT_GE(panel.width, 10 * line) << name << " " << width << "x" << height;
            EXPECT_GE(panel.height, 4.5 * line) << name << " " << width << "x" << height;
          }
        EXPECT_TRUE(l.topology.width > 0 || l.timeline.width > 0);
        const WindowLayout bare = layout_of_window(width, height, theme, {}, arrange, 0, false);
        EXPECT_EQ(bare.transport.height, 0);
        EXPECT_LT(shown(bare).front().y, shown(l).at(1).y);
      }
}

}  // namespace
}  // namespace commlab
