// Markdown prose as blocks that can be drawn.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/text/markdown.h"

namespace commlab {
namespace {

using Kind = MarkdownBlock::Kind;

TEST(Markdown, IsBlocksOfRuns) {
  const auto blocks = parse_markdown("One **two**\n`three` &lt;\n\n- a\n- b\n  1. c\n\n> said\n\n    code\n");
  ASSERT_EQ(blocks.size(), 6u);
  EXPECT_EQ(blocks[0].kind, Kind::paragraph);
  ASSERT_EQ(blocks[0].runs.size(), 5u);
  EXPECT_EQ(blocks[0].runs[1], (MarkdownRun{.text = "two", .strong = true}));
  EXPECT_EQ(blocks[0].runs[3], (MarkdownRun{.text = "three", .code = true}));
  EXPECT_EQ(blocks[0].runs[4].text, " <");
  EXPECT_EQ(blocks[2].mark, "•");
  EXPECT_EQ(blocks[3].mark, "1.");
  EXPECT_EQ(blocks[3].depth, 2);
  EXPECT_EQ(blocks[4].kind, Kind::quote);
  EXPECT_EQ(blocks[5].kind, Kind::code);
}

TEST(Markdown, HasTablesAndImages) {
  const auto blocks = parse_markdown("| a | b |\n|---|---|\n| 1 | **2** |\n\n![a ring](ring.png)\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_TRUE(blocks[0].head);
  EXPECT_EQ(blocks[1].kind, Kind::row);
  EXPECT_EQ(blocks[1].runs[1].cell, 1);
  EXPECT_TRUE(blocks[1].runs[1].strong);
  EXPECT_EQ(blocks[2].runs[0].image, "ring.png");
  EXPECT_EQ(blocks[2].runs[0].text, "a ring");
}

TEST(Markdown, OfNothingIsNothing) { EXPECT_TRUE(parse_markdown("").empty()); }

}  // namespace
}  // namespace commlab
