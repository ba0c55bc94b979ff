#include "gui/picture/timeline_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// Every rank sends a block to the next one, and then another, each for a microsecond.
Trace two_rounds(int ranks) {
  Trace trace{.collective = {.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 1024},
              .algorithm = "ring",
              .machine = "paper",
              .backend = "sim",
              .finish = microseconds(2)};
  for (int round = 0; round < 2; ++round)
    for (Rank rank = 0; rank < ranks; ++rank)
      trace.transfers.push_back({.from = rank,
                                 .to = (rank + 1) % ranks,
                                 .step = round,
                                 .block = (rank + ranks - round) % ranks,
                                 .reduces = round == 0,
                                 .bytes = 1024,
                                 .start = microseconds(round),
                                 .end = microseconds(round + 1)});
  return trace;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(TimelinePicture, EveryTransferIsABarThatSaysWhatItIs) {
  for (const int ranks : {1, 2, 3, 8, 32}) {
    const std::string svg = timeline_svg(two_rounds(ranks));
    EXPECT_EQ(count(svg, "<title>"), 2 * ranks);
    EXPECT_THAT(svg, HasSubstr("all_reduce, ring: 4 KiB on " + std::to_string(ranks) + " rank"));
    EXPECT_THAT(svg, Not(HasSubstr("the first")));
  }
  EXPECT_THAT(timeline_svg(two_rounds(8)), HasSubstr("rank 7 -&gt; rank 0: block 6, step 1"));
}

TEST(TimelinePicture, OfManyRanksTheFirstAreDrawnAndOfManyTransfersWhenRanksSend) {
  const std::string many = timeline_svg(two_rounds(100));
  EXPECT_THAT(many, HasSubstr("the first 32 of 100 ranks"));
  EXPECT_EQ(count(many, "<title>"), 64);

  Trace trace = two_rounds(4);
  while (trace.transfers.size() < 5'000) trace.transfers.push_back(trace.transfers.back());
  const std::string crowded = timeline_svg(trace);
  EXPECT_THAT(crowded, HasSubstr("when each rank sends"));
  EXPECT_EQ(count(crowded, "<title>"), 0);
  EXPECT_LT(crowded.size(), 10'000u);
}

TEST(TimelinePicture, WhatTookNoTimeIsDrawnToo) {
  Trace trace = two_rounds(2);
  trace.finish = {};
  for (Transfer& transfer : trace.transfers) transfer.start = transfer.end = {};
  EXPECT_THAT(timeline_svg(trace), HasSubstr("rank 1"));
  trace.transfers.clear();
  EXPECT_THAT(timeline_svg(trace), HasSubstr("rank 1"));
}

}  // namespace
}  // namespace commlab
