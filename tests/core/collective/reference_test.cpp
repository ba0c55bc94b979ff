#include "core/collective/reference.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/combine.h"
#include "core/programs/interpret.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

std::vector<double> values(const Collective& c, const Memory& memory) {
  std::vector<double> all(memory.size() / static_cast<std::size_t>(size_of(c.dtype)));
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = element(c.dtype, memory.data(), static_cast<std::int64_t>(i));
  return all;
}

Partition whole(const Collective& c) {
  return {.elements = elements_of(c), .blocks = has_blocks(c.kind) ? c.ranks : 1};
}

TEST(Inputs, OfOnesAreOnesAndOfRanksCountFromOne) {
  const Collective c{.kind = CollectiveKind::all_gather, .ranks = 3, .count = 2};

  const auto ones = make_inputs(c, whole(c), DataPattern::ones);
  const auto ranks = make_inputs(c, whole(c), DataPattern::ranks);

  EXPECT_THAT(values(c, ones[2]), testing::ElementsAre(1, 1));
  EXPECT_THAT(values(c, ranks[2]), testing::ElementsAre(3, 3));
}

TEST(Inputs, OnlyTheRootOfAScatterHasAny) {
  const Collective c{.kind = CollectiveKind::scatter, .ranks = 4, .count = 5, .root = 2};

  const auto inputs = make_inputs(c, whole(c), DataPattern::index);

  EXPECT_EQ(values(c, inputs[2]).size(), 20u);
  EXPECT_TRUE(inputs[0].empty());
}

// Blocks differ by rank and place, so that a block from a wrong rank or place makes a wrong result.
TEST(Inputs, OfIndexDifferByRankAndBlock) {
  const Collective c{.kind = CollectiveKind::all_to_all, .ranks = 8, .count = 16};
  const auto inputs = make_inputs(c, whole(c), DataPattern::index);

  std::vector<std::vector<double>> blocks;
  for (const Memory& input : inputs) {
    const auto all = values(c, input);
    for (int b = 0; b < 8; ++b) blocks.emplace_back(all.begin() + b * 16, all.begin() + (b + 1) * 16);
  }

  std::ranges::sort(blocks);
  EXPECT_EQ(std::ranges::adjacent_find(blocks), blocks.end());
}

// Combines random pairs of inputs until one is left.
Memory combined_in_any_order(const Collective& c, DataPattern data, std::mt19937& random) {
  auto inputs = make_inputs(c, whole(c), data);
  for (Memory& input : inputs) scale_input(c, input);
  while (inputs.size() > 1) {
    std::ranges::shuffle(inputs, random);
    const Memory last = std::move(inputs.back());
    inputs.pop_back();
    Memory& into = inputs.front();
    combine(c.dtype, c.op, into.data(), into.data(), last.data(), c.count);
  }
  scale_output(c, inputs[0]);
  return inputs[0];
}

TEST(PlainResult, IsThatOfAnyOrderWhereThatIsPromised) {
  std::mt19937 random(1);
  for (const DataType dtype : all_data_types)
    for (const ReduceOp op : all_reduce_ops)
      for (const int ranks : {1, 2, 3, 5, 7, 8, 13, 16, 17, 23, 32, 63, 64, 100, 256, 300})
        for (const DataPattern data : {DataPattern::ones, DataPattern::ranks, DataPattern::index}) {
          const Collective c{.ranks = ranks, .count = 97, .dtype = dtype, .op = op};
          const bool promised = data == DataPattern::index && ranks <= 256;
          EXPECT_TRUE(exact_in_any_order(c, data) || !promised);
          if (!exact_in_any_order(c, data)) continue;
          EXPECT_EQ(combined_in_any_order(c, data, random), plain_result(c, whole(c), data)[0])
              << name_of(dtype) << " " << name_of(op) << " " << ranks << " " << name_of(data);
        }
}

