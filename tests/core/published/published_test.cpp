// Tables of published measurements: every shipped table is read, and each mistake is answered with its line.

#include "core/published/published.h"
#include "core/published/published_writer.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace commlab {
namespace {

const std::filesystem::path folder = std::filesystem::path(COMMLAB_SOURCE_DIR) / "sim" / "measurements";

constexpr std::string_view columns =
    "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n";

PublishedTable table_of(std::string_view text) {
  Result<PublishedTable> table = parse_published(text, "lab.csv");
  EXPECT_TRUE(table) << table.error().message;
  return table ? std::move(*table) : PublishedTable{};
}

std::string table_error(std::string_view text) {
  const auto table = parse_published(text, "lab.csv");
  return table ? "" : table.error().message;
}

// The number of rows: lines that are not empty, and neither header nor column names.
std::size_t rows_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::size_t lines = 0;
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && line[0] != '#') ++lines;
  return lines - 1;
}

TEST(Published, EveryShippedTableIsReadAndNoRowIsLost) {
  const auto files = published_files(folder);
  ASSERT_GT(files.size(), 100u);
  for (const auto& file : files) {
    const Result<PublishedTable> table = read_published(file);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->rows.size(), rows_of(file)) << file;
    EXPECT_FALSE(table->fact("source").empty()) << file;
    EXPECT_FALSE(table->fact("gpu").empty()) << file;
  }
}

TEST(Published, ARowIsACollectiveWithItsTime) {
  const PublishedTable table =
      table_of("# gpu: A100\n# topology:\n#   \tGPU0\tGPU1\n# GPU0: X\n" + std::string(columns) +
               "alltoall,4,2,4096,256,double,none,12.5,0.33,0.25\n"
               "all_reduce,8,1,1000000,,,,,,70\n"
               "broadcast,8,1,1000000,,half,,,50,\n"
               "reduce,8,1,8,,,,,0.00,0.00\n");

  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.name, "lab");
  EXPECT_EQ(table.fact("gpu"), "A100");
  EXPECT_EQ(table.fact("topology"), "\n   \tGPU0\tGPU1");
  EXPECT_EQ(table.rows[0].kind, CollectiveKind::all_to_all);
  EXPECT_EQ(table.rows[0].nodes, 2);
  EXPECT_EQ(table.rows[0].dtype, DataType::float64);
  EXPECT_EQ(table.rows[0].time, Time{12'500'000});
  EXPECT_EQ(table.rows[0].line, 6);
  EXPECT_EQ(table.rows[1].time, microseconds(25));  // 1 MB * 14/8 at 70 GB/s
  EXPECT_EQ(table.rows[2].time, microseconds(20));  // 1 MB at 50 GB/s
  EXPECT_EQ(table.rows[3].time, std::nullopt);
}

