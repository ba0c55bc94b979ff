// Where the diagram of steps is drawn: which columns are visible, and what is under a point.

#include <gtest/gtest.h>

#include "gui/window/topology/stages/layout.h"
#include "gui/window/topology/stages/picture.h"
#include "gui/window/topology/stages/under_point.h"
#include "gui/window/topology/state.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/topology/watched_topology.h"

namespace commlab {
namespace {

// The picture of a run in the arrangement "present", in a window of 1280 x 720.
constexpr Area presented = {8, 60, 1264, 560};
// Half of it, as beside another run.
constexpr Area half_presented = {8, 90, 632, 530};

struct DrawnStages {
  ScenePointer scene;
  ScenePointer staged;
  StageContents contents;

  explicit DrawnStages(std::string_view line)
      : scene(shared_scene_of(line)), staged(staged_scene(*scene)), contents(*staged) {}
  StagedLayout layout(int step, const Area& area = presented, double letters = usual_letters) const {
    return lay_out_stages(staged->trace(), contents.columns(), step, area, letters, 1);
  }
};

constexpr const char* lines[] = {
    "all_reduce --machine switch:8,100GB/s,1us --size 64KiB --algorithm recursive-doubling",
    "all_reduce --machine ring:8,100GB/s,1us --size 64KiB --algorithm ring",
    "all_to_all --machine switch:8,100GB/s,1us --size 64KiB --algorithm pairwise",
    "broadcast --machine switch:16,100GB/s,1us --size 64KiB --algorithm binomial",
    "broadcast --machine switch:4,100GB/s,1us --size 64KiB --algorithm chain --pieces 4"};

TEST(StagedLayout, ThePresentStepIsVisibleAndSoIsTheNext) {
  for (int columns = 2; columns < 40; ++columns)
    for (int visible = 2; visible <= columns; ++visible)
      for (int step = 0; step + 1 < columns; ++step) {
        const int first = first_column(step, columns, visible), last = first + visible - 1;
        EXPECT_LE(first, step);
        EXPECT_GE(last, step + 1);
        EXPECT_GE(first, 0);
        EXPECT_LT(last, columns);
        if (visible > 2) {
          EXPECT_GE(last, std::min(step + 2, columns - 1));
        }
      }
}

TEST(StagedLayout, BuffersDoNotOverlapAndLeaveRoomForMessages) {
  for (const char* line : lines)
    for (const Area& area : {presented, half_presented}) {
      const DrawnStages stages(line);
      for (int step = 0; step + 1 < stages.contents.columns(); ++step) {
        const StagedLayout layout = stages.layout(step, area);
        ASSERT_TRUE(layout.has_room()) << line;
        EXPECT_GE(layout.visible, 2);
        std::vector<Area> boxes;
        for (int column = layout.first; column < layout.first + layout.visible; ++column)
          for (Rank rank = 0; rank < layout.ranks; ++rank) boxes.push_back(layout.box(rank, column));
        for (std::size_t i = 0; i < boxes.size(); ++i) {
          EXPECT_GE(boxes[i].x, area.x);
          EXPECT_LE(boxes[i].right(), area.right());
          EXPECT_LE(boxes[i].bottom(), area.bottom());
          for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(boxes[i].overlaps(boxes[j])) << line;
        }
        if (layout.visible > 1) {
          EXPECT_GE(layout.box(0, layout.first + 1).x - layout.box(0, layout.first).right(),
                    2 * layout.drawn.token_width);
        }
      }
    }
}

TEST(StagedLayout, OfEightRanksAtLeastSixColumnsOfReadableChunksFit) {
  for (const char* line : {lines[0], lines[1], lines[2]}) {
    const DrawnStages stages(line);
    const StagedLayout layout = stages.layout(0);
    EXPECT_GE(layout.visible, std::min(6, stages.contents.columns())) << line;
    EXPECT_GE(layout.drawn.grid.cell_height, 1.25 * usual_letters) << line;
  }
}

TEST(StagedLayout, ASmallAreaShowsNothing) {
  EXPECT_FALSE(DrawnStages(lines[1]).layout(0, {0, 0, 120, 90}).has_room());
}

TEST(StagedLayout, OnlyRanksThatSwapKeepToTheirRight) {
  const auto swaps = [](const char* line) {
    const StagedLayout layout = DrawnStages(line).layout(0);
    return std::ranges::count(layout.drawn.two_way, true);
  };
  EXPECT_EQ(swaps(lines[0]), 24);  // three steps of eight messages
  EXPECT_EQ(swaps(lines[1]), 0);
}

TEST(StagedPicture, EveryChunkAndMessageIsFoundUnderThePointer) {
  for (const char* line : lines) {
    const DrawnStages stages(line);
    const StagedLayout layout = stages.layout(0);
    const Theme theme = *theme_named("dark");
    const View view{.now = {stages.staged->trace().transfers[0].end.ps / 2}};
    const Shown now = shown(*stages.staged, view, theme);
    const TopologyMarks marks = marks_of_stages(layout, stages.staged->index->topology, now);
    const Partition& partition = stages.staged->trace().partition;
    ASSERT_FALSE(marks.tokens.empty()) << line;
    for (const TopologyMarks::Token& token : marks.tokens)
      EXPECT_TRUE(stages_at(layout, marks, partition, token.area.center()).thing.transfer) << line;
    for (Rank rank = 0; rank < layout.ranks; ++rank)
      for (int chunk = 0; chunk < layout.drawn.grid.chunks; ++chunk) {
        const Area cell = layout.drawn.cell_in(layout.box(rank, 0), chunk);
        const InStages found = stages_at(layout, {}, partition, cell.center());
        EXPECT_EQ(found.thing.rank, rank);
        EXPECT_EQ(found.column, 0);
        EXPECT_EQ(sector_of(partition, found.thing.block.value_or(-1), found.thing.part), chunk) << line;
      }
  }
}

// A message is on its way between its step's column and the next, and never on a buffer.
TEST(StagedPicture, MessagesAreBetweenTheColumnsOfTheirStep) {
  for (const char* line : lines) {
    const DrawnStages stages(line);
    const Theme theme = *theme_named("dark");
    const Trace& trace = stages.staged->trace();
    for (int i = 1; i < 20; ++i) {
      const View view = at(*stages.staged, i / 20.0);
      const StagedLayout layout =
          stages.layout(present_step(*stages.staged, view.now).value_or(stages.contents.columns() - 2));
      const Shown now = shown(*stages.staged, view, theme);
      const TopologyMarks marks = marks_of_stages(layout, stages.staged->index->topology, now);
      const double grazed = 0.35 * layout.drawn.token_width;  // by messages side by side on one line
      for (const TopologyMarks::Token& token : marks.tokens) {
        if (token.messages > 1) continue;  // a pile is as wide as its words
        const int step = trace.transfers[token.transfer].step;
        ASSERT_TRUE(layout.shows(step) && layout.shows(step + 1)) << line;
        EXPECT_GE(token.area.x, layout.box(0, step).right() - grazed) << line;
        EXPECT_LE(token.area.right(), layout.box(0, step + 1).x + grazed) << line;
      }
    }
  }
}

// Beside the receivers after a step: all additions of the step, or none where they have no room.
TEST(StagedPicture, TellsAllAdditionsOfAStepOrNone) {
  const auto told = [](const char* line) {
    const DrawnStages stages(std::string(line) + " --data ranks");
    const Theme theme = *theme_named("dark");
    const View view{.now = stages.staged->playback.step_end(0).end};
    const Shown now = shown(*stages.staged, view, theme);
    const StagedLayout layout = stages.layout(1);
    const TopologyIndex& index = stages.staged->index->topology;
    RecordedCanvas canvas;
    draw_stages(canvas, layout, stages.contents, index, marks_of_stages(layout, index, now), now);
    return std::ranges::count_if(canvas.texts,
                                 [](const auto& text) { return text.words.find("→") != std::string::npos; });
  };
  EXPECT_EQ(told(lines[0]), 8);
  EXPECT_EQ(told(lines[1]), 0) << "eight chunks in each buffer leave no room";
}

TEST(StagedPicture, IsMadeOnceAndFollowsThePresentStep) {
  const ScenePointer scene = shared_scene_of(lines[1]);
  StagesState state;
  ASSERT_EQ(state.why_none(scene), "");
  state.update({}, presented, usual_letters, 1, 0);
  const ScenePointer staged = state.scene();
  EXPECT_EQ(state.layout().first, 0);
  state.update(scene->trace().finish, presented, usual_letters, 1, 0);
  EXPECT_EQ(state.scene(), staged);
  EXPECT_TRUE(state.layout().shows(14));
}

}  // namespace
}  // namespace commlab
