// The exported figure says what it shows, and nothing on it is cut off or looks like a button.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/frame/figure.h"
#include "gui/window/session/playing.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> words_on(const RecordedCanvas& canvas) {
  std::vector<std::string> words;
  for (const auto& text : canvas.texts) words.push_back(text.words);
  return words;
}

// Guards against a fixed bug: the pictures were exported without a word about their experiment.
TEST(Figure, SaysWhatItShowsWhenAndWhoseTimesTheseAre) {
  const ScenePointer scene =
      shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 1MiB");
  const WindowTools tools;
  for (const std::string_view theme : theme_names())
    for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::compare, Arrange::present}) {
      Session session{.tools = tools, .settings = {}, .theme = *theme_named(theme)};
      show_scene(session, scene);
      go_to(session, microseconds(20));
      session.view.arrange = arrange;
      RecordedCanvas canvas;
      draw_figure(canvas, session, 1280, 720);
      const std::vector<std::string> words = words_on(canvas);
      EXPECT_THAT(words, Contains("all_reduce, ring: 1 MiB on 4 ranks of ring:4,25GB/s,2us")) << theme;
      EXPECT_THAT(words, Contains("t = 20.0 us of 74.9 us; simulated")) << theme;
      EXPECT_THAT(words, Contains(HasSubstr("under way"))) << theme;
      EXPECT_EQ(canvas.overlapping_texts(), "") << theme << " " << static_cast<int>(arrange);
      for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), 1280) << text.words;
    }
}

TEST(Figure, OfAComparisonNamesBothTimes) {
  const WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("light")};
  show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 1MiB"));
  session.measured = session.scene;
  session.view.arrange = Arrange::compare;
  EXPECT_EQ(figure_badge(session), "predicted: 74.9 us; measured: 74.9 us");
}

// Guards against a fixed bug: a script's figure was called a p2p of no bytes, and had a matrix of its calls.
TEST(Figure, OfAScriptHasItsMachineAndItsLanes) {
  const WindowTools tools;
  for (const std::string_view theme : theme_names())
    for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::present}) {
      Session session{.tools = tools, .settings = {}, .theme = *theme_named(theme)};
      show_script(session, std::make_shared<const ScriptRun>(reduced_by_hand()));
      go_to(session, microseconds(20));
      session.view.arrange = arrange;
      RecordedCanvas canvas;
      draw_figure(canvas, session, 1280, 720);
      const std::vector<std::string> words = words_on(canvas);
      EXPECT_THAT(words, Contains("script, gloo on ring:4,25GB/s,1us: 4 ranks")) << theme;
      EXPECT_THAT(words, Contains("5 reduce(x, dst=0)")) << theme;
      EXPECT_THAT(words, Not(Contains(HasSubstr("p2p")))) << theme;
      EXPECT_EQ(canvas.overlapping_texts(), "") << theme << " " << static_cast<int>(arrange);
    }
}

}  // namespace
}  // namespace commlab
