// The lesson beside its pictures: what is shown of a step, how it is set, and what answering does.

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/answer_picture.h"
#include "gui/window/commands.h"
#include "gui/window/launch_picture.h"
#include "gui/window/lesson_explore.h"
#include "gui/window/lesson_play.h"
#include "gui/window/page_bars.h"
#include "gui/window/page_cells.h"
#include "gui/window/page_layout.h"
#include "gui/window/page_plot.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// Two steps: a prediction over a run, with a check that changes it; and a script.
constexpr std::string_view two_steps = R"(# A lesson

```lesson
id = "two-steps"
title = "Two steps"
goal = "See a ring."
minutes = 3
```

## A ring

Four ranks **all together**, and `all_reduce` of {{ size }}.

- one
- two

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```

```predict
ask = "How long does it take?"
answer = time(run)
unit = "us"
tolerance = 5%
why = "It takes {{ time(run) }}."
```

```hint
text = "Six steps."
```

```check
ask = "Make it last less than 50 us."
kind = "state"
allow = ["size"]
expect = time(run) < 50 us
why = "Less to carry."
```

```solution
size = "64 KiB"
```

## A script

```script
ranks 4
rank all: send(right, 16 B); recv(left, 16 B)
```

```predict
ask = "What happens?"
kind = "choice"
choice.hang = "Everybody waits", deadlock
choice.end = "It ends", not deadlock, "Who receives?"
why = "Nobody receives."
```
)";

Laboratory laboratory_by_hand() {
  return {.perform = [](const Experiment& experiment) -> Result<Performed> {
            Run run = run_of(to_line(experiment));
            return Performed{.experiment = experiment,
                             .machine = {.topology = run.trace->topology},
                             .programs = *played(to_line(experiment)).programs,
                             .run = std::move(run),
                             .bound = {}};
          },
          .run_script = [](const ScriptScene&) -> Result<ScriptRun> { return ring_that_hangs_by_hand(); },
          .machine =
              [](const std::string& name) { return find_machine(name, COMMLAB_SOURCE_DIR "/sim/machines"); },
          .measure = {},
          .data = {},
          .clock = [] { return std::int64_t{1'700'000'000}; },
          .next_lesson =
              [](std::string_view) {
                return LessonSignpost{8, "two", "Another one"};
              }};
}

WindowTools tools_by_hand(LessonRecord& kept) {
  WindowTools tools;
  tools.laboratory = laboratory_by_hand();
  tools.lessons = [] { return std::vector<LessonName>{{.file = "two", .number = 1, .title = "Two steps"}}; };
  tools.lesson = [](const std::string& which) -> Result<Lesson> {
    if (which.ends_with(".lesson.md")) return read_lesson(which);
    if (which != "two") return fail("there is no lesson '{}'", which);
    return parse_lesson(two_steps, "two.lesson.md");
  };
  tools.keep = [&kept](const LessonRecord& record) -> Status {
    kept = record;
    return {};
  };
  return tools;
}

struct LessonStage {
  LessonRecord kept{};
  WindowTools tools = tools_by_hand(kept);
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  explicit LessonStage(const std::string& lesson = "two") {
    show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
    const Status started = start_lesson(session, lesson);
    EXPECT_TRUE(started) << started.error().message;
  }
  const LessonPage& page() const { return *session.lesson.page; }
  void wait() {
    while (session.tutor.busy()) {
      session.tutor.wait();
      session.tutor.poll(session);
    }
  }
  void answer(std::string text) {
    const QuestionState* question = current_question(session.lesson);
    ASSERT_NE(question, nullptr);
    session.lesson.typed[question->number] = std::move(text);
    commit_answer(session, *question);
    wait();
    EXPECT_EQ(session.notice, "");
  }
};

TEST(LessonPanel, ShowsTheMachineAtRestUntilThePredictionIsCommitted) {
  LessonStage stage;
  EXPECT_TRUE(is_locked(stage.session));
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::machine);
  EXPECT_EQ(stage.session.scene->trace().transfers.size(), 0u);
  EXPECT_EQ(stage.session.scene->trace().topology.gpus, 4);
  EXPECT_EQ(items_shown(stage.page().content), 2u) << "prose and the prediction";

  stage.answer("70 us");

  EXPECT_FALSE(is_locked(stage.session));
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::experiment);
  EXPECT_GT(stage.session.scene->trace().transfers.size(), 0u);
  EXPECT_TRUE(stage.session.view.playing);
  EXPECT_EQ(stage.kept.answers.at(0).first, "70 us");
}

// The slider told the time of a run that was shown before.
TEST(LessonPanel, WhatRestsHasNothingToPlay) {
  LessonStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  window.frame();
  EXPECT_NE(why_nothing_plays(stage.session), "");
  EXPECT_FALSE(stage.session.registry.find("play")->enabled);
  for (const char* id : {"now", "finish"}) EXPECT_EQ(stage.session.registry.find(id), nullptr) << id;

  stage.answer("70 us");
  window.frame();
  window.frame();
  EXPECT_TRUE(stage.session.registry.find("play")->enabled);
  EXPECT_NE(stage.session.registry.find("now"), nullptr);

  auto launch = std::make_shared<LessonShown>(*stage.session.lesson_shown);
  launch->content = WindowContent::launch;
  stage.session.lesson_shown = launch;
  EXPECT_NE(why_nothing_plays(stage.session), "");
}

TEST(LessonPanel, AnAnswerThatCannotBeReadIsToldAndCountsAsNone) {
  LessonStage stage;
  stage.session.lesson.typed[0] = "soon";
  commit_answer(stage.session, *current_question(stage.page().content));
  stage.wait();
  EXPECT_EQ(stage.session.notice, "");  // it is told where it was typed
  ASSERT_TRUE(stage.page().refused);
  EXPECT_EQ(stage.page().refused->question, 0);
  EXPECT_THAT(stage.page().refused->why, HasSubstr("'soon' cannot be read"));
  EXPECT_TRUE(is_locked(stage.session));
  stage.session.lesson.typed[0] = "";
  commit_answer(stage.session, *current_question(stage.page().content));
  EXPECT_EQ(stage.session.notice, "Type your answer first.");
}

TEST(LessonPanel, ChangingTheSceneRunsItAnew) {
  LessonStage stage;
  stage.answer("70 us");
  const ScenePointer before = stage.session.scene;
  stage.session.lesson.edits["size"] = "64 KiB";
  stage.answer("");
  EXPECT_NE(stage.session.scene, before);
  EXPECT_EQ(current_question(stage.page().content), nullptr);
}

TEST(LessonPanel, ScriptsAreShownWithTheirTextFirstAndTheirLanesAfterwards) {
  LessonStage stage;
  turn_page(stage.session, 1);
  EXPECT_EQ(stage.page().step, 0) << "it is locked";
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  ASSERT_EQ(stage.page().step, 1);
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::script_at_rest);
  EXPECT_THAT(stage.session.script_run->text, HasSubstr("send(right, 16 B)"));
  EXPECT_EQ(stage.session.script_run->spans.size(), 0u);

  commit_answer(stage.session, *current_question(stage.page().content));
  EXPECT_EQ(stage.session.notice, "Choose one of the answers first.");
  EXPECT_FALSE(choose(stage.session, 7));
  EXPECT_TRUE(choose(stage.session, 0));
  stage.answer("");

  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::script);
  EXPECT_GT(stage.session.script_run->spans.size(), 0u);
}

TEST(LessonPanel, TheLastStepIsFollowedByHowItWentAndTheNextLesson) {
  LessonStage stage;
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  answer_unknown(stage.session, *current_question(stage.session.lesson));
  stage.wait();
  turn_page(stage.session, 1);
  ASSERT_TRUE(stage.session.lesson.finished);
  UnseenWindow window(stage.session);
  window.frame();

  const Registry& shown = stage.session.registry;
  EXPECT_EQ(shown.find("lesson.step.title")->value, "How it went");
  EXPECT_EQ(shown.find("summary.right")->value, "0 of 2");
  EXPECT_EQ(shown.find("summary.solved")->value, "0 of 1");
  EXPECT_EQ(shown.find("summary.hints")->value, "0");
  EXPECT_EQ(shown.find("summary.next")->value, "8  Another one");
  EXPECT_EQ(shown.find("lesson.answer"), nullptr) << "the step is not seen";

  turn_page(stage.session, -1);
  EXPECT_FALSE(stage.session.lesson.finished);
  turn_page(stage.session, 1);
  turn_page(stage.session, 1);
  stage.wait();
  EXPECT_FALSE(stage.session.lesson.finished);
  EXPECT_EQ(stage.page().step, 0) << "the next lesson has begun";
}

TEST(LessonPanel, NothingPlaysUntilThePredictionIsCommitted) {
  LessonStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  for (const char* id : {"play", "step-forward", "time"})
    EXPECT_FALSE(stage.session.registry.find(id)->enabled) << id;
  EXPECT_THAT(std::string(why_nothing_plays(stage.session)), HasSubstr("Predict first"));
  stage.answer("70 us");
  window.frame();
  EXPECT_TRUE(stage.session.registry.find("play")->enabled);
  EXPECT_EQ(why_nothing_plays(stage.session), "");
}

TEST(LessonPanel, WhoKnowsNoAnswerIsToldWithoutBlame) {
  LessonStage stage;
  answer_unknown(stage.session, *current_question(stage.session.lesson));
  stage.wait();
  EXPECT_FALSE(is_locked(stage.session));
  EXPECT_EQ(stage.kept.answers.at(0).first, "?");
  RecordedCanvas canvas;
  const Theme& theme = stage.session.theme;
  const PageLayout layout = lay_out_page(canvas, 400, theme, stage.page());
  draw_page(canvas, {0, 0, 400, layout.height}, layout, theme);
  for (const auto& text : canvas.texts) EXPECT_NE(text.color, theme.bad) << text.words;
}

TEST(LessonPanel, WhoAnsweredWronglyStaysAtHisQuestionUntilItIsShown) {
  LessonStage stage;
  stage.answer("70 us");
  const auto offers_result = [&] {
    RecordedCanvas canvas;
    const PageLayout layout = lay_out_page(canvas, 400, stage.session.theme, stage.page());
    return std::ranges::any_of(layout.parts,
                               [](const PagePart& part) { return part.kind == PagePart::Kind::show; });
  };
  for (const char* size : {"1 GiB", "512 MiB", "256 MiB"}) {
    EXPECT_FALSE(offers_result()) << size;
    stage.session.lesson.edits["size"] = size;
    stage.answer("");
    ASSERT_NE(current_question(stage.session.lesson), nullptr);
    EXPECT_EQ(current_question(stage.session.lesson)->number, 1);
    EXPECT_THAT(current_question(stage.session.lesson)->feedback->message, HasSubstr("Not yet"));
  }
  EXPECT_TRUE(offers_result());
  ask_result(stage.session, *current_question(stage.session.lesson));
  stage.wait();
  EXPECT_EQ(current_question(stage.session.lesson), nullptr) << "it is shown, and done with";
}

TEST(LessonPanel, AStepOpensWithThePredictionInViewAndTheKeyboardInIt) {
  LessonStage stage;
  stage.session.theme = theme_named("projector").value();
  UnseenWindow window(stage.session);
  for (int i = 0; i < 4; ++i) window.frame();
  EXPECT_NE(stage.session.registry.find("lesson.answer"), nullptr) << "it is in view";
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
}

// A file's author writes, and the window follows.
struct WrittenLesson {
  std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "followed.lesson.md";
  int written = 0;
  void write(std::string_view text) {
    std::ofstream(file) << text;
    const auto later = std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++written);
    std::filesystem::last_write_time(file, later);  // whatever the disk's clock is good for
  }
  void follow(LessonStage& stage) const {
    stage.session.lesson.watch.looked = {};
    watch_lesson(stage.session);
    stage.session.watcher.wait();
    stage.session.watcher.poll(stage.session);
    stage.wait();
  }
};

TEST(LessonWatch, AFileThatIsWrittenAnewIsLoadedAtTheSameStep) {
  WrittenLesson lesson;
  lesson.write(two_steps);
  LessonStage stage(lesson.file.string());
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  lesson.follow(stage);
  EXPECT_EQ(stage.session.answer, "") << "nobody wrote";

  std::string text(two_steps);
  text.replace(text.find("## A script"), 11, "## Mended");
  lesson.write(text);
  lesson.follow(stage);

  EXPECT_EQ(stage.page().step, 1);
  EXPECT_EQ(stage.page().content.title, "Mended");
  EXPECT_EQ(stage.session.lesson.player->record().answers.at(0).first, "70 us");
}

TEST(LessonWatch, WhatIsWrongInItIsToldWithItsLineAndTheOldOneStays) {
  WrittenLesson lesson;
  lesson.write(two_steps);
  LessonStage stage(lesson.file.string());
  std::string text(two_steps);
  text.replace(text.find("tolerance"), 9, "tolerence");
  lesson.write(text);
  lesson.follow(stage);
  EXPECT_THAT(stage.session.notice, HasSubstr("followed.lesson.md:28"));
  EXPECT_THAT(stage.session.notice, HasSubstr("tolerence"));
  EXPECT_EQ(stage.page().content.title, "A ring");
}

// A step with one chart of each kind, and sliders.
constexpr std::string_view charts_and_sliders = R"(# Charts

```lesson
id = "charts"
title = "Charts"
goal = "See numbers."
minutes = 3
```

## Numbers

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```

