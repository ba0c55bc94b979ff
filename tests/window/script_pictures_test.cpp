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
  ListingLayout listing(double width) const { return lay_out_listing(canvas, width, shown(), theme.small()); }
  // `least`: of the usual letters.
  TensorsLayout draw_tensors_within(double least = 1) {
    canvas = {};
    const TensorsLayout layout = lay_out_tensors(canvas, area, shown(), least * theme.small());
    draw_tensors(canvas, area, layout, shown());
    return layout;
  }
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
// The text speaks of the communication lane: eight ranks of three lanes had no names at 1280x720.
TEST(Lanes, HaveNamesAlsoWhereTheirBarsHaveNoWords) {
  ScriptStage stage{.run = overlapped_by_hand(), .area = {0, 0, 820, 390}};
  stage.run.ranks = 8;
  EXPECT_FALSE(stage.lanes().labelled);
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  for (const char* name : {"host", "compute", "comm"})
    EXPECT_EQ(std::ranges::count(stage.words(), name), 8) << name;
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
}

// A host that has put its work into a queue is not in the call any more.
TEST(Listing, AHostThatHasNothingMoreToDoHasNoMark) {
  ScriptStage stage{.run = overlapped_by_hand()};
  std::erase_if(stage.run.spans, [](const ScriptSpan& span) { return span.lane == ScriptLane::host; });
  stage.run.spans.push_back(
      {.rank = 0, .line = 2, .what = "all_reduce", .start = {}, .end = microseconds(5)});
  EXPECT_EQ(line_at(stage.run, 0, microseconds(4)), 2);
  EXPECT_EQ(line_at(stage.run, 0, microseconds(6)), std::nullopt);
  stage.run.through[0] = never;
  EXPECT_EQ(line_at(stage.run, 0, microseconds(6)), 2) << "it never gets any further";
}

TEST(Lanes, AStopwatchIsToldWhereItsHostDoesNothing) {
  ScriptStage stage{.run = overlapped_by_hand()};
  std::erase_if(stage.run.spans, [](const ScriptSpan& span) { return span.lane == ScriptLane::host; });
  stage.run.timers = {{.rank = 0, .name = "t", .start = {}, .stop = microseconds(5)}};
  stage.view.now = microseconds(4);
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Not(Contains("t: 5.00 us"))) << "it runs";
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Contains("t: 5.00 us"));
}

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
  const ListingLayout layout = stage.listing(stage.area.width);
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
  const ListingLayout layout = stage.listing(stage.area.width);
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
    const ListingLayout layout = stage.listing(width);
    for (const ListingLayout::TextLine& line : layout.lines)
      EXPECT_LE(layout.marks + layout.numbers + line.indent + stage.canvas.width_of(line.text, size), width)
          << line.text;
  }
}

TEST(Listing, AllOfACommentIsQuiet) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.run.text = "# a comment that is much too long for one line of the panel\nrank all: barrier()\n";
  draw_listing(stage.canvas, {0, 0, 300, 300}, stage.listing(300), stage.shown());
  const auto color_of = [&](std::string_view part) {
    return std::ranges::find_if(stage.canvas.texts,
                                [&](const auto& text) { return text.words.find(part) != std::string::npos; })
        ->color;
  };
  ASSERT_THAT(stage.words(), Not(Contains(HasSubstr("comment that is much too long for one line of"))));
  EXPECT_EQ(color_of("panel"), stage.theme.quiet);
  EXPECT_EQ(color_of("barrier"), stage.theme.words);
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
    stage.draw_tensors_within();
    EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme;
    for (const auto& text : stage.canvas.texts) EXPECT_LE(text.area.right(), 301) << theme << text.words;
  }
}

// As many ranks as asked for, each with one tensor of so many elements.
ScriptStage stage_of_tensors(int ranks, std::size_t elements, const Area& area) {
  ScriptStage stage{.run = reduced_by_hand(), .theme = theme_named("projector").value(), .area = area};
  stage.run.ranks = ranks;
  stage.run.writes = {};
  stage.run.tensors = {};
  for (Rank rank = 0; rank < ranks; ++rank)
    stage.run.tensors.push_back({.rank = rank,
                                 .name = "x",
                                 .before = std::vector<double>(elements, 1),
                                 .before_known = std::vector<bool>(elements, true),
                                 .after = std::vector<double>(elements, 7),
                                 .after_known = std::vector<bool>(elements, true)});
  stage.view.now = stage.run.finish;
  return stage;
}

// On a wall of 1280x720 five elements of eight were "+5", and the lower half of the panel was empty.
TEST(Tensors, ShowAllElementsOfAllRanksWhereThereIsRoom) {
  for (const std::size_t elements : {1u, 4u, 8u, 16u}) {
    ScriptStage stage = stage_of_tensors(4, elements, {0, 0, 330, 330});
    const TensorsLayout layout = stage.draw_tensors_within(0.75);
    EXPECT_EQ(std::ranges::count(stage.words(), "7"), static_cast<std::ptrdiff_t>(4 * elements));
    EXPECT_LE(layout.height, stage.area.height);
    EXPECT_EQ(layout.with_before, elements <= 4) << elements;
    EXPECT_EQ(stage.canvas.overlapping_texts(), "") << elements;
  }
}

TEST(Tensors, WhatThereIsNoRoomForIsNamed) {
  ScriptStage many = stage_of_tensors(8, 1, {0, 0, 330, 200});
  many.draw_tensors_within(0.75);
  EXPECT_THAT(many.words(), Contains(testing::StartsWith("and ranks ")));
  EXPECT_THAT(many.words(), Not(Contains("rank 7")));
  EXPECT_EQ(many.canvas.overlapping_texts(), "");

  ScriptStage longer = stage_of_tensors(2, 1000, {0, 0, 330, 330});
  longer.draw_tensors_within(0.75);
  EXPECT_THAT(longer.words(), Contains(testing::ContainsRegex("and [0-9]+ more")));
}

// While a run plays beside its answer, "1 -> 1" was read as its end.
TEST(Tensors, TellWhetherTheEndIsReached) {
  ScriptStage stage = stage_of_tensors(4, 4, {0, 0, 600, 330});
  stage.view.now = Time{stage.run.finish.ps / 2};
  stage.draw_tensors_within();
  EXPECT_THAT(stage.words(), testing::IsSupersetOf({"before", "now"}));
  stage.view.now = stage.run.finish;
  stage.draw_tensors_within();
  EXPECT_THAT(stage.words(), testing::IsSupersetOf({"before", "after"}));
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
