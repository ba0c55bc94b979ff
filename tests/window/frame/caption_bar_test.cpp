// The caption of a run that stands still: all of it can be read, in as many lines as it needs.

#include <gtest/gtest.h>

#include "gui/window/frame/caption_bar.h"
#include "gui/window/lesson/caption.h"
#include "gui/window/session/playing.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

struct DrawnCaption {
  std::string words;
  std::size_t lines = 0;
  bool inside = true;  // all lines lie in the box that was noted
};

DrawnCaption drawn(Session& session, const Area& area) {
  RecordedCanvas canvas;
  Registry registry;
  Ui ui{.canvas = canvas, .registry = registry, .theme = session.theme};
  caption_bar(ui, session, area);
  const Area box = registry.find("caption")->area;
  DrawnCaption drawn{.lines = canvas.texts.size()};
  for (const RecordedCanvas::Text& line : canvas.texts) {
    drawn.words += (drawn.words.empty() ? "" : " ") + line.words;
    drawn.inside = drawn.inside && line.area.y >= box.y - 1 && line.area.bottom() <= box.bottom() + 1;
  }
  return drawn;
}

void show_with_caption(LessonStage& stage, const std::string& caption) {
  auto shown = std::make_shared<LessonShown>(*stage.session.lesson_shown);
  shown->page.content.view.caption = caption;
  stage.session.lesson_shown = std::move(shown);
}

TEST(Caption, GrowsUntilALongTextIsWhole) {
  LessonStage stage;
  stage.answer("70 us");
  go_to(stage.session, {});
  const double font = stage.session.theme.font;
  const std::string sentence =
      "What if every second link were four times as slow as it is now, and the others not?";
  for (const int sentences : {1, 2, 3}) {
    std::string text = sentence;
    for (int more = 1; more < sentences; ++more) text += " " + sentence;
    show_with_caption(stage, text);
    const DrawnCaption caption = drawn(stage.session, {8, 680, 700, 1.8 * font});
    EXPECT_EQ(caption.words, text);
    EXPECT_GT(caption.lines, static_cast<std::size_t>(sentences));
    EXPECT_TRUE(caption.inside);
  }
}

// What a class sees: large letters, and two lines without covering the picture.
TEST(Caption, IsWholeInTwoLinesBeforeAClass) {
  LessonStage stage;
  stage.answer("70 us");
  stage.session.view.arrange = Arrange::present;
  go_to(stage.session, stage.session.scene->playback.end());
  const std::string text = caption_of(stage.session);
  const double font = stage.session.theme.font;
  const double half = RecordedCanvas().width_of(text, 1.2 * font) / 2;
  const DrawnCaption caption = drawn(stage.session, {8, 660, 1.4 * half, 3.5 * font});
  EXPECT_EQ(caption.words, text);
  EXPECT_EQ(caption.lines, 2u);
  EXPECT_TRUE(caption.inside);
}

}  // namespace
}  // namespace commlab