```plot
title = "Time against size, on logarithmic axes"
x = size
values = [1 KiB, 32 KiB, 1 MiB, 32 MiB]
y.time = time(run), "the whole operation"
y.half = time(run) / 2, "half of it, a name that is longer than the panel is wide in some themes"
mark.knee = 252 kB, "the knee"
mark.near = 300 kB, "near it"
unit = "us"
scale = "log"
```

```plot
title = "Two of them"
bar.a = time(run), "all of it"
bar.b = time(run) / 3, "a third"
unit = "us"
```

```plot
title = "From row to column"
rows = range(0, 7)
columns = range(0, 7)
cell = row * column
```

```explore
ask = "Move the size."
size = ["1 KiB", "1 MiB", "32 MiB"]
channels = ["1", "2"]
show.time = time(run), "time"
```
)";

struct ChartsStage : LessonStage {
  ChartsStage() : LessonStage(written()) {}
  static std::string written() {
    const auto file = std::filesystem::path(testing::TempDir()) / "charts.lesson.md";
    std::ofstream(file) << charts_and_sliders;
    return file.string();
  }
  const PlotState& plot(PlotBlock::Kind kind) const {
    for (const StepContent::Item& item : page().content.items)
      if (const auto* plot = std::get_if<PlotState>(&item); plot && plot->plot->kind == kind) return *plot;
    throw std::out_of_range("no such plot");
  }
};

