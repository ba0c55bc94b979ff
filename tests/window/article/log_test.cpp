// The log draws only what can be seen; the present moment is always visible, until the reader scrolls away.
#include "gui/window/article/log_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/session/playing.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::HasSubstr;

struct Reader {
  explicit Reader(std::string_view line) : scene(scene_of(line)) {}
  Shown shown() const {
    return {.scene = scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme};
  }
  LogLayout layout() const { return log_layout(area, shown()); }
  void go_to(std::int64_t entry) {
    view.now = scene.playback.event_time(entry);
    scroll_log(state, layout(), view.now, 0);
  }

  Scene scene;
  Theme theme = *theme_named("dark");
  View view{};
  Area area{0, 0, 400, 300};
  LogState state;
};

constexpr std::string_view ring16 = "all_reduce --machine ring:16,100GB/s,500ns --algorithm ring";

TEST(Log, SaysInOneSentenceWhatHappensAndWhen) {
  const Reader reader("all_reduce --machine ring:2,100GB/s,500ns --algorithm ring --size 4MiB");
  EXPECT_THAT(log_sentence(reader.scene, 1), HasSubstr("step 1 of 2 is done"));
  EXPECT_THAT(log_sentence(reader.scene, 1), HasSubstr("more)"));
}

TEST(Log, KeepsThePresentMomentInView) {
  Reader reader(ring16);
  const std::int64_t last = reader.scene.playback.events() - 1;
  for (const std::int64_t entry : {std::int64_t{0}, last, last / 2, last / 2 + 1, std::int64_t{3}}) {
    reader.go_to(entry);
    const LogLayout layout = reader.layout();
    const Area place = layout.place(reader.state.top, entry);
    EXPECT_GE(place.y, layout.area.y) << entry;
    EXPECT_LE(place.y + layout.entry, layout.area.bottom()) << entry;
  }
}

TEST(Log, StaysWhereItWasScrolledWhileTimeRests) {
  Reader reader(ring16);
  reader.go_to(0);
  scroll_log(reader.state, reader.layout(), reader.view.now, -2);
  const double top = reader.state.top;
  EXPECT_GT(top, 0);
  scroll_log(reader.state, reader.layout(), reader.view.now, 0);
  EXPECT_EQ(reader.state.top, top);
  scroll_log(reader.state, reader.layout(), reader.view.now, 1'000);
  EXPECT_EQ(reader.state.top, 0);
  scroll_log(reader.state, reader.layout(), reader.view.now, -1'000);
  EXPECT_EQ(reader.state.top, reader.layout().last_top());
}

TEST(Log, FindsTheEntryUnderThePoint) {
  Reader reader(ring16);
  reader.go_to(5);
  const LogLayout layout = reader.layout();
  for (std::int64_t entry = 0; entry < layout.entries; ++entry) {
    const Area place = layout.place(reader.state.top, entry);
    if (!layout.area.has(place.center())) continue;
    EXPECT_EQ(layout.at(reader.state.top, place.center()), entry);
  }
  EXPECT_FALSE(layout.at(reader.state.top, {-5, 10}));
}

TEST(Log, WritesOnlyWhatIsVisible) {
  Reader reader("all_to_all --machine mesh:4x4,100GB/s,500ns --algorithm direct");
  reader.go_to(reader.scene.playback.events() / 2);
  RecordedCanvas canvas;
  draw_log(canvas, reader.layout(), reader.shown(), reader.state.top);
  EXPECT_LE(canvas.texts.size(), 24u);
  EXPECT_EQ(canvas.overlapping_texts(), "");
  for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), 400);
}

// A trace without its programs still has a log.
TEST(Log, NeedsNoPrograms) {
  Outcome run = played(ring16);
  run.programs.reset();
  const Scene scene(std::move(run));
  EXPECT_THAT(log_sentence(scene, 0), HasSubstr("0 s"));
}

}  // namespace
}  // namespace commlab
