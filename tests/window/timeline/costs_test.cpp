// Brackets on a copy's bar: the fixed cost and the cost of its bytes, which add up to its whole time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/timeline/costs.h"
#include "tests/window/timeline/timeline_stage.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view one_copy = "p2p --machine hcm8 --size 1MB --algorithm direct";

std::vector<std::string> words_on(const Transfer& transfer) {
  std::vector<std::string> words;
  for (const CopyCost& cost : costs_of(transfer)) words.push_back(cost.words);
  return words;
}

TEST(CopyCosts, AreAlphaAndTheBytes) {
  const Transfer copy = scene_of(one_copy).trace().transfers[0];
  EXPECT_THAT(words_on(copy), ElementsAre("alpha 2.70 us", "size/beta 10.7 us"));
}

TEST(CopyCosts, FollowEachOtherAndAddUpToTheWholeTime) {
  for (const char* line : {one_copy.data(), "p2p --machine dgx-h100 --size 64KiB --algorithm direct",
                           "p2p --machine a100-pcie --to 1,2 --size 1MiB --algorithm direct"})
    for (const Transfer& copy : scene_of(line).trace().transfers) {
      const std::vector<CopyCost> costs = costs_of(copy);
      if (costs.empty()) continue;
      EXPECT_EQ(costs.front().from, copy.start - copy.overhead) << line;
      EXPECT_EQ(costs.back().to, copy.end) << line;
      for (std::size_t i = 1; i < costs.size(); ++i) EXPECT_EQ(costs[i].from, costs[i - 1].to) << line;
    }
}

TEST(CopyCosts, AreNotKnownWithoutAModel) {
  Transfer measured = scene_of(one_copy).trace().transfers[0];
  measured.overhead = {};
  EXPECT_THAT(costs_of(measured), IsEmpty());
}

// On a projector, the words are wider than the bracket of alpha.
TEST(CopyCosts, AreReadInWideAndInNarrowPictures) {
  for (const auto& [theme, area] : {std::pair("dark", Area{0, 0, 826, 240}),
                                    {"projector", Area{0, 0, 710, 260}},
                                    {"projector", Area{0, 0, 1260, 260}}}) {
    TimelineStage stage(one_copy, area, theme);
    stage.draw();
    EXPECT_TRUE(stage.says("alpha 2.70 us")) << theme;
    EXPECT_TRUE(stage.says("size/beta 10.7 us")) << theme;
    EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << area.width;
  }
}

TEST(CopyCosts, AreOnlyOnTheBarsOfAFewCopies) {
  TimelineStage ring("all_reduce --machine hcm8 --size 1MB --algorithm ring");
  ring.draw();
  for (const RecordedCanvas::Text& text : ring.canvas.texts) EXPECT_FALSE(text.words.starts_with("alpha"));
}

}  // namespace
}  // namespace commlab