TEST(PageCharts, TheirWordsAreInsideAndOnNoOther) {
  ChartsStage stage;
  ASSERT_EQ(stage.page().trouble, "");
  for (const std::string_view name : theme_names())
    for (const double width : {330.0, 420.0, 640.0}) {
      const Theme theme = theme_named(name).value();
      RecordedCanvas canvas;
      const PageLayout layout = lay_out_page(canvas, width, theme, stage.page());
      draw_page(canvas, {0, 0, width, layout.height}, layout, theme);
      EXPECT_EQ(canvas.overlapping_texts(), "") << name << " " << width;
      for (const auto& text : canvas.texts) {
        EXPECT_LE(text.area.right(), width + 0.5) << text.words << " " << name << " " << width;
        EXPECT_GE(text.area.x, -0.5) << text.words << " " << name << " " << width;
      }
    }
}

TEST(PageCharts, UnderThePointerIsTheValueOfEveryCurve) {
  ChartsStage stage;
  const PlotState& plot = stage.plot(PlotBlock::Kind::curves);
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  const Area area{10, 20, 400, height_of_page_plot(canvas, 400, theme, plot)};
  const PlotPoint point = point_of_page_plot(canvas, area, theme, plot, {area.right() - 30, area.center().y});
  ASSERT_EQ(point.lines.size(), 3u);
  EXPECT_EQ(point.lines[0], "size 32 MiB");
  EXPECT_EQ(point.lines[1], "the whole operation: " + plotted_text(plot, plot.curves[0].y[3]));
  EXPECT_TRUE(point_of_page_plot(canvas, area, theme, plot, {area.x + 1, area.y + 1}).lines.empty());
  EXPECT_TRUE(point_of_page_plot(canvas, area, theme, plot, {0, 0}).lines.empty());
}

