// The expression language: what it computes, and what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/expression/evaluate.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(Expression, ComputesWithUnits) {
  EXPECT_EQ(worth("400 MB / 93.3 GB/s"), "4.29 ms");
  EXPECT_EQ(worth("3 us - 3 us"), "0 s");  // it was "0 ps" in the table of lesson 18
  EXPECT_EQ(worth("2.7us * 93.3GB/s"), "252 kB");
  EXPECT_EQ(worth("400 Gb/s"), "50 GB/s");
  EXPECT_EQ(worth("1 GiB == 1024 * 1 MiB"), "yes");
  EXPECT_EQ(worth("10^8 * 4 B / 1 MiB"), "381");
  EXPECT_EQ(worth("(1 ms)^2 / 1 ms"), "1 ms");
  EXPECT_EQ(worth("sqrt(4 ms * 1 ms)"), "2 ms");
  EXPECT_EQ(worth("235 / 300"), "0.783");
}

TEST(Expression, WritesWhatIsNotFinite) {
  for (const Dimension dimension : {bare, of_bytes, of_time, of_bandwidth})
    for (const double amount : {INFINITY, -INFINITY, NAN})
      EXPECT_THAT(written(value_of(amount, dimension)), testing::AnyOf(HasSubstr("inf"), HasSubstr("not a number")));
}

TEST(Expression, BindsAsPeopleRead) {
  EXPECT_EQ(worth("1 + 2 * 3"), "7");
  EXPECT_EQ(worth("2 * (1 + 2)"), "6");
  EXPECT_EQ(worth("-2^2"), "-4");
  EXPECT_EQ(worth("2^3^2"), "512");
  EXPECT_EQ(worth("2^-1"), "0.5");
  EXPECT_EQ(worth("7 - 2 - 1"), "4");
  EXPECT_EQ(worth("1 < 2 and not 2 < 1 or false"), "yes");
  EXPECT_EQ(worth("if(1 ms < 2 ms, \"less\", 1 / 0)"), "less");
}

TEST(Expression, KnowsListsAndNames) {
  EXPECT_EQ(worth("[4, 3, 2, 1][1]"), "3");
  EXPECT_EQ(worth("max([1, 5, 2]) + min(4, 3) + sum([1, 2]) + mean(2, 4) + len([1, 1])"), "16");
  EXPECT_EQ(worth("each(r, range(0, 3), r * r)"), "0, 1, 4, 9");
  EXPECT_EQ(worth("all(each(r, range(1, 3), r > 0)) and any([false, true])"), "yes");
  EXPECT_EQ(worth("contains([1, 2], 2) and not contains([1, 2], 3)"), "yes");
  EXPECT_EQ(worth("contains(\"SeqNum=2, OpType\", \"SeqNum=2\") and not contains(\"two\", \"2\")"), "yes");
  EXPECT_EQ(worth("count(each(r, range(0, 9), mod(r, 3) == 0))"), "4");
  EXPECT_EQ(worth("mod(-1, 4)"), "3");
  EXPECT_EQ(worth("ceil(log2(8)) + floor(2.9) + round(2.5)"), "8");
  EXPECT_EQ(worth("\"rank \" + 2"), "rank 2");
  EXPECT_EQ(worth("busbw_of(\"all_reduce\", 4, 400 MiB, 2.14 ms)"), "294 GB/s");
}

TEST(Expression, ComparesUpToRounding) {
  EXPECT_EQ(worth("0.1 + 0.2 == 0.3"), "yes");
  EXPECT_EQ(worth("0.1 + 0.2 > 0.3"), "no");
  EXPECT_EQ(worth("100 ~ 104"), "yes");
  EXPECT_EQ(worth("100 ms ~ 104 ms within 1%"), "no");
  EXPECT_EQ(worth("0 ms == 0"), "yes");
}

