// The pictures of a script's run: lanes, text, tensors, and what came of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/lanes_picture.h"
#include "gui/window/listing_picture.h"
#include "gui/window/outcome_article.h"
#include "gui/window/script_scene.h"
#include "gui/window/session.h"
#include "gui/window/tensors_picture.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/script_by_hand.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct ScriptStage {
  ScriptRun run;
  View view{};
  Theme theme = theme_named("dark").value();
  Area area{0, 0, 900, 600};
  RecordedCanvas canvas{};

  ScriptShown shown() const { return {.run = run, .view = view, .theme = theme}; }
  LanesLayout lanes() { return lay_out_lanes(canvas, area, shown()); }
  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const auto& text : canvas.texts) all.push_back(text.words);
    return all;
  }
};

std::vector<ScriptRun> all_runs_by_hand() {
  return {reduced_by_hand(), ring_that_hangs_by_hand(), absent_rank_by_hand(), overlapped_by_hand()};
}

TEST(Lanes, EveryWordIsInsideThePictureAndOnNoOther) {
  for (const ScriptRun& run : all_runs_by_hand())
    for (const std::string_view theme : theme_names())
      for (const Area area : {Area{0, 0, 840, 420}, Area{10, 20, 1240, 500}, Area{0, 0, 560, 380}})
        for (const bool at_end : {false, true}) {
          ScriptStage stage{.run = run, .theme = theme_named(theme).value(), .area = area};
          if (at_end) stage.view.now = run.finish;

          draw_lanes(stage.canvas, stage.lanes(), stage.shown());

          EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << run.text;
          for (const auto& text : stage.canvas.texts) {
            EXPECT_GE(text.area.x, area.x) << text.words;
            EXPECT_LE(text.area.right(), area.right()) << text.words << " " << theme;
            EXPECT_LE(text.area.bottom(), area.bottom()) << text.words << " " << theme;
          }
        }
}

TEST(Lanes, ABarTellsItsLineAndItsCall) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Contains("4 compute(2 ms)"));
  EXPECT_THAT(stage.words(), Contains("3 isend"));
}

TEST(Lanes, StandOnATrueAxisOfTime) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const LanesLayout layout = stage.lanes();
  EXPECT_DOUBLE_EQ(layout.scale.x_of({}), layout.rows.x);
  EXPECT_DOUBLE_EQ(layout.scale.x_of(stage.run.finish), layout.rows.right());
  EXPECT_DOUBLE_EQ(layout.scale.x_of(microseconds(4'500)), layout.rows.center().x);
  EXPECT_EQ(layout.for_ever.width, 0);
}

TEST(Lanes, BarsOfWhatNeverEndsLeaveRoomForEverAndTheCircleIsNumbered) {
  ScriptStage stage{.run = ring_that_hangs_by_hand()};
  EXPECT_GT(stage.lanes().for_ever.width, 0);
  EXPECT_LE(stage.lanes().for_ever.right(), stage.area.right());
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Not(Contains("culprit"))) << "it has not happened yet";

  stage.canvas = {};
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());

  for (const char* number : {"1", "2", "3", "4", "culprit", "for ever"})
    EXPECT_THAT(stage.words(), Contains(number));
}

TEST(Lanes, WhoWaitForTheSameRankShareAColumn) {
  ScriptStage stage{.run = absent_rank_by_hand()};
  const LanesLayout layout = stage.lanes();
  ASSERT_EQ(layout.columns.size(), 1u);
  EXPECT_EQ(layout.columns[0].on, 3);
  EXPECT_EQ(layout.columns[0].waits.size(), 3u);
  EXPECT_FALSE(layout.columns[0].number);
}

TEST(Lanes, ManyRanksKeepTheirRowsInsideThePicture) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.run.ranks = 16;
  const LanesLayout layout = stage.lanes();
  EXPECT_FALSE(layout.labelled);
  EXPECT_LE(layout.row_of(15).bottom(), stage.area.bottom());
}

