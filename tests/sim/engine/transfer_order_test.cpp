// Transfers in the order of their starts, and causes that still name the same transfers.

#include "sim/engine/transfer_order.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/base/index.h"

namespace commlab {
namespace {

TEST(TransferOrder, CausesNameTheSameTransfersInEveryOrder) {
  constexpr std::int32_t causes[] = {3, 0, 1, -1};
  std::vector<int> starts = {0, 1, 2, 3};
  do {
    std::vector<Transfer> transfers;
    for (std::int32_t i = 0; i < 4; ++i)
      transfers.push_back({.step = i, .start = microseconds(starts[index(i)]), .enabled_by = causes[i]});
    const std::vector<Transfer> before = transfers;

    const std::vector<std::int32_t> place = put_in_order(transfers);

    EXPECT_TRUE(std::ranges::is_sorted(transfers, {}, &Transfer::start));
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Transfer& moved = transfers[index(place[i])];
      EXPECT_EQ(moved.step, before[i].step);
      const std::int32_t cause = moved.enabled_by < 0 ? -1 : transfers[index(moved.enabled_by)].step;
      EXPECT_EQ(cause, before[i].enabled_by);
    }
  } while (std::ranges::next_permutation(starts).found);
}

TEST(TransferOrder, AmongEqualStartsTheSenderThenTheChannelDecide) {
  std::vector<Transfer> transfers = {
      {.from = 1, .channel = 0}, {.from = 0, .channel = 1}, {.from = 0, .channel = 0}};
  EXPECT_EQ(put_in_order(transfers), (std::vector<std::int32_t>{2, 1, 0}));
}

}  // namespace
}  // namespace commlab
