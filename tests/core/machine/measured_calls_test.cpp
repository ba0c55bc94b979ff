#include "core/machine/measured_calls.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/machine.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

constexpr double usual = .2;

CallPoint all_reduce(Bytes size) {
  return {.kind = CollectiveKind::all_reduce, .ranks = 16, .nodes = 2, .size = size, .way = "Ring/Simple"};
}

// Rows of all sizes that took so many times longer than predicted.
std::vector<MeasuredCall> rows(double times) {
  std::vector<MeasuredCall> rows;
  for (Bytes size = KiB(1); size <= MiB(1024); size.count *= 4)
    rows.push_back({.call = all_reduce(size), .times = times, .usual_error = usual});
  return rows;
}

TEST(MeasuredCalls, NearTheirRowsPredictionsFollowThem) {
  const MeasuredCalls measured("infiniband", rows(1.5));
  for (const Bytes size : {KiB(1), KiB(2), KiB(64), MiB(2), MiB(1024)}) {
    const Correction there = measured.correction(all_reduce(size), usual);
    EXPECT_NEAR(there.times, 1.5, .04) << to_text(size);
    EXPECT_LT(there.spread, .06) << to_text(size);
    EXPECT_EQ(there.times, measured.times(all_reduce(size), usual));
  }
}

TEST(MeasuredCalls, FartherAwayTheySayLessAndAreLessSure) {
  const MeasuredCalls measured("infiniband", rows(1.5));
  CallPoint other_nodes = all_reduce(MiB(1));
  other_nodes.ranks = 32, other_nodes.nodes = 4;
  CallPoint other_kind = other_nodes;
  other_kind.kind = CollectiveKind::all_gather;
  CallPoint other_way = other_kind;
  other_way.way = "Tree/LL";
  CallPoint far_size = other_way;
  far_size.size = MiB(1 << 20);
  const std::vector<CallPoint> farther = {all_reduce(MiB(1)), other_nodes, other_kind, other_way, far_size};
  for (std::size_t i = 1; i < farther.size(); ++i) {
    const Correction near = measured.correction(farther[i - 1], usual),
                     far = measured.correction(farther[i], usual);
    EXPECT_LT(far.times, near.times) << i;
    EXPECT_GT(far.spread, near.spread) << i;
    EXPECT_GT(likeness(all_reduce(MiB(1)), farther[i - 1]), likeness(all_reduce(MiB(1)), farther[i])) << i;
  }
  const Correction fades = measured.correction(far_size, usual);
  EXPECT_LT(fades.times, 1.2);
  EXPECT_GT(fades.times, 1);
}

TEST(MeasuredCalls, ThatAgreeWithThePredictionChangeNothing) {
  const MeasuredCalls measured("infiniband", rows(1));
  EXPECT_NEAR(measured.times(all_reduce(MiB(3)), usual), 1, 1e-9);
}

// A network taken for one that is 13 times slower.
TEST(MeasuredCalls, EvenFarFromWhatIsUsualAreFollowed) {
  for (const double times : {1. / 13, 13.}) {
    const MeasuredCalls measured("tcp", rows(times));
    EXPECT_NEAR(measured.times(all_reduce(MiB(3)), usual) / times, 1, .1);
  }
}

// A table in the wrong unit, say: its file reads back, and no time overflows.
TEST(MeasuredCalls, AbsurdOnesMovePredictionsNoFartherThanAThousandTimes) {
  for (const double times : {1e-12, 1e12}) {
    const MeasuredCalls measured("infiniband", rows(times));
    EXPECT_DOUBLE_EQ(measured.times(all_reduce(MiB(1)), usual), times > 1 ? 1000 : 1e-3);
    EXPECT_TRUE(parse_measured_call(to_line(rows(times).front())));
  }
}

TEST(MeasuredCalls, FollowAStraightLineLessThanARow) {
  std::vector<MeasuredCall> calls = rows(1);
  calls[calls.size() / 2].times = 1.2;
  const CallPoint there = calls[calls.size() / 2].call;
  const Correction by_row = MeasuredCalls("infiniband", calls).correction(there, usual);
  calls[calls.size() / 2].between = true;
  const Correction by_line = MeasuredCalls("infiniband", calls).correction(there, usual);
  EXPECT_LT(by_line.times, by_row.times);
  EXPECT_GT(by_line.times, 1);
  EXPECT_GT(by_line.spread, by_row.spread);
}