TEST(Expression, SaysWhatCannotBe) {
  EXPECT_EQ(worth("1 / 0"), "! a division by zero");
  EXPECT_EQ(worth("0 ^ -1"), "! a division by zero");
  EXPECT_EQ(worth("log2(0)"), "! log2 of a number that is not above zero");
  EXPECT_EQ(worth("1 ms + 1 MB"), "! '+' between a time and a size: they have different units");
  EXPECT_EQ(worth("inf - inf"), "! the result is not a number");
  EXPECT_EQ(worth("[1, 2][2]"), "! the number of an element is from 0 to 1, and this is 2");
  EXPECT_EQ(worth("3 and true"), "! something true or false is needed, and this is a bare number");
  EXPECT_EQ(worth("tiem(run)"), "! there is no 'tiem(...)' (did you mean time?)");
  EXPECT_EQ(worth("sise"), "! nothing is called 'sise' here (did you mean size?)");
  EXPECT_EQ(worth("min()"), "! min(...) takes at least 1, and here are 0");
  EXPECT_THAT(worth("4 parsecs + 1"), HasSubstr("! 'parsecs' stands where the expression should end"));
  EXPECT_THAT(worth("4parsecs"), HasSubstr("! '4parsecs': unknown unit 'parsecs'; there are ps, ns"));
  EXPECT_EQ(worth(""), "! an expression is missing");
  EXPECT_EQ(worth("(1 + 2"), "! ')' is missing before the end");
  EXPECT_EQ(worth("\"no end"), "! a text that begins with \" and has no end");
  EXPECT_EQ(worth("run(size = 1 KiB)"),
            "! run(...) is something to ask about, as in time(run(size = 1 KiB))");
}

// A format can name what a number counts, as in "1.5 tensors".
TEST(Expression, ABareNumberSaysWhatItCounts) {
  const auto as_written = [](const Value& value, std::string_view format) {
    return parse_value_format(format).and_then([&](const ValueFormat& f) { return written(value, f); });
  };
  EXPECT_EQ(*as_written(value_of(1.5), "\"tensor\""), "1.5 tensors");
  EXPECT_EQ(*as_written(value_of(1), " \"tensor\" "), "1 tensor");
  EXPECT_EQ(*as_written(value_of(2.0 / 3), "2 digits | \"whole message\""), "0.67 whole messages");
  EXPECT_EQ(as_written(value_of(microseconds(1)), "\"tensor\"").error().message,
            "a time is no number of tensors");
  EXPECT_THAT(as_written(value_of(1), "tensor").error().message, HasSubstr("as in '| \"tensor\"'"));
}

TEST(Expression, IsLimited) {
  EXPECT_THAT(worth(std::string(3000, '(')), HasSubstr("nested more than"));
  EXPECT_THAT(worth(std::string(3000, '-') + "1"), HasSubstr("nested more than"));
  EXPECT_THAT(worth("1" + std::string(1900, '+')), HasSubstr("value"));
  std::string chain = "1";
  for (int i = 0; i < 500; ++i) chain += "+1";
  EXPECT_THAT(worth(chain), HasSubstr("nested more than"));
  EXPECT_THAT(worth(std::string(5000, '1')), HasSubstr("at most 4000"));
  EXPECT_THAT(worth("1e999"), HasSubstr("too large"));
  EXPECT_THAT(worth("each(a, range(0, 9999), each(b, range(0, 9999), a * b))"), HasSubstr("steps"));
  EXPECT_THAT(worth("each(a, range(0, 9999), range(0, 9999))"), HasSubstr("steps"));
  EXPECT_THAT(worth("(1 s)^9 * (1 s)^9"), HasSubstr("which has no use"));
  EXPECT_EQ(worth("9^9^9"), "inf");
}

const SceneKeys three_copies = {{"run", "p2p"}, {"machine", "hcm8"}, {"to", "1,2,4"}, {"size", "400MB"}};

// The numbers of lesson 7: 400 MB over 4, 0 and 2 NVLinks.
TEST(Expression, AsksAnExperiment) {
  EXPECT_EQ(worth("time(to 1)", three_copies), "4.29 ms");
  EXPECT_EQ(worth("time(copy 0->2)", three_copies), "53.3 ms");
  EXPECT_EQ(worth("time(to 4)", three_copies), "8.58 ms");
  EXPECT_EQ(worth("time(run) == max(time(to 1), time(to 2), time(to 4))", three_copies), "yes");
  EXPECT_EQ(worth("[nvlinks(0, 1), nvlinks(0, 2), nvlinks(gpu0, gpu4)]", three_copies), "4, 0, 2");
  EXPECT_EQ(worth("bytes(link gpu0->gpu1)", three_copies), "400 MB");
  EXPECT_EQ(worth("bytes(link gpu1 -> gpu0)", three_copies), "0 B");
  EXPECT_EQ(worth("bytes(total) == 3 * size and bytes(rank 0 out) == bytes(total)", three_copies), "yes");
  EXPECT_EQ(worth("n", three_copies), "8");
  EXPECT_EQ(worth("time(run(to = 1)) / bound(run(to = 1)) > 3", three_copies), "yes");
  EXPECT_EQ(worth("sweep(to, [1, 4], time(run))", three_copies), "4.29 ms, 8.58 ms");
  EXPECT_EQ(worth("time(run(size = {size}))", three_copies), "53.3 ms");
  EXPECT_EQ(worth("route(0, 1)", three_copies), "gpu0 -> gpu1");
  EXPECT_EQ(worth("time(to 3)", three_copies), "! nothing is sent to rank 3 in this run");
  EXPECT_EQ(worth("time(run(size = lots))", three_copies).substr(0, 7), "! size:");
  EXPECT_EQ(worth("bytes(link gpu0 -> 9)", three_copies),
            "! the number of a GPU is from 0 to 7, and this is 9");
  EXPECT_EQ(worth("deadlock", three_copies), "! 'deadlock' cannot be asked of an experiment");
  EXPECT_THAT(worth("tensor(rank 1)", three_copies), HasSubstr("! tensors of more than 4096 elements"));
}