TEST(PageCharts, UnderThePointerIsACell) {
  ChartsStage stage;
  const PlotState& plot = stage.plot(PlotBlock::Kind::cells);
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  const CellsLayout cells = lay_out_cells(canvas, 400, theme, plot);
  EXPECT_EQ(cell_under(cells, cells.cell(2, 5).center()), 2u * 8 + 5);
  EXPECT_EQ(cell_under(cells, {0, 0}), std::nullopt);
  EXPECT_EQ(cells.least, 0);
  EXPECT_EQ(cells.most, 49);
}

// What a question of kind point is answered with, clicked or typed.
TEST(PageCharts, CellsArePlacesByTheirRowAndColumn) {
  ChartsStage stage;
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  PlotState plot = stage.plot(PlotBlock::Kind::cells);
  const Area area{10, 20, 400, height_of_page_plot(canvas, 400, theme, plot)};
  const std::vector<PlotPlace> places = places_on_page_plot(canvas, area, theme, plot);
  ASSERT_EQ(places.size(), 64u);
  EXPECT_EQ(places[2 * 8 + 5].name, "2, 5");
  const PlotPoint point = point_of_page_plot(canvas, area, theme, plot, places[2 * 8 + 5].area.center());
  ASSERT_EQ(point.lines.size(), 1u);
  EXPECT_THAT(point.lines[0], HasSubstr("row 2, column 5: 10"));
  EXPECT_TRUE(places_on_page_plot(canvas, area, theme, stage.plot(PlotBlock::Kind::bars)).empty());
  plot.locked = true;
  EXPECT_TRUE(places_on_page_plot(canvas, area, theme, plot).empty());
}