TEST(Likeness, IsThatOfEqualCallsAtMost) {
  const CallPoint a = all_reduce(MiB(1));
  EXPECT_DOUBLE_EQ(likeness(a, a), 1);
  for (const Bytes size : {Bytes{0}, Bytes{8}, KiB(512), MiB(2), MiB(1 << 16)}) {
    EXPECT_LT(likeness(a, all_reduce(size)), 1);
    EXPECT_GT(likeness(a, all_reduce(size)), 0);
    EXPECT_EQ(likeness(a, all_reduce(size)), likeness(all_reduce(size), a));
  }
}

TEST(MeasuredCall, ReadsBackFromItsLine) {
  for (const MeasuredCall& call : rows(1.25)) {
    const Result<MeasuredCall> read = parse_measured_call(to_line(call));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->call, call.call);
    EXPECT_DOUBLE_EQ(read->times, call.times);
    EXPECT_FALSE(read->between);
  }
  MeasuredCall call = rows(1.25).front();
  EXPECT_EQ(to_line(call), "all_reduce 16 ranks 2 nodes 1KiB Ring/Simple x1.25");
  call.between = true;
  EXPECT_EQ(to_line(call), "all_reduce 16 ranks 2 nodes 1KiB Ring/Simple x1.25 between");
  const Result<MeasuredCall> read = parse_measured_call(to_line(call));
  EXPECT_TRUE(read && read->between);
}

TEST(MeasuredCall, OtherLinesAreRefused) {
  for (const char* line :
       {"", "all_reduce", "all_reduce 16 ranks 2 nodes 1MiB Ring/LL",
        "every 16 ranks 2 nodes 1MiB Ring/LL x1", "all_reduce 0 ranks 1 nodes 1MiB Ring/LL x1",
        "all_reduce 2 ranks 3 nodes 1MiB Ring/LL x1", "all_reduce 16 ranks 2 nodes much Ring/LL x1",
        "all_reduce 16 ranks 2 nodes 1MiB Ring/LL 1", "all_reduce 16 ranks 2 nodes 1MiB Ring/LL x0",
        "all_reduce 16 ranks 2 nodes 1MiB Ring/LL xnan", "all_reduce 16 ranks 2 nodes 1MiB Ring/LL x1 x2",
        "all_reduce 16 ranks 2 nodes 1MiB Ring/LL x1e99"})
    EXPECT_FALSE(parse_measured_call(line)) << line;
}

TEST(MachineFile, KeepsWhatWasMeasured) {
  Machine machine = shipped_machine("dgx-h100");
  machine.nccl->measured = std::make_shared<const MeasuredCalls>(machine.nccl->fabric, rows(1.25));
  const std::string text = machine_to_toml(machine);
  const Result<Machine> read = machine_from_toml(text, "my.toml", machine_folder);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_NE(read->nccl->measured, nullptr);
  EXPECT_EQ(read->nccl->measured->calls().size(), rows(1.25).size());
  EXPECT_EQ(machine_to_toml(*read), text);

  const std::string line = "\nmeasured = [";
  const auto with = [&](const std::string& lines) {
    std::string changed = text;
    const std::size_t at = changed.find(line), end = changed.find("]\n", at);
    changed.replace(at, end - at, line + lines);
    const Result<Machine> refused = machine_from_toml(changed, "my.toml", machine_folder);
    return refused ? "" : refused.error().message;
  };
  EXPECT_THAT(with("\"all_reduce\""), testing::HasSubstr("expected a call, as in"));
  for (const char* none : {"", "\"all_reduce 16 ranks 2 nodes 1MiB Ring/LL x1 between\""})
    EXPECT_THAT(with(none), testing::HasSubstr("measured has 0 calls; expected 1 to 300"));
}

}  // namespace
}  // namespace commlab