TEST(Expression, LooksIntoTensors) {
  const SceneKeys scatter = {
      {"run", "scatter"}, {"machine", "switch:4,100GB/s,1us"}, {"count", "1"}, {"data", "ranks"}};
  EXPECT_EQ(worth("input(rank 0)", scatter), "1, 1, 1, 1");
  EXPECT_EQ(worth("value(rank 3, 0)", scatter), "1");
  EXPECT_EQ(worth("elements", scatter), "1");
  const SceneKeys reduce = {
      {"run", "reduce"}, {"machine", "switch:4,100GB/s,1us"}, {"count", "2"}, {"data", "ranks"}};
  EXPECT_EQ(worth("tensor(rank 0)", reduce), "10, 10");
  EXPECT_EQ(worth("equal(tensor(rank 0), [10, 10])", reduce), "yes");
  EXPECT_EQ(worth("tensor(rank 4)", reduce), "! rank is from 0 to 3, and this is 4");
}

TEST(Expression, AsksALaunch) {
  const SceneKeys launch = {{"nodes", "2"}, {"gpus", "4"}, {"processes", "2"}, {"visible.0", "2,3"}};
  EXPECT_EQ(worth("gpu_of(rank 1)", launch), "3");
  EXPECT_EQ(worth("[rank_of(1, 0), rank_of(1, 1)]", launch), "2, 3");
  EXPECT_EQ(worth("initialized", launch), "yes");
  EXPECT_EQ(worth("twice(run(rank_rule = local))", launch), "0, 1");
  EXPECT_EQ(worth("missing(run(rank_rule = local))", launch), "2, 3");
}

TEST(Expression, AsksMeasuredData) {
  EXPECT_EQ(worth("measured(T1, ring, time)"), "2.5 us");
  EXPECT_EQ(worth("measured(T1, ring, rate) ~ 93.3 GB/s within 1%"), "yes");
  EXPECT_EQ(worth("measured(T1, ring, note)"), "good");
  EXPECT_EQ(worth("measured(T1, tree, time)"), "! T1 has nothing measured in row 'tree', column 'time'");
  EXPECT_EQ(worth("measured(T1, rign, time)"), "! T1 has no row 'rign' (did you mean ring?)");
}

TEST(Expression, NamesWithADashNeedNoQuotesInAChangedRun) {
  const SceneKeys scene = {{"run", "all_reduce"}, {"machine", "switch:4,100GB/s,1us"}};
  EXPECT_EQ(worth("algorithm(run(algorithm = two-shot))", scene), "two-shot");
  EXPECT_EQ(worth("algorithm(run(algorithm = reduce-scatter-all-gather))", scene),
            "reduce-scatter-all-gather");
  EXPECT_EQ(worth("bytes(run(ranks = 4 - 2), total)", {{"run", "all_gather"}, {"size", "8 B"}}),
            worth("bytes(run(ranks = 2), total)", {{"run", "all_gather"}, {"size", "8 B"}}));
}

TEST(Expression, ARouteIsNoDifference) {
  EXPECT_EQ(worth("route", {{"run", "p2p"}, {"machine", "hcm8"}, {"route", "0-7-2"}}), "0-7-2");
  EXPECT_EQ(worth("with.x", {{"run", "p2p"}, {"with.x", "-2"}}), "-2");
}

// In the cells of a plot over measured tables, row and column are names bound to titles.
TEST(Expression, NamesThatAreBoundNameRowsOfMeasuredTables) {
  EXPECT_EQ(worth("each(way, [\"ring\"], measured(T1, way, rate))[0]", {{"run", "p2p"}}), "93.3 GB/s");
  EXPECT_THAT(worth("each(way, [\"cube\"], measured(T1, way, rate))", {{"run", "p2p"}}), HasSubstr("'cube'"));
  EXPECT_EQ(worth("[nothing, 1]"), "-, 1");
}

}  // namespace
}  // namespace commlab