// Where there is room, every column has its title.
TEST(PageCharts, CellsAreAsWideAsTheirTitles) {
  ChartsStage stage;
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  PlotState plot = stage.plot(PlotBlock::Kind::cells);
  plot.columns = {"a long title", "another title"};
  plot.cells.assign(16, 1.0);
  const CellsLayout wide = lay_out_cells(canvas, 600, theme, plot),
                    narrow = lay_out_cells(canvas, 200, theme, plot);
  const auto titled = [](const CellsLayout& layout, std::string_view words) {
    return std::ranges::any_of(layout.titles, [&](const auto& title) { return title.words == words; });
  };
  EXPECT_TRUE(titled(wide, "another title"));
  EXPECT_FALSE(titled(narrow, "another title"));
}

// Half of the time is half of the way on a linear axis, and one and the same step down on a logarithmic one.
TEST(PageCharts, AxesKeepTheirScale) {
  const PageAxis linear = axis_of({20, 50, 100}, false), log = axis_of({1, 10, 100}, true);
  EXPECT_EQ(linear.share(0), 0);
  EXPECT_NEAR(linear.share(50) / linear.share(100), 0.5, 1e-12);
  EXPECT_NEAR(log.share(10) - log.share(1), log.share(100) - log.share(10), 1e-12);
  EXPECT_LT(axis_of({-3, 4}, false).least, -2.9);
}