// Where it is not promised, some order of the same numbers gives other bits.
TEST(PlainResult, DependsOnTheOrderWhereRoundingDoes) {
  std::mt19937 random(1);
  for (const auto& [dtype, op, ranks, data] :
       {std::tuple{DataType::float32, ReduceOp::avg, 7, DataPattern::ranks},
        std::tuple{DataType::float8_e4m3, ReduceOp::sum, 12, DataPattern::ranks},
        std::tuple{DataType::float8_e5m2, ReduceOp::avg, 7, DataPattern::ranks},
        std::tuple{DataType::float16, ReduceOp::avg, 3, DataPattern::ranks},
        std::tuple{DataType::bfloat16, ReduceOp::sum, 40, DataPattern::ranks},
        std::tuple{DataType::bfloat16, ReduceOp::prod, 12, DataPattern::ranks}}) {
    const Collective c{.ranks = ranks, .count = 1, .dtype = dtype, .op = op};
    EXPECT_FALSE(exact_in_any_order(c, data));
    const Memory plain = plain_result(c, whole(c), data)[0];
    bool differs = false;
    for (int i = 0; i < 200 && !differs; ++i) differs = combined_in_any_order(c, data, random) != plain;
    EXPECT_TRUE(differs) << name_of(dtype) << " " << name_of(op) << " " << ranks;
  }
}

// The exact results are also the right ones: compared with arithmetic in 64-bit integers.
TEST(PlainResult, OfFloatsIsTheTrueSumProductAndAverage) {
  for (const DataType dtype : {DataType::float32, DataType::float16, DataType::bfloat16,
                               DataType::float8_e4m3, DataType::float8_e5m2}) {
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::prod, ReduceOp::avg}) {
      const Collective c{.ranks = 64, .count = 50, .dtype = dtype, .op = op};
      const auto inputs = make_inputs(c, whole(c), DataPattern::index);
      const auto found = values(c, plain_result(c, whole(c), DataPattern::index)[0]);
      for (std::size_t i = 0; i < 50; ++i) {
        std::int64_t expected = op == ReduceOp::prod ? 1 : 0;
        for (const Memory& input : inputs) {
          const auto value = static_cast<std::int64_t>(values(c, input)[i]);
          expected = op == ReduceOp::prod ? expected * value : expected + value;
        }
        if (op == ReduceOp::avg) expected /= 64;
        EXPECT_EQ(found[i], static_cast<double>(expected)) << name_of(dtype) << " " << name_of(op);
      }
    }
  }
}

// Floats of 8 bits count so little that only some ranks bring a number to an element. Any number of ranks is
// exact then, and over all elements every rank's number is needed.
TEST(PlainResult, OfFloatsOf8BitsNeedsEveryRankSomewhere) {
  for (const DataType dtype : {DataType::float8_e4m3, DataType::float8_e5m2})
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::avg})
      for (const int ranks : {2, 5, 8, 9, 16, 17, 100, 256, 300}) {
        const Collective c{.ranks = ranks, .count = 20 * ranks, .dtype = dtype, .op = op};
        EXPECT_TRUE(exact_in_any_order(c, DataPattern::index)) << name_of(dtype) << " " << ranks;
        const int most = most_addends(c, DataPattern::index);
        EXPECT_LE(most, op == ReduceOp::avg ? 1 : static_cast<int>(counts_up_to(dtype)));
        std::vector<int> addends(static_cast<std::size_t>(c.count));
        for (const Memory& input : make_inputs(c, whole(c), DataPattern::index)) {
          const std::vector<double> brought = values(c, input);
          EXPECT_GT(std::ranges::count_if(brought, [](double value) { return value > 0; }), 0)
              << name_of(dtype) << " " << name_of(op) << " " << ranks;
          for (std::size_t i = 0; i < addends.size(); ++i) addends[i] += brought[i] > 0;
        }
        EXPECT_LE(std::ranges::max(addends), most);
      }
}

TEST(PlainResult, OfAllToAllTransposesTheBlocks) {
  const Collective c{.kind = CollectiveKind::all_to_all, .ranks = 3, .count = 2};
  const auto inputs = make_inputs(c, whole(c), DataPattern::index);
  const auto outputs = plain_result(c, whole(c), DataPattern::index);

  const auto sent = values(c, inputs[2]);
  const auto got = values(c, outputs[1]);
  EXPECT_EQ(got[4], sent[2]);  // rank 1's block 2 is rank 2's block 1
  EXPECT_EQ(got[5], sent[3]);
}

