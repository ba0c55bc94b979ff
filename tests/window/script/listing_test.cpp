// The text of a script, with a mark at the line of each rank.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/draw/code_text.h"
#include "tests/window/script/script_stage.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// A host that has only queued its work is no longer in the call.
TEST(Listing, AHostThatHasNothingMoreToDoHasNoMark) {
  ScriptStage stage{.run = overlapped_by_hand()};
  std::erase_if(stage.run.spans, [](const ScriptSpan& span) { return span.lane == ScriptLane::host; });
  stage.run.spans.insert(stage.run.spans.begin(),  // they are in order of rank and lane
                         {.rank = 0, .line = 2, .what = "all_reduce", .start = {}, .end = microseconds(5)});
  EXPECT_EQ(line_at(stage.run, 0, microseconds(4)), 2);
  EXPECT_EQ(line_at(stage.run, 0, microseconds(6)), std::nullopt);
  stage.run.through[0] = never;
  EXPECT_EQ(line_at(stage.run, 0, microseconds(6)), 2) << "this rank never goes on";
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
  EXPECT_EQ(line_at(stage.run, 3, microseconds(3)), std::nullopt) << "rank 3 has ended";
}

// Spans of runs are in order of rank, lane and start; those written by hand are, too.
TEST(Listing, FindsEachRanksOwnSpans) {
  for (const ScriptRun& run : all_runs_by_hand())
    for (const ScriptSpan& span : run.spans) {
      const ScriptSpan* found = span_at(run, span.rank, span.lane, span.start);
      ASSERT_NE(found, nullptr) << span.what;
      EXPECT_EQ(found->rank, span.rank);
      EXPECT_EQ(found->lane, span.lane);
    }
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

// Guards against a fixed bug: the indented continuation of a broken line was cut off at the right.
TEST(Listing, NoPieceOfALineIsWiderThanThePanel) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.run.text =
      "rank all:\n    copy(chunk(x, (rank - k - 1) % ranks, 4), chunk(arrived, (rank - k - 1) % ranks, 4))\n";
  const double size = stage.theme.small();
  for (double width = 300; width < 700; width += 7) {
    const ListingLayout layout = stage.listing(width);
    for (const ListingLayout::TextLine& line : layout.lines)
      EXPECT_LE(layout.marks + layout.numbers + line.indent + width_of_code(line.text, size), width)
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

}  // namespace
}  // namespace commlab