TEST(PageCharts, BarsAreAsLongAsTheirValues) {
  ChartsStage stage;
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  const BarsLayout layout = lay_out_bars(canvas, 300, theme, stage.plot(PlotBlock::Kind::bars));
  ASSERT_EQ(layout.bars.size(), 2u);
  EXPECT_EQ(layout.bars[0].area.width, 300);
  EXPECT_NEAR(layout.bars[1].area.width, 100, 0.01);
}

TEST(LessonExplore, AMovedSliderRunsTheSceneAnewAndTheViewerStaysWhereHeIs) {
  ChartsStage stage;
  Session& session = stage.session;
  go_to(session, Time{session.scene->playback.end().ps / 2});
  const ScenePointer before = session.scene;
  const std::string was = std::get<ExploreState>(stage.page().content.items.back()).shows.at(0).text;

  for (const std::size_t stop : {0u, 2u}) {  // what is wanted last counts
    session.lesson.wanted = WantedStop{.block = 0, .key = "size", .stop = stop};
    follow_explorer(session);
  }
  while (session.lesson.wanted) {
    stage.wait();
    follow_explorer(session);
  }

  const auto& explored = std::get<ExploreState>(stage.page().content.items.back());
  EXPECT_EQ(explored.controls.at(0).at, 2u);
  EXPECT_NE(explored.shows.at(0).text, was);
  EXPECT_NE(session.scene, before);
  EXPECT_NEAR(
      static_cast<double>(session.view.now.ps) / static_cast<double>(session.scene->playback.end().ps), 0.5,
      0.01);
}

TEST(LessonPanel, ALessonThatIsNotThereIsToldAndTheListStays) {
  LessonStage stage;
  open_lessons(stage.session);
  open_lesson(stage.session, "three");
  EXPECT_EQ(stage.session.notice, "there is no lesson 'three'");
  EXPECT_EQ(stage.session.lesson.player, nullptr);
  stage.session.lesson.marked = 0;
  (*find_command("lesson-commit"))->act(stage.session);
  stage.wait();
  EXPECT_NE(stage.session.lesson.page, nullptr);
}

TEST(LessonPanel, HintsAreShownOneByOne) {
  LessonStage stage;
  ask_hint(stage.session, *current_question(stage.page().content));
  stage.wait();
  RecordedCanvas canvas;
  std::string words;
  for (const PagePart& part : lay_out_page(canvas, 400, stage.session.theme, stage.page()).parts)
    for (const SetText::Piece& piece : part.text.pieces) words += piece.run.text + " ";
  EXPECT_THAT(words, HasSubstr("Hint: Six steps."));
}

TEST(LessonPanel, IsDrawnInEveryThemeBeforeAndAfterTheAnswer) {
  for (const std::string_view name : theme_names()) {
    LessonStage stage;
    stage.session.theme = theme_named(name).value();
    UnseenWindow window(stage.session);
    window.frame();
    window.frame();
    for (const char* id : {"lesson.answer", "lesson.commit", "lesson.hint", "lesson.next", "lesson.back"})
      EXPECT_NE(stage.session.registry.find(id), nullptr) << name << " " << id;
    EXPECT_NE(stage.session.registry.find("predict-first"), nullptr) << name;
    EXPECT_FALSE(stage.session.registry.find("lesson.next")->enabled) << "it is locked";
    stage.answer("70 us");
    window.frame();
    window.frame();
    EXPECT_EQ(stage.session.registry.find("predict-first"), nullptr) << name;
    EXPECT_NE(stage.session.registry.find("lesson.feedback.0"), nullptr) << name;
    EXPECT_TRUE(stage.session.registry.find("lesson.next")->enabled);
    open_lessons(stage.session);
    window.frame();
    EXPECT_EQ(stage.session.registry.find("lessons.1")->value, "Two steps");
  }
}

