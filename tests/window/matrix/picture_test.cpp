// The matrix can be read from the last row of a class: numbers are large enough, and none covers another, at
// every size of panel, number of ranks and theme; and it says what ranks hold.
#include "gui/window/matrix/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "gui/window/draw/theme.h"
#include "gui/window/run/goal.h"
#include "gui/window/run/matrix_cell.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

constexpr int most_matrix_vertices = 5'200;

Time part_of(const Scene& scene, double share) {
  return {static_cast<std::int64_t>(share * static_cast<double>(scene.trace().finish.ps))};
}

struct Look {
  Time now;
  Time rested{};
  std::string_view theme = "dark";
  double width = 340;
  double height = 420;
  Selection hovered{};
  std::optional<PicturePoint> pointer{};
};

RecordedCanvas drawn(const Scene& scene, const Look& look) {
  const Theme theme = *theme_named(look.theme);
  View view{.now = look.now, .rested = look.rested};
  view.hovered = look.hovered;
  RecordedCanvas canvas;
  draw_matrix(canvas, {0, 0, look.width, look.height},
              {.scene = scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme}, nullptr,
              look.pointer);
  return canvas;
}

std::string ring_of(int ranks) {
  return fmt::format("all_reduce --machine switch:{},450GB/s,350ns --algorithm ring --data ranks", ranks);
}

// --- What it looks like

TEST(Matrix, HasNoWordsOverOthersNoneTooSmallAndNoneOutside) {
  for (const int ranks : {4, 8, 16, 64}) {
    const Scene scene = scene_of(ring_of(ranks));
    for (const std::string_view theme : theme_names())
      for (const auto& [width, height] : {std::pair{300, 400}, {340, 700}, {700, 400}, {700, 700}})
        for (const double share : {0.0, 0.3, 0.7, 1.0}) {
          const Look look{
              .now = part_of(scene, share), .theme = theme, .width = double(width), .height = double(height)};
          const RecordedCanvas canvas = drawn(scene, look);
          EXPECT_EQ(canvas.overlapping_texts(), "") << ranks << " " << theme << " " << width << "x" << height;
          EXPECT_LE(canvas.vertices, most_matrix_vertices) << ranks << " ranks at " << share;
          for (const auto& text : canvas.texts) {
            EXPECT_GE(text.size, theme_named(theme)->small()) << text.words;
            EXPECT_GE(text.area.x, 0) << text.words;
            EXPECT_LE(text.area.right(), width) << text.words << " " << theme << " " << width;
            EXPECT_LE(text.area.bottom(), height) << text.words << " " << theme << " " << width;
          }
        }
  }
}

TEST(Matrix, ShowsTheSumsOfFewRanks) {
  const Scene scene = scene_of(ring_of(4));
  const RecordedCanvas canvas = drawn(scene, {.now = scene.trace().finish});
  int tens = 0;
  for (const auto& text : canvas.texts) tens += text.words == "10";
  EXPECT_EQ(tens, 16);
  EXPECT_THAT(canvas.texts, Contains(Field(&RecordedCanvas::Text::words, HasSubstr("= 10"))));
}

std::vector<std::string> words_of(const RecordedCanvas& canvas) {
  std::vector<std::string> words;
  for (const auto& text : canvas.texts) words.push_back(text.words);
  return words;
}

// Guards against a fixed bug: in a window of 1280x720 with a projector's letters, rows were too low for half
// of the names, and long entries were missing in the legend.
TEST(Matrix, NamesEachOfEightRanksAndEndsItsLegendInEveryTheme) {
  for (const std::string& line :
       {ring_of(8), std::string("broadcast --machine dgx-h100 --algorithm chain --pieces 256")}) {
    const Scene scene = scene_of(line);
    for (const std::string_view theme : theme_names())
      for (const double share : {0.0, 0.4, 1.0}) {
        const std::vector<std::string> words = words_of(
            drawn(scene, {.now = part_of(scene, share), .theme = theme, .width = 280, .height = 585}));
        for (Rank rank = 0; rank < 8; ++rank)
          EXPECT_THAT(words, Contains(fmt::format("r{}", rank))) << line << " " << theme;
        EXPECT_THAT(words.back(), testing::EndsWith(".")) << line << " " << theme;
      }
  }
}