// A group's two messages are under way at once: their words lay on each other.
TEST(Lanes, WhatIsUnderWayAtOnceStandsOneAboveTheOther) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const auto carried = std::ranges::find(stage.run.spans, ScriptSpan::Kind::carries, &ScriptSpan::kind);
  ASSERT_NE(carried, stage.run.spans.end());
  ScriptSpan beside = *carried;
  const auto first = static_cast<std::size_t>(carried - stage.run.spans.begin());
  beside.what = "recv(1, y)";
  stage.run.spans.push_back(beside);
  stage.area = {0, 0, 1400, 600};
  const LanesLayout layout = stage.lanes();

  const Area lane = *layout.lane_of(beside.rank, beside.lane);
  const Area above = *layout.track_of(stage.run, stage.run.spans[first]);
  const Area below = *layout.track_of(stage.run, stage.run.spans.back());
  EXPECT_DOUBLE_EQ(above.height, lane.height / 2);
  EXPECT_DOUBLE_EQ(below.y, above.bottom());
  EXPECT_DOUBLE_EQ(below.bottom(), lane.bottom());
  draw_lanes(stage.canvas, layout, stage.shown());
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
  const double x = layout.scale.x_of(beside.start) + 4;
  EXPECT_EQ(lanes_at(layout, stage.run, {x, below.center().y})->what, "recv(1, y)");
  for (const ScriptSpan& span : stage.run.spans)
    EXPECT_TRUE(span.lane != ScriptLane::host ||
                layout.track_of(stage.run, span)->height == layout.lane_height);
}

TEST(Script, ItsCaptionTellsWhatIsOnTheLinksWhileNoHostDoesAnything) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.run.spans.clear();
  const Transfer& first = stage.run.trace.transfers.front();
  stage.view.now = first.start;
  stage.run.through.assign(stage.run.through.size(), never);
  stage.run.through[0] = first.start;
  const std::string sentence = script_sentence(stage.shown());
  EXPECT_THAT(sentence, HasSubstr("Rank 0 is through; under way: "));
  EXPECT_THAT(sentence, HasSubstr(stage.run.trace.ends_text(first)));
}

TEST(Lanes, WhatIsUnderThePointerIsFound) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const LanesLayout layout = stage.lanes();
  const Area lane = *layout.lane_of(0, ScriptLane::compute);
  const ScriptSpan* span = lanes_at(layout, stage.run, {layout.scale.x_of(milliseconds(1)), lane.center().y});
  ASSERT_NE(span, nullptr);
  EXPECT_EQ(span->what, "compute(2 ms)");
  EXPECT_EQ(lanes_at(layout, stage.run, {0, 0}), nullptr);
}

TEST(Lanes, WordsOnBarsCanBeReadInEveryTheme) {
  for (const std::string_view name : theme_names()) {
    const Theme theme = theme_named(name).value();
    for (const auto kind : {ScriptSpan::Kind::works, ScriptSpan::Kind::carries, ScriptSpan::Kind::waits})
      for (const auto lane : {ScriptLane::host, ScriptLane::compute})
        for (std::int32_t call = 0; call < chunk_hues; ++call) {
          const SpanLook look = look_of({.lane = lane, .kind = kind, .call = call}, theme);
          EXPECT_GE(contrast(look.fill, look.ink), 4.5) << name << " " << static_cast<int>(kind);
        }
  }
}

TEST(Lanes, ARunThatEndsAtOnceIsAPictureToo) {
  ScriptStage stage{.run = ring_that_hangs_by_hand()};
  stage.run.finish = {};
  for (ScriptSpan& span : stage.run.spans) span.start = span.end = {};
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_GT(stage.lanes().for_ever.width, 100);
  const Scene scene(played_of(stage.run));
  EXPECT_EQ(scene.playback.end(), Time{});
}

TEST(Listing, MarksTheLineOfEachRankAndTheCulprits) {
  ScriptStage stage{.run = absent_rank_by_hand()};
  stage.view.now = microseconds(1);
  const ListingLayout layout = lay_out_listing(stage.canvas, stage.area.width, stage.shown());
  draw_listing(stage.canvas, stage.area, layout, stage.shown());
  EXPECT_THAT(stage.words(), Contains("0-2"));
  EXPECT_THAT(stage.words(), Contains("3"));
  EXPECT_EQ(line_at(stage.run, 0, microseconds(1)), 2);
  EXPECT_EQ(line_at(stage.run, 3, microseconds(1)), 3);
  EXPECT_EQ(line_at(stage.run, 3, microseconds(3)), std::nullopt) << "it is through";
}

TEST(Listing, RanksAreToldAsStretches) {
  EXPECT_EQ(ranks_text({0, 1, 2, 3}), "0-3");
  EXPECT_EQ(ranks_text({0, 2, 4}), "0,2,4");
  EXPECT_EQ(ranks_text({0, 1, 5}), "0,1,5");
  EXPECT_EQ(ranks_text({}), "");
}