TEST(PlainResult, OfReduceReachesTheRootAlone) {
  const Collective c{.kind = CollectiveKind::reduce, .ranks = 4, .count = 2, .root = 1};
  const auto outputs = plain_result(c, whole(c), DataPattern::ones);

  EXPECT_THAT(values(c, outputs[1]), testing::ElementsAre(4, 4));
  EXPECT_EQ(outputs[0], Memory(8, std::byte{0xAB}));  // unspecified: whatever an algorithm leaves there
}

TEST(Interpret, AnExchangeSendsWhatWasThereBefore) {
  const Collective c{.ranks = 4, .count = 3, .in_place = true};
  const auto algorithm = find_algorithm(CollectiveKind::all_reduce, "recursive-doubling");
  const auto programs = programs_for(**algorithm, c);

  const auto buffers = interpret(*programs, DataPattern::ones);

  ASSERT_TRUE(buffers) << buffers.error().message;
  for (const Memory& output : buffers->output) EXPECT_THAT(values(c, output), testing::ElementsAre(4, 4, 4));
  EXPECT_THAT(values(c, buffers->input[0]), testing::ElementsAre(1, 1, 1));
}

TEST(Interpret, SaysWhichRankNeverEnds) {
  const auto algorithm = find_algorithm(CollectiveKind::all_reduce, "ring");
  auto programs = expanded(*programs_for(**algorithm, {.ranks = 3, .count = 3}));
  programs.programs[1].lanes[0].code.own().clear();

  const auto buffers = interpret(programs, DataPattern::ones);

  ASSERT_FALSE(buffers);
  EXPECT_THAT(buffers.error().message, testing::HasSubstr("rank 0 never gets past"));
}

TEST(EqualWherePromised, NamesTheFirstDifference) {
  const Collective c{.kind = CollectiveKind::all_gather, .ranks = 2, .count = 4};
  const auto expected = plain_result(c, whole(c), DataPattern::ranks);
  auto found = expected;
  set_element(c.dtype, found[1].data(), 6, 9);

  const Status equal = equal_where_promised(c, whole(c), found, expected);

  EXPECT_TRUE(equal_where_promised(c, whole(c), expected, expected));
  ASSERT_FALSE(equal);
  EXPECT_EQ(equal.error().message, "rank 1's output block 1 differs at its element 2: found 9, expected 2");
  EXPECT_EQ(equal.error().fault, Fault::no);
}

TEST(EqualWherePromised, AnOutputOfAnotherSizeDiffers) {
  const Collective c{.kind = CollectiveKind::all_gather, .ranks = 3, .count = 4};
  const auto expected = plain_result(c, whole(c), DataPattern::ranks);
  for (std::size_t rank = 0; rank < 3; ++rank)
    for (const std::size_t bytes : {0u, 47u, 49u, 96u}) {
      auto found = expected;
      found[rank].resize(bytes);

      const Status equal = equal_where_promised(c, whole(c), found, expected);

      ASSERT_FALSE(equal);
      EXPECT_EQ(equal.error().message,
                fmt::format("rank {}'s output has {} bytes; expected 48", rank, bytes));
      EXPECT_EQ(equal.error().fault, Fault::no);
    }
}

TEST(ValuesToText, IsOneLineShortened) {
  const Collective c{.ranks = 1, .count = 1'003};
  Memory memory(1'003 * 4, std::byte{0xAB});
  set_element(c.dtype, memory.data(), 0, 1);
  set_element(c.dtype, memory.data(), 1, -2.5);

  EXPECT_EQ(values_to_text(c, memory, 3), "[1, -2.5, ·, ... 1003 values]");
  EXPECT_EQ(values_to_text(c, Memory{}, 3), "[]");
}

}  // namespace
}  // namespace commlab