// Whether the fill begins behind the words: a part of them lies on the fill, and a part does not.
bool crosses(const Area& fill, const Area& words) {
  const PicturePoint middle = words.center();
  return fill.x < middle.x && middle.x < fill.right() && fill.bottom() > words.bottom() && fill.y > words.y &&
         fill.y < words.bottom();
}

// Whether the fill is a plate: a background for the words alone, no wider than they need.
bool is_plate(const Area& fill, const Area& words) {
  return fill.has({words.x, words.y}) && fill.bottom() >= words.bottom() && fill.width < words.width + 5;
}

enum class On : std::uint8_t { one_ground, plate, edge };
On ground_of(const RecordedCanvas& canvas, const Area& words) {
  if (std::ranges::none_of(canvas.fills, [&](const Area& fill) { return crosses(fill, words); }))
    return On::one_ground;
  const bool plate =
      std::ranges::any_of(canvas.fills, [&](const Area& fill) { return is_plate(fill, words); });
  return plate ? On::plate : On::edge;
}

// Guards against a fixed bug: where a fill began in the middle of a digit, the number changed its colour
// there and could not be read.
TEST(Matrix, SaysNumbersWhollyAboveOrWhollyInAFill) {
  for (const int ranks : {4, 8, 16})
    for (const std::string& data : {std::string(""), std::string(" --data ranks")}) {
      const Scene scene = scene_of(
          fmt::format("all_reduce --machine switch:{},450GB/s,350ns --algorithm ring{}", ranks, data));
      for (const double share : {0.2, 0.4, 0.6, 0.8}) {
        const RecordedCanvas canvas = drawn(scene, {.now = part_of(scene, share)});
        for (const auto& text : canvas.texts)
          EXPECT_NE(ground_of(canvas, text.area), On::edge) << ranks << data << " " << share << text.words;
      }
    }
}

// In a low cell, a number has a plate behind it; in a high cell it needs none.
TEST(Matrix, SaysNumbersOnAPlateInLowCellsAlone) {
  const Scene scene = scene_of("all_reduce --machine switch:8,450GB/s,350ns --algorithm ring");
  const auto count = [&](double height, On on) {
    const RecordedCanvas canvas = drawn(scene, {.now = part_of(scene, 0.5), .height = height});
    return std::ranges::count_if(canvas.texts,
                                 [&](const auto& text) { return ground_of(canvas, text.area) == on; });
  };
  long plates = 0;
  for (double height = 200; height <= 400; height += 10) {
    EXPECT_EQ(count(height, On::edge), 0) << height;
    plates += count(height, On::plate);
  }
  EXPECT_GE(plates, 4);
  EXPECT_EQ(count(500, On::plate), 0);
}

// Guards against a fixed bug: a number was a sum in one panel and a count in the next, and readers took both
// for the same thing.
TEST(Matrix, NeverSaysACountWhereItSaysValues) {
  const Scene scene = scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --data ranks");
  for (const std::string_view theme : theme_names())
    for (const auto& [width, height] : {std::pair{260, 400}, {300, 400}, {340, 700}, {700, 400}}) {
      const RecordedCanvas canvas = drawn(scene, {.now = {},
                                                  .theme = theme,
                                                  .width = static_cast<double>(width),
                                                  .height = static_cast<double>(height)});
      int fours = 0;  // rank 3's inputs; counts would show no 4 at the start
      for (const auto& text : canvas.texts) fours += text.words == "4";
      EXPECT_EQ(fours, 4) << theme << " " << width << "x" << height;
    }
}

TEST(Matrix, OfNoElementsHasNoNumbersInCells) {
  const Scene scene =
      scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --count 0 --data ranks");
  for (const auto& text : drawn(scene, {.now = scene.playback.end()}).texts)
    EXPECT_THAT(text.words, testing::AnyOf("", testing::StartsWith("r"), testing::MatchesRegex("[0-3]"),
                                           HasSubstr("nothing"), HasSubstr("elements")));
  EXPECT_EQ(goal_reached(*scene.replay), Time{});
}