TEST(LessonPage, ItsWordsAreInsideAndOnNoOther) {
  LessonStage stage;
  for (int answered = 0; answered < 2; ++answered) {
    for (const std::string_view name : theme_names())
      for (const double width : {330.0, 420.0, 640.0}) {
        const Theme theme = theme_named(name).value();
        RecordedCanvas canvas;
        const PageLayout layout = lay_out_page(canvas, width, theme, stage.page());
        draw_page(canvas, {0, 0, width, layout.height}, layout, theme);
        EXPECT_EQ(canvas.overlapping_texts(), "") << name << " " << width;
        for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), width + 0.5) << text.words;
      }
    stage.answer("70 us");
  }
}

TEST(AnswerPicture, QuantitiesAreKnownByTheirUnits) {
  EXPECT_EQ(parse_quantity("4.3 ms")->value, 4.3e9);
  EXPECT_EQ(parse_quantity("24 GB/s")->kind, Quantity::Kind::bandwidth);
  EXPECT_EQ(parse_quantity("16 MiB")->value, 16 * 1048576.0);
  EXPECT_EQ(parse_quantity("12")->kind, Quantity::Kind::number);
  EXPECT_FALSE(parse_quantity("soon"));
  EXPECT_FALSE(parse_quantity(""));
}

TEST(AnswerPicture, ListsAreSplitAtTheirCommas) {
  EXPECT_EQ(parse_list("[4, 3, 2, 1]"), (std::vector<std::string>{"4", "3", "2", "1"}));
  EXPECT_TRUE(parse_list("4").empty());
}

// Bars of GPU numbers would tell nothing.
TEST(AnswerPicture, HasBarsForQuantitiesAlone) {
  const Question question{.predicts = true};
  const Theme theme = theme_named("dark").value();
  const auto fills = [&](std::string yours, std::string result) {
    RecordedCanvas canvas;
    const QuestionState state{.question = &question,
                              .choices = {},
                              .feedback = Feedback{.yours = std::move(yours), .result = std::move(result)}};
    draw_compared(canvas, {0, 0, 300, 60}, compared(state, theme), theme);
    return canvas.fills;
  };
  const auto bars = fills("5 ms", "20 ms");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[1].width, 4 * bars[0].width, 0.01);
  EXPECT_EQ(fills("2", "3").size(), 0u);
  EXPECT_EQ(fills("1, 2, 4", "1, 4, 2").size(), 6u) << "cells";
}

TEST(SetMarkdown, SetsListsCodeAndTablesInLinesThatFit) {
  RecordedCanvas canvas;
  const std::string_view text =
      "# Head\n\nSome *words* with `code_that_is_long` and **bold ones**, to be broken.\n\n"
      "1. one\n2. two\n\n    code here\n\n| a | b |\n|---|---|\n| first cell | second cell |\n";
  const Theme theme = theme_named("dark").value();
  const SetText set = set_markdown(text, 220, 16, canvas);
  draw_set_text(canvas, {0, 0}, set, theme, theme.words, {0, 0, 220, set.height});
  EXPECT_EQ(canvas.overlapping_texts(), "");
  std::string words;
  for (const auto& drawn : canvas.texts) {
    EXPECT_LE(drawn.area.right(), 220.5) << drawn.words;
    words += drawn.words + "|";
  }
  EXPECT_THAT(words, HasSubstr("2."));
  EXPECT_THAT(words, HasSubstr("second"));
}

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