TEST(Published, PairsHaveARateOrALatency) {
  const PublishedTable rates = table_of("collective,src,dst,bw_GBps\np2p,0,1,93.5\np2p,1,1,\n");
  EXPECT_TRUE(rates.of_pairs);
  EXPECT_EQ(rates.rows[0].bandwidth, Bandwidth{93'500'000'000});
  EXPECT_EQ(rates.rows[1].bandwidth, std::nullopt);

  const PublishedTable latencies = table_of("collective,src,dst,latency_us\np2p,2,3,2.5\n");
  EXPECT_EQ(latencies.rows[0].from, 2);
  EXPECT_EQ(latencies.rows[0].to, 3);
  EXPECT_EQ(latencies.rows[0].time, nanoseconds(2'500));

  const PublishedTable by_size = table_of("collective,src,dst,size_bytes,bw_MBps\np2p,0,1,4096,1500\n");
  EXPECT_TRUE(by_size.of_sizes);
  EXPECT_EQ(by_size.rows[0].size, KiB(4));
  EXPECT_EQ(by_size.rows[0].bandwidth, Bandwidth{1'500'000'000});
}

TEST(Published, ARateOfZeroIsNoRate) {
  for (const char* zero : {"", "0", "0.00"}) {
    const std::string one = fmt::format("collective,src,dst,bw_GBps\np2p,0,1,{}\n", zero);
    EXPECT_EQ(table_of(one).rows[0].bandwidth, std::nullopt) << one;
    const std::string by_size = fmt::format("collective,src,dst,size_bytes,bw_MBps\np2p,0,1,4096,{}\n", zero);
    EXPECT_EQ(table_of(by_size).rows[0].bandwidth, std::nullopt) << by_size;
  }
}

TEST(Published, WhatIsWrittenIsReadBack) {
  const PublishedTable table = table_of("# gpu: A100\n# note: a: b\n" + std::string(columns) +
                                        "alltoall,4,2,4096,256,double,none,12.500001,0.33,0.25\n"
                                        "all_reduce,8,1,1048576,262144,float,max,33.3,,\n"
                                        "broadcast,8,1,1024,,half,,,,\n");

  const std::string text = to_csv(table);
  const PublishedTable again = table_of(text);

  EXPECT_EQ(to_csv(again), text);
  EXPECT_EQ(again.fact("gpu"), "A100");
  EXPECT_EQ(again.fact("note"), "a: b");
  ASSERT_EQ(again.rows.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again.rows[i].kind, table.rows[i].kind);
    EXPECT_EQ(again.rows[i].ranks, table.rows[i].ranks);
    EXPECT_EQ(again.rows[i].nodes, table.rows[i].nodes);
    EXPECT_EQ(again.rows[i].size, table.rows[i].size);
    EXPECT_EQ(again.rows[i].dtype, table.rows[i].dtype);
    EXPECT_EQ(again.rows[i].op, table.rows[i].op);
    EXPECT_EQ(again.rows[i].time, table.rows[i].time);
  }
  EXPECT_NE(text.find("all_reduce,8,1,1048576,262144,float32,max,33.3,31.4888,55.1053\n"), std::string::npos)
      << text;
}

TEST(Published, SaysWhereAndWhatIsWrong) {
  const std::string head(columns);
  EXPECT_EQ(table_error("# gpu: A100\nsize,time\n8,1\n").substr(0, 63),
            "lab.csv:2: columns 'size,time'; expected collective,ranks,nodes");
  EXPECT_EQ(table_error("# gpu: A100\n"),
            "lab.csv:1: the file ends without a row of column names; expected "
            "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps");
  EXPECT_EQ(table_error(head), "lab.csv:1: no rows follow the column names; expected at least one");
  EXPECT_EQ(table_error(head + "all_reduce,8,1,8\n"),
            "lab.csv:2: 4 values; expected the 10 of "
            "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps");
  EXPECT_EQ(table_error(head + "all_reduce,8,1,8B,2,float,sum,1,1,1\n"),
            "lab.csv:2: size_bytes '8B'; expected a whole number from 0 to 1099511627776");
  EXPECT_EQ(table_error(head + "all_reduce,0,1,8,2,float,sum,1,1,1\n"),
            "lab.csv:2: ranks '0'; expected a whole number from 1 to 1048576");
  EXPECT_EQ(table_error(head + "\nall_reduce,8,1,8,2,float,sum,fast,1,1\n"),
            "lab.csv:3: time_us 'fast'; expected a number from 0 to 1e+12");
  EXPECT_EQ(table_error(head + "all_reduce,8,1,8,2,float,sum,-1,1,1\n"),
            "lab.csv:2: time_us '-1'; expected a number from 0 to 1e+12");
  EXPECT_NE(table_error(head + "allreduces,8,1,8,2,float,sum,1,1,1\n").find("lab.csv:2: "),
            std::string::npos);
  EXPECT_NE(table_error(head + "all_reduce,8,1,8,2,floaty,sum,1,1,1\n").find("lab.csv:2: "),
            std::string::npos);
  EXPECT_EQ(
      read_published("no/such.csv").error().message,
      "no/such.csv cannot be read: there is no such file; expected a table of measurements such as those "
      "in sim/measurements");
}

TEST(Published, MayBePacked) {
  const std::filesystem::path plain = folder / "superbench_a100x8_1n_allreduce.csv",
                              packed = std::filesystem::path(testing::TempDir()) / "table.csv.gz";
  ASSERT_EQ(std::system(fmt::format("gzip -c '{}' > '{}'", plain.string(), packed.string()).c_str()), 0);
  const Result<PublishedTable> table = read_published(packed);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->rows.size(), read_published(plain)->rows.size());
}

// Guards against a fixed bug: a wrong log was called a table with wrong columns, all of which were listed.
TEST(Published, AWrongLogIsCalledNoLog) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "wrong.log";
  std::ofstream(file) << "what is this\n";
  EXPECT_EQ(read_published(file).error().message,
            file.string() + ": expected a log of nccl-tests; no line has the titles algbw and busbw");
}

// Such numbers overflowed, or asked for days of simulation.
TEST(Published, NumbersBeyondAnyMeasurementAreRefused) {
  const std::string head =
      "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n";
  EXPECT_EQ(table_error(head + "all_reduce,2147483647,1,8,2,float,sum,1,1,1\n"),
            "lab.csv:2: ranks '2147483647'; expected a whole number from 1 to 1048576");
  EXPECT_EQ(table_error(head + "all_reduce,8,1,9223372036854775807,2,float,sum,1,1,1\n"),
            "lab.csv:2: size_bytes '9223372036854775807'; expected a whole number from 0 to 1099511627776");
  EXPECT_EQ(table_error(head + "all_reduce,8,1,8,2,float,sum,1e308,1,1\n"),
            "lab.csv:2: time_us '1e308'; expected a number from 0 to 1e+12");
  EXPECT_EQ(table_error(head + "all_reduce,8,1,8,2,float,sum,,1,1e100\n"),
            "lab.csv:2: busbw_GBps '1e100'; expected a number from 0 to 1e+09");
  std::string rows = head;
  for (int i = 0; i <= 10'000; ++i) rows += "all_reduce,8,1,8,2,float,sum,1,1,1\n";
  EXPECT_EQ(table_error(rows), "lab.csv:10002: more than 10000 rows; expected fewer");
}

TEST(Published, ATimeThatWouldFollowFromATinyRateIsLeftOut) {
  const auto table = parse_published(
      "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n"
      "all_reduce,8,1,1024,256,float,sum,,1e-300,1e-300\n",
      "lab.csv");
  ASSERT_TRUE(table);
  EXPECT_FALSE(table->rows[0].time);
}

}  // namespace
}  // namespace commlab