TEST(Matrix, OutlinesWhatChangedSinceTheLastRest) {
  const Scene scene = scene_of(ring_of(8));
  const Time step = scene.playback.next(StepUnit::step, {}), rest = scene.playback.next(StepUnit::step, step);
  const auto frames = [&](Time rested) {
    return drawn(scene, {.now = rest, .rested = rested}).frames.size();
  };
  EXPECT_EQ(frames(step), frames(rest) + 8) << "each rank changes one chunk in a step";
}

TEST(Matrix, TellsWhatIsUnderThePointer) {
  const Scene scene = scene_of(ring_of(8));
  const RecordedCanvas canvas = drawn(scene, {.now = {}, .width = 700, .hovered = {.rank = 3, .block = 5}});
  EXPECT_THAT(canvas.texts, Contains(Field(&RecordedCanvas::Text::words,
                                           "rank 3, chunk 5: 1 of 8 contributions, from rank 3")));
}

TEST(Matrix, OfManyRanksIsOnePictureWithALens) {
  const Scene scene = scene_of("all_reduce --machine switch:64,450GB/s,350ns --algorithm ring");
  const RecordedCanvas plain = drawn(scene, {.now = part_of(scene, 0.5)});
  EXPECT_EQ(plain.images, 1);

  const RecordedCanvas lens = drawn(
      scene, {.now = part_of(scene, 0.5), .width = 700, .height = 700, .pointer = PicturePoint{350, 350}});
  EXPECT_GE(lens.texts.size(), plain.texts.size() + 9 * 9);
}

TEST(Matrix, WithoutProgramsSaysWhy) {
  Outcome run = played(ring_of(4));
  run.programs.reset();
  run.no_programs = "the file does not say by which algorithm";
  const Scene scene(std::move(run));
  const RecordedCanvas canvas = drawn(scene, {.now = {}, .width = 700});
  ASSERT_EQ(canvas.texts.size(), 1u);
  EXPECT_EQ(canvas.texts[0].words, "the file does not say by which algorithm");
}

// --- What is where

TEST(Matrix, FindsEveryCellRowAndColumnUnderThePoint) {
  const RecordedCanvas canvas;
  for (const int parts : {1, 2, 4, 8}) {
    const Partition partition{.elements = 1024, .blocks = 8, .parts = parts};
    const MatrixLayout layout =
        matrix_layout({10, 20, 400, 500}, 8, partition, "Goal", *theme_named("dark"), canvas);
    EXPECT_EQ(layout.parts * layout.parts_of_one, parts);
    for (Rank rank = 0; rank < 8; ++rank) {
      EXPECT_EQ(matrix_at(layout, layout.row_head(rank).center()), (Selection{.rank = rank}));
      for (int block = 0; block < 8; ++block) {
        const PicturePoint head{layout.cell(0, block).x + 1, layout.heads.center().y};
        EXPECT_EQ(matrix_at(layout, head), (Selection{.block = block}));
        for (int part = 0; part < layout.parts; ++part)
          EXPECT_EQ(matrix_at(layout, layout.cell(rank, block, part).center()),
                    (Selection{.rank = rank, .block = block, .part = part}));
      }
    }
    EXPECT_TRUE(matrix_at(layout, {12, 22}).empty()) << "the goal's line is no cell";
  }
}

// A broadcast's vector is one block, so columns show its parts.
TEST(Matrix, OfOneBlockHasAColumnForEachPart) {
  const RecordedCanvas canvas;
  for (const int parts : {8, 300}) {
    const MatrixLayout layout =
        matrix_layout({0, 0, 400, 500}, 8, {.elements = 1024, .blocks = 1, .parts = parts}, "Goal",
                      *theme_named("dark"), canvas);
    EXPECT_EQ(layout.columns(), parts);
    const PicturePoint head{layout.cell(0, 0, 5).center().x, layout.heads.center().y};
    EXPECT_EQ(matrix_at(layout, head), (Selection{.block = 0, .part = 5}));
  }

  const Scene scene = scene_of("broadcast --machine ring:8,100GB/s,500ns --algorithm chain --pieces 100");
  const RecordedCanvas lens = drawn(
      scene, {.now = scene.trace().finish, .width = 700, .height = 700, .pointer = PicturePoint{350, 350}});
  EXPECT_EQ(lens.images, 1);
  EXPECT_THAT(lens.texts, Contains(Field(&RecordedCanvas::Text::words, "r7")));
}

