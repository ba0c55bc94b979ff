// The mouse over pictures: a drag is followed to its end, and the wheel reaches panels below their buttons.

#include <gtest/gtest.h>

#include "tests/window/scene_of.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

// Guards against a fixed bug: of a drag over a picture, only the press was seen.
TEST(PointerOverPictures, IsFollowedThroughADrag) {
  const WindowTools tools;
  Session session{.tools = tools, .theme = theme_named("dark").value()};
  show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
  UnseenWindow window(session);
  window.settle();
  const Area timeline = session.registry.find("timeline")->area;
  const auto at = [&](double share) {
    return PicturePoint{timeline.x + share * timeline.width, timeline.bottom() - 4};
  };
  window.click(at(0.9));
  const Time end = session.view.now;
  window.click(at(0.4));
  ASSERT_LT(session.view.now, end);

  window.drag(at(0.4), at(0.9));

  EXPECT_EQ(session.view.now, end);
}

}  // namespace
}  // namespace commlab
