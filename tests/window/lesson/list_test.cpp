// The list of all lessons, in a window that does not show it whole: each way of scrolling reaches its end.

#include <filesystem>

#include <gtest/gtest.h>

#include "gui/window/lesson/list.h"
#include "lessons/format/lesson_parser.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

std::vector<LessonName> all_shipped_lessons() {
  std::vector<LessonName> names;
  for (const auto& file : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/lessons"))
    if (file.path().filename().string().ends_with(".lesson.md")) {
      const Lesson lesson = *read_lesson(file.path());
      names.push_back({.file = file.path().string(),
                       .number = lesson.number,
                       .title = lesson.title,
                       .minutes = lesson.minutes,
                       .goal = lesson.goal});
    }
  std::ranges::sort(names, {}, &LessonName::number);
  return names;
}

struct ShownList {
  explicit ShownList(const std::string& theme) {
    stage.tools.lessons = all_shipped_lessons;
    stage.session.theme = theme_named(theme).value();
    open_lessons(stage.session);
    window.emplace(stage.session, 1280, 720);
    window->settle();
    last = fmt::format("lessons.{}", stage.session.lesson.names.back().number);
  }

  PicturePoint middle() const { return {bar().x - 100, bar().center().y}; }
  Area bar() const { return stage.session.registry.find("lessons.scroll")->area; }
  // The height of the row's visible part; 0: it is not visible.
  double visible(const std::string& row) const {
    const Widget* const found = stage.session.registry.find(row);
    return found ? found->area.height : 0;
  }
  bool ends_at_the_last() const { return visible(last) >= stage.session.theme.button; }
  bool begins_at_the_first() const { return visible("lessons.1") >= stage.session.theme.button; }

  LessonStage stage;
  std::optional<UnseenWindow> window;
  std::string last;
};

TEST(LessonList, EndsAtTheLastLessonHoweverItIsScrolled) {
  for (const char* theme : {"dark", "projector"}) {
    SCOPED_TRACE(theme);
    ShownList list(theme);
    ASSERT_GE(list.stage.session.lesson.names.size(), 29u);
    ASSERT_TRUE(list.begins_at_the_first());
    ASSERT_FALSE(list.ends_at_the_last()) << "the list is higher than the window";

    list.window->wheel(list.middle(), -100);
    EXPECT_TRUE(list.ends_at_the_last());
    list.window->wheel(list.middle(), 100);
    EXPECT_TRUE(list.begins_at_the_first());

    const Area bar = list.bar();
    list.window->drag({bar.center().x, bar.y + 2}, {bar.center().x, bar.bottom() - 2});
    EXPECT_TRUE(list.ends_at_the_last());
    list.window->drag({bar.center().x, bar.bottom() - 2}, {bar.center().x, bar.y - 50});
    EXPECT_TRUE(list.begins_at_the_first()) << "above the bar's end, the list begins";

    for (std::size_t i = 0; i < list.stage.session.lesson.names.size(); ++i) list.window->press("Down");
    EXPECT_TRUE(list.ends_at_the_last());
    for (std::size_t i = 0; i < list.stage.session.lesson.names.size(); ++i) list.window->press("Up");
    EXPECT_TRUE(list.begins_at_the_first());
  }
}

// Guards against a fixed bug: after a key, the lesson that it marked had to stay in view.
TEST(LessonList, ScrollsAwayFromTheLessonThatAKeyMarked) {
  ShownList list("dark");
  list.window->press("Down");
  list.window->wheel(list.middle(), -100);
  EXPECT_TRUE(list.ends_at_the_last());
}

}  // namespace
}  // namespace commlab
