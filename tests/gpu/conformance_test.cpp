// One property over all algorithms: run for real on any number of ranks, on every device of this computer,
// each gives the reference's result bit for bit. A new algorithm is covered without an edit here.


#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "tests/algorithm_name.h"
#include "tests/gpu/devices.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

// A GPU builds a graph for every run, which takes milliseconds, so it gets only usual numbers of ranks.
std::vector<int> rank_counts(const std::string& device) {
  if (device == "cuda") return {1, 2, 3, 4, 8};
  return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 64};
}
// Beyond 9 ranks two counts are enough: one that leaves a rank without elements, and one that no number of
// ranks divides. Beyond 17 ranks a direct algorithm needs thousands of threads, so one count is enough.
std::vector<std::int64_t> element_counts(int ranks) {
  if (ranks > 17) return {1'003};
  if (sanitized) return {0, ranks + 1};
  if (ranks > 9) return {ranks - 1, 1'003};
  return {0, 1, ranks - 1, ranks, ranks + 1, 1'003};
}

Collective collective_of(const Algorithm& algorithm, int ranks, std::int64_t count) {
  Collective c{.kind = algorithm.collective, .ranks = ranks, .count = count, .root = ranks / 2};
  if (c.kind == CollectiveKind::p2p) {
    c.from = ranks - 1;
    c.to = {0};
    if (ranks > 2) c.to.push_back(1);
  }
  return c;
}

std::string text(const Algorithm& algorithm, const Collective& c, const Lowering& how) {
  return fmt::format("{} {} ranks={} count={} {} {} {} channels={} pieces={} slots={} {}", name_of(c.kind),
                     algorithm.name, c.ranks, c.count, name_of(c.dtype), name_of(c.op),
                     c.in_place ? "in place" : "out of place", how.channels, how.pieces, how.slots,
                     how.fused ? "fused" : "");
}

struct Conforming {
  const Algorithm* algorithm;
  std::string device;
};

std::vector<Conforming> members() {
  std::vector<Conforming> all;
  for (const char* device : {"host", "cuda"})
    for (const Algorithm* algorithm : algorithms()) all.push_back({algorithm, device});
  return all;
}

// True if the algorithm supports the collective, and was run.
bool run_and_check(const Conforming& member, const Collective& c, const Lowering& how = {}) {
  const Algorithm& algorithm = *member.algorithm;
  if (!check(c) || !algorithm.supports(c)) return false;
  const auto programs = programs_for(algorithm, c, how);
  EXPECT_TRUE(programs) << text(algorithm, c, how) << ": " << programs.error().message;
  if (!programs) return true;
  RealRunOptions once;
  once.iterations = 1;
  once.warmup = 1;
  const auto run = run_on(member.device, *programs, once);
  EXPECT_TRUE(run) << text(algorithm, c, how) << ": " << run.error().message;
  if (!run) return true;
  EXPECT_TRUE(run->checked);
  EXPECT_EQ(run->times.size(), 1u);
  EXPECT_EQ(run->transfers, programs->transfers());
  return true;
}

class Conformance : public testing::TestWithParam<Conforming> {
 protected:
  void SetUp() override {
    if (const std::string lacking = what_is_lacking(GetParam().device); !lacking.empty())
      GTEST_SKIP() << lacking;
  }
  const Algorithm& algorithm() const { return *GetParam().algorithm; }
};

TEST_P(Conformance, AnyNumberOfRanksAndElementsInPlaceAndNot) {
  bool ran = false;
  for (const int ranks : rank_counts(GetParam().device)) {
    if (!worth_sanitizing(ranks)) continue;
    for (const std::int64_t count : element_counts(ranks))
      for (const bool in_place : {false, true}) {
        if (in_place && ranks > 17) continue;
        Collective c = collective_of(algorithm(), ranks, count);
        c.in_place = in_place;
        ran |= run_and_check(GetParam(), c);
      }
  }
  EXPECT_TRUE(ran) << algorithm().name << " supports nothing";
}

TEST_P(Conformance, EveryDataTypeAndOperation) {
  const bool on_gpu = GetParam().device == "cuda";
  for (const int ranks : on_gpu ? rank_counts("cuda") : std::vector{3, 4})
    for (const DataType type : all_data_types)
      for (const ReduceOp op : all_reduce_ops) {
        const bool every_op = reduces(algorithm().collective) && (ranks == 3 || ranks == 4);
        if (!every_op && op != ReduceOp::sum) continue;
        if (sanitized && type != DataType::float32 && op != ReduceOp::sum) continue;
        Collective c = collective_of(algorithm(), ranks, sanitized ? 5 : 1003);
        c.dtype = type;
        c.op = op;
        run_and_check(GetParam(), c);
        c.in_place = true;
        if (op == ReduceOp::avg) run_and_check(GetParam(), c);  // avg scales the input, in place too
      }
}

TEST_P(Conformance, ManyChannelsManyPiecesFewSlotsAndFused) {
  for (const Lowering& how : {Lowering{.channels = 2}, Lowering{.pieces = 3, .slots = 1},
                              Lowering{.channels = 2, .pieces = 5, .slots = 2},
                              Lowering{.pieces = 3, .fused = true}, Lowering{.channels = 3, .fused = true}})
    for (const bool in_place : {false, true}) {
      Collective c = collective_of(algorithm(), 4, 103);
      c.in_place = in_place;
      run_and_check(GetParam(), c, how);
    }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Conformance, testing::ValuesIn(members()), [](const auto& info) {
  return fmt::format("{}_on_{}", test_name(*info.param.algorithm), info.param.device);
});

}  // namespace
}  // namespace commlab