// --- What is in a cell

TEST(MatrixCell, CountsContributionsUntilAllAreThere) {
  const Scene scene = scene_of(ring_of(4));
  const MatrixCell before = cell_at(*scene.replay, 1, 2, 0, 1, {});
  EXPECT_EQ(before.have, 1);
  EXPECT_EQ(before.need, 4);
  EXPECT_FALSE(before.done());

  const MatrixCell after = cell_at(*scene.replay, 1, 2, 0, 1, scene.trace().finish);
  EXPECT_EQ(after.have, 4);
  EXPECT_TRUE(after.done());
}

// The partial sums of a reduce_scatter are in scratch memory; the cells must show them, though outputs do not
// hold them.
TEST(MatrixCell, ShowsPartialSumsOnTheirWay) {
  const Scene scene = scene_of("reduce_scatter --machine ring:4,100GB/s,500ns --algorithm ring");
  std::map<int, int> cells_with;
  for (Rank rank = 0; rank < 4; ++rank)
    for (int block = 0; block < 4; ++block)
      ++cells_with[cell_at(*scene.replay, rank, block, 0, 1, scene.trace().finish).have];
  EXPECT_EQ(cells_with, (std::map<int, int>{{1, 4}, {2, 4}, {3, 4}, {4, 4}}));
}

TEST(MatrixCell, KnowsWhatIsOnlyThereToBeSent) {
  const Scene scene = scene_of("all_to_all --machine switch:4,450GB/s,350ns --algorithm direct");
  const MatrixCell cell = cell_at(*scene.replay, 1, 2, 0, 1, {});
  EXPECT_TRUE(cell.promised);
  EXPECT_TRUE(cell.foreign);
  EXPECT_EQ(cell.have, 0);
  EXPECT_EQ(cell_text(*scene.replay, 1, 2, 0, 1, scene.trace().finish),
            "rank 1, chunk 2: complete, from rank 2");
}

TEST(MatrixCell, AddsUpThePartsOfABlock) {
  const Scene scene = scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --pieces 8");
  const MatrixCell cell = cell_at(*scene.replay, 0, 0, 0, 8, scene.trace().finish);
  EXPECT_EQ(cell.parts_done, 8);
  EXPECT_EQ(cell.have, 32);
  EXPECT_TRUE(cell.done());
}

// --- Texels

// Forwards or backwards in time, updating only what was stored gives the same picture as starting from
// scratch.
TEST(MatrixTexels, AreTheSameWhicheverWayTimeWent) {
  const Theme theme = *theme_named("light");
  for (const std::string_view line :
       {"all_reduce --machine ring:6,100GB/s,500ns --algorithm ring --pieces 2",
        "reduce_scatter --machine ring:6,100GB/s,500ns --algorithm ring",
        "all_to_all --machine switch:6,450GB/s,350ns --algorithm bruck",
        "broadcast --machine ring:6,100GB/s,500ns --algorithm chain --pieces 40"}) {
    const Scene scene = scene_of(line);
    MatrixTexels kept;
    for (const MostTexels most : {MostTexels{}, MostTexels{.columns = 4, .rows = 3}}) {
      for (const double share : {0.0, 0.2, 0.25, 1.0, 0.6, 0.55, 0.0, 0.9}) {
        show_time(kept, *scene.replay, part_of(scene, share), theme, most);
        MatrixTexels made;
        show_time(made, *scene.replay, part_of(scene, share), theme, most);
        EXPECT_EQ(kept.raster.texels, made.raster.texels) << line << " at " << share;
      }
    }
  }
}

