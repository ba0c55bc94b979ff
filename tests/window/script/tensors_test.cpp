// What each rank's tensors hold at the beginning, now and at the end.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/script/tensors_words.h"
#include "tests/window/script/script_stage.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

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

// A run with this many ranks, each with one tensor of this many elements.
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

// Guards against a fixed bug: on a wall of 1280x720, five of eight elements were "+5" although the lower half
// of the panel was empty.
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

// Guards against a fixed bug: in lesson 14 at 1280x800, two of five tensors were missing although half of the
// panel was empty.
TEST(Tensors, StandSideBySideWhereThePanelIsWide) {
  ScriptStage stage = stage_of_tensors(4, 4, {0, 0, 505, 375});
  stage.theme = theme_named("dark").value();
  const std::vector<ScriptTensor> of_one_name = stage.run.tensors;
  for (const char* name : {"arrived", "own", "gathered", "summed"})
    for (ScriptTensor tensor : of_one_name) {
      tensor.name = name;
      stage.run.tensors.push_back(tensor);
    }
  const TensorsLayout layout = stage.draw_tensors_within();
  EXPECT_DOUBLE_EQ(layout.letters, stage.theme.small());
  EXPECT_TRUE(layout.with_before);
  EXPECT_LE(layout.height, stage.area.height);
  for (const char* name : {"x", "arrived", "own", "gathered", "summed"})
    EXPECT_THAT(stage.words(), Contains(name));
  EXPECT_EQ(std::ranges::count(stage.words(), "7"), 5 * 4 * 4);
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
  for (const auto& text : stage.canvas.texts) EXPECT_LE(text.area.right(), 506) << text.words;
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

// Guards against a fixed bug: while a run played, "1 -> 1" was taken for its end.
TEST(Tensors, TellWhetherTheEndIsReached) {
  ScriptStage stage = stage_of_tensors(4, 4, {0, 0, 600, 330});
  stage.view.now = Time{stage.run.finish.ps / 2};
  stage.draw_tensors_within();
  EXPECT_THAT(stage.words(), testing::IsSupersetOf({"before", "now"}));
  stage.view.now = stage.run.finish;
  stage.draw_tensors_within();
  EXPECT_THAT(stage.words(), testing::IsSupersetOf({"before", "after"}));
}

}  // namespace
}  // namespace commlab