TEST(Listing, ALongTextIsScrolledToWhereRanksAre) {
  ScriptStage stage{.run = overlapped_by_hand()};
  std::string text;
  for (int i = 0; i < 60; ++i) text += "# a comment\n";
  stage.run.text = text + stage.run.text;
  for (ScriptSpan& span : stage.run.spans) span.line += 60;
  const ListingLayout layout = lay_out_listing(stage.canvas, stage.area.width, stage.shown());
  const double scrolled = scrolled_to_ranks(layout, stage.shown(), 200, 0);
  draw_listing(stage.canvas, {0, 0, 900, 200}, layout, stage.shown(), scrolled);
  EXPECT_THAT(stage.words(), Contains("63"));
  EXPECT_THAT(stage.words(), Not(Contains("12")));
}

// What goes on below was cut off at the right: it is moved in.
TEST(Listing, NoPieceOfALineIsWiderThanThePanel) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.run.text =
      "rank all:\n    copy(chunk(x, (rank - k - 1) % ranks, 4), chunk(arrived, (rank - k - 1) % ranks, 4))\n";
  const double size = stage.theme.small();
  for (double width = 300; width < 700; width += 7) {
    const ListingLayout layout = lay_out_listing(stage.canvas, width, stage.shown());
    for (const ListingLayout::TextLine& line : layout.lines)
      EXPECT_LE(layout.marks + layout.numbers + line.indent + stage.canvas.width_of(line.text, size), width)
          << line.text;
  }
}

TEST(Tensors, AreToldInTheBeginningAndAtTheEnd) {
  ScriptStage stage{.run = reduced_by_hand()};
  EXPECT_THAT(text_of_tensors(stage.shown()), HasSubstr("rank 0 out: ? ? ? ?"));
  EXPECT_THAT(text_of_tensors(stage.shown()), Not(HasSubstr("->")));
  stage.view.now = stage.run.finish;
  EXPECT_THAT(text_of_tensors(stage.shown()), HasSubstr("rank 1 x: 1 1 1 1 -> 3 3 1 1"));
  EXPECT_THAT(text_of_tensors(stage.shown()), HasSubstr("-> 0.5 1e+08"));
}

TEST(Tensors, StayInsideANarrowPanel) {
  for (const std::string_view theme : theme_names()) {
    ScriptStage stage{
        .run = reduced_by_hand(), .theme = theme_named(theme).value(), .area = {0, 0, 300, 200}};
    stage.view.now = stage.run.finish;
    draw_tensors(stage.canvas, stage.area, stage.shown());
    EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme;
    for (const auto& text : stage.canvas.texts) EXPECT_LE(text.area.right(), 301) << theme << text.words;
  }
}

TEST(Outcome, NamesTheCulpritTheCircleAndWhatTheVictimsSay) {
  ScriptStage stage{.run = ring_that_hangs_by_hand()};
  EXPECT_THAT(text_of(outcome_article(stage.shown())), Not(HasSubstr("Deadlock")));
  stage.view.now = stage.run.finish;
  const std::string text = text_of(outcome_article(stage.shown()));
  EXPECT_THAT(text, HasSubstr("Deadlock: nothing more can happen"));
  EXPECT_THAT(text, HasSubstr("Culprit: rank 0, line 8."));
  EXPECT_THAT(text, HasSubstr("4. Rank 3 waits in line 8, send(0, x), until rank 0 receives."));
  EXPECT_THAT(text, HasSubstr("ranks 0-3, after 1800 s: Timed out waiting 1800000ms for send"));
}

TEST(ScriptScene, EverySpansEndIsAnEventToStepTo) {
  const ScriptRun run = reduced_by_hand();
  const Scene scene(played_of(run));
  EXPECT_EQ(scene.playback.next(StepUnit::event, {}), microseconds(5));
  EXPECT_EQ(scene.playback.end(), run.finish);
}

TEST(ScriptScene, IsShownInEveryArrangementAndTheme) {
  for (const ScriptRun& run : all_runs_by_hand())
    for (const std::string_view name : theme_names())
      for (int arrange = 0; arrange <= static_cast<int>(Arrange::lesson); ++arrange) {
        const WindowTools tools;
        Session session{.tools = tools, .theme = theme_named(name).value()};
        show_script(session, std::make_shared<const ScriptRun>(run));
        session.view.arrange = static_cast<Arrange>(arrange);
        UnseenWindow window(session);
        window.frame();
        EXPECT_NE(session.registry.find("lanes"), nullptr) << name << " " << arrange;
        go_to(session, run.finish);
        window.frame();
        EXPECT_EQ(session.registry.find("caption")->value, script_sentence(session.script_shown()));
      }
}

}  // namespace
}  // namespace commlab