// On a screen with fewer pixels than cells, each pixel has the colour of the cell in its middle.
TEST(MatrixTexels, ShowTheCellInTheMiddleOfEachPixel) {
  const Scene scene = scene_of(ring_of(9));
  const Theme theme = *theme_named("dark");
  const Time half = part_of(scene, 0.5);
  MatrixTexels all, some;
  show_time(all, *scene.replay, half, theme);

  show_time(some, *scene.replay, half, theme, {.columns = 3, .rows = 4});

  ASSERT_EQ(some.raster.width, 3);
  ASSERT_EQ(some.raster.height, 4);
  const std::vector<int> columns = {1, 4, 7}, rows = {1, 3, 5, 7};
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 3; ++column)
      EXPECT_EQ(some.raster.texels[row * 3 + column], all.raster.texels[rows[row] * 9 + columns[column]])
          << row << ", " << column;
}

TEST(MatrixTexels, KnowWhichCellsTheyShow) {
  for (int cells = 1; cells <= 40; ++cells)
    for (int most = 1; most <= 45; ++most) {
      const ShownCells shown = shown_cells(cells, most);
      ASSERT_EQ(std::ssize(shown.cell_of), std::min(cells, most));
      ASSERT_EQ(std::ssize(shown.texel_of), cells);
      for (int texel = 0; texel < std::min(cells, most); ++texel)
        EXPECT_EQ(shown.texel_of[shown.cell_of[texel]], texel) << cells << " cells, " << most << " texels";
      EXPECT_EQ(cells - std::ranges::count(shown.texel_of, -1), std::min(cells, most));
    }
}

// Colours are kept from frame to frame, but not for another theme, or a run with more contributions.
TEST(MatrixTexels, HaveTheColorsOfTheirThemeAndRun) {
  const Scene four = scene_of(ring_of(4)), nine = scene_of(ring_of(9));
  MatrixTexels kept;
  using Case = std::pair<const Scene*, std::string_view>;
  for (const auto& [shown, name] : {Case{&four, "light"}, Case{&four, "dark"}, Case{&nine, "dark"}}) {
    const Scene& scene = *shown;
    const int ranks = scene.trace().collective.ranks;
    const Theme theme = *theme_named(name);
    const Time half = part_of(scene, 0.5);
    show_time(kept, *scene.replay, half, theme);

    for (Rank rank = 0; rank < ranks; ++rank)
      for (int part = 0; part < ranks; ++part) {
        const bool blocks = scene.replay->partition().blocks > 1;
        const MatrixCell cell = cell_at(*scene.replay, rank, blocks ? part : 0, blocks ? 0 : part, 1, half);
        EXPECT_EQ(kept.raster.texels[rank * ranks + part],
                  cell.done() ? theme.good : blend(theme.raised, theme.words, cell.share()))
            << name << ", rank " << rank << ", chunk " << part << " of " << ranks;
      }
  }
}

TEST(MatrixTexels, KeepTheirVersionWhileNothingIsStored) {
  const Scene scene = scene_of(ring_of(4));
  const Theme theme = *theme_named("dark");
  MatrixTexels texels;
  show_time(texels, *scene.replay, {}, theme);
  const std::uint64_t version = texels.raster.version;

  show_time(texels, *scene.replay, Time{1}, theme);
  EXPECT_EQ(texels.raster.version, version);
  show_time(texels, *scene.replay, scene.trace().finish, theme);
  EXPECT_NE(texels.raster.version, version);
  EXPECT_EQ(texels.raster.texels, std::vector<Color>(16, theme.good));
}

// "Height: whose data are in it" explained nothing.
TEST(Matrix, SaysWhoseDataCellsHoldWhereNothingIsCombined) {
  const auto words_at = [](double width) {
    const Scene scene = scene_of("all_to_all --machine switch:8,450GB/s,350ns --algorithm direct");
    std::string words;
    for (const auto& text : drawn(scene, {.now = part_of(scene, 0.6), .width = width}).texts)
      words += text.words + " ";
    return words;
  };
  EXPECT_THAT(words_at(340), HasSubstr("r0, r1, …: the rank whose data it is."));
  EXPECT_THAT(words_at(340), testing::Not(HasSubstr("whose data are in it")));
}

}  // namespace
}  // namespace commlab
