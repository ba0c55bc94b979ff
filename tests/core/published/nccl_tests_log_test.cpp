// Logs of nccl-tests, of several versions and launchers. The layouts are those of src/common.cu; the numbers
// are made up.
#include "core/published/nccl_tests_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/launch_mode.h"
#include "core/published/published_setting.h"

namespace commlab {
namespace {

using testing::HasSubstr;

PublishedTable read_log(std::string_view text) {
  EXPECT_TRUE(looks_like_nccl_tests(text));
  const Result<PublishedTable> table = parse_nccl_tests(text, "lab/all.log");
  EXPECT_TRUE(table) << table.error().message;
  return table ? *table : PublishedTable{};
}
std::string error_of(std::string_view text) {
  const Result<PublishedTable> table = parse_nccl_tests(text, "lab/all.log");
  return table ? "" : table.error().message;
}

constexpr std::string_view one_process = R"(# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22809
# Collective test starting: all_reduce_perf
# nThread 1 nGpus 2 minBytes 8 maxBytes 1048576 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#  Rank  0 Group  0 Pid  12345 on   myhost01 device  0 [0000:18:00] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid  12345 on   myhost01 device  1 [0000:2a:00] NVIDIA H100 80GB HBM3
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
           8             2     float     sum      -1    15.01    0.00    0.00       0    14.80    0.00    0.00       0
     1048576        262144     float     sum      -1  1.2e+03    0.87    0.87     N/A    28.10   37.31   37.31     N/A
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 41.8496
)";

TEST(NcclTestsLog, OfOneProcessTellsGpusLaunchAndVersion) {
  const PublishedTable table = read_log(one_process);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].kind, CollectiveKind::all_reduce);
  EXPECT_EQ(table.rows[0].ranks, 2);
  EXPECT_EQ(table.rows[0].nodes, 1);
  EXPECT_EQ(*table.rows[0].time, nanoseconds(15'010));
  EXPECT_EQ(*table.rows[1].time, microseconds(1200));
  EXPECT_EQ(table.rows[1].size, MiB(1));
  EXPECT_EQ(table.fact("gpu"), "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(table.fact("nccl"), "22809");
  const PublishedSetting setting = *setting_of(table);
  EXPECT_EQ(setting.node, "dgx-h100");
  EXPECT_EQ(setting.launch, LaunchMode::thread);
}

// Those of nccl-tests' test_typenames.
TEST(NcclTestsLog, EveryNameOfATypeIsKnown) {
  const std::pair<std::string_view, DataType> names[] = {
      {"int8", DataType::int8},         {"uint8", DataType::uint8},        {"int32", DataType::int32},
      {"uint32", DataType::uint32},     {"int64", DataType::int64},        {"uint64", DataType::uint64},
      {"half", DataType::float16},      {"float", DataType::float32},      {"double", DataType::float64},
      {"bfloat16", DataType::bfloat16}, {"f8e4m3", DataType::float8_e4m3}, {"f8e5m2", DataType::float8_e5m2}};
  for (const auto& [name, type] : names) {
    std::string log(one_process);
    for (std::size_t at = 0; (at = log.find("   float  ", at)) != log.npos; ++at)
      log.replace(at + 3, 5, name);
    const PublishedTable table = read_log(log);
    ASSERT_EQ(table.rows.size(), 2u) << name;
    EXPECT_EQ(table.rows[0].dtype, type) << name;
  }
}

TEST(NcclTestsLog, OfMpiHasLabelsAndLinesOfNcclBetweenTheRows) {
  const PublishedTable table = read_log(R"([1,0]<stdout>:mpirun -n 2 ./build/all_gather_perf -b 64K -e 64K
[1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) graph: 0
[1,0]<stdout>:#  Rank  0 Group  0 Pid   1 on   node-a device  0 [0x07] NVIDIA A100-SXM4-40GB
[1,0]<stdout>:#  Rank  1 Group  0 Pid   2 on   node-b device  0 [0x07] NVIDIA A100-SXM4-40GB
[1,0]<stdout>:node-a:1:9 [0] NCCL INFO NCCL_ALGO set by environment to Ring.
[1,0]<stdout>:NCCL version 2.18.3+cuda12.2
[1,0]<stdout>:node-a:1:9 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.0.0.1<0>
[1,0]<stdout>:#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
[1,0]<stdout>:       65536         16384     float    none      -1    51.01    1.28    0.64      0    49.80    1.31    0.65      0
)");
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].kind, CollectiveKind::all_gather);
  EXPECT_EQ(table.rows[0].nodes, 2);
  EXPECT_EQ(table.fact("nccl"), "2.18.3+cuda12.2");
  const PublishedSetting setting = *setting_of(table);
  EXPECT_EQ(setting.network.fabric, "roce");
  EXPECT_EQ(setting.nccl.algorithms, std::vector{NcclAlgorithm::ring});
  EXPECT_EQ(setting.nccl.version, (NcclVersion{2, 18}));
  EXPECT_EQ(setting.launch, LaunchMode::processes);
}

TEST(NcclTestsLog, SaysWhatNcclChoseForEachCall) {
  const PublishedTable table = read_log(R"(# Collective test starting: all_gather_perf
# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) graph: 0
#  Rank  0 Group  0 Pid   1 on   node-a device  0 [0x07] NVIDIA H100 80GB HBM3
node-a:1:9 [0] NCCL INFO AllGather: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}
node-a:1:9 [0] NCCL INFO AllReduce: 1048576 Bytes -> Algo 5 proto 2 time 28.0
node-a:1:9 [0] NCCL INFO AllReduce: 1048576 Bytes -> Algo NEW proto LL
node-a:1:9 [0] NCCL INFO AllReduce [Symmetric]: 64 Bytes -> Kernel AllReduce_RSxLDMC_AGxSTMC nchannels 4
node-a:1:9 [0] NCCL INFO AllGather: 9223372036854775807 Bytes -> Algo RING proto LL
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
       65536         16384     float    none      -1    51.01    1.28    0.64      0    49.80    1.31    0.65      0
)");
  ASSERT_EQ(table.choices.size(), 2u);
  EXPECT_EQ(table.choices[0].kind, CollectiveKind::all_gather);
  EXPECT_EQ(table.choices[0].size, Bytes{65536}) << "8 KiB of each of 8 ranks";
  EXPECT_EQ(table.choices[0].algorithm, NcclAlgorithm::ring);
  EXPECT_EQ(table.choices[0].protocol, NcclProtocol::ll);
  EXPECT_EQ(table.choices[1].algorithm, NcclAlgorithm::nvls_tree);
  EXPECT_EQ(table.choices[1].protocol, NcclProtocol::simple);
}

// The lines of 2.28.9, 2.18 and 2.12.
TEST(NcclTestsLog, TellsHowManyChannelsNcclLaid) {
  const auto channels = [](std::string_view line) {
    return read_log(fmt::format("h:1:1 [0] NCCL INFO {}\n{}", line, one_process)).channels;
  };
  EXPECT_EQ(channels("24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p channels, 32 p2p "
                     "channels per peer"),
            (LoggedChannels{.collectives = 24, .nvls = 16}));
  EXPECT_EQ(channels("24 coll channels, 0 nvls channels, 32 p2p channels, 32 p2p channels per peer"),
            (LoggedChannels{.collectives = 24, .nvls = 0}));
  EXPECT_EQ(channels("2 coll channels, 2 p2p channels, 1 p2p channels per peer"),
            (LoggedChannels{.collectives = 2, .nvls = 0}));
  for (const char* const wrong : {"coll channels, 2 p2p channels", "two coll channels, 2 p2p channels",
                                  "99999999999 coll channels, 2 nvls channels", "Channel 00/24 : 0 1"})
    EXPECT_FALSE(channels(wrong)) << wrong;
}

// Up to 2.11, tests have no name and only the columns that mean something; errors are in the form 0e+00.
TEST(NcclTestsLog, OfOldVersionsHasFewerColumns) {
  const std::string head =
      "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 validation: 1\n"
      "#   Rank  0 Pid  1 on h device  0 [0x07] Tesla V100-SXM2-16GB\n"
      "#                                                     out-of-place                       in-place\n";
  const PublishedTable reduced = read_log(head +
                                          "#       size    count    type   redop     time   algbw   busbw  "
                                          "error     time   algbw   busbw  error\n"
                                          "   134217728  33554432   float     sum   1885.0   71.20  124.60  "
                                          "2e-07   1884.0   71.24  124.67  2e-07\n");
  EXPECT_EQ(reduced.rows[0].kind, CollectiveKind::all_reduce);
  const PublishedTable rooted = read_log(head +
                                         "#       size    count    type    root     time   algbw   busbw  "
                                         "error     time   algbw   busbw  error\n"
                                         "   134217728  33554432   float       0   1085.0  123.70  123.70  "
                                         "0e+00   1084.0  123.82  123.82  0e+00\n");
  EXPECT_EQ(rooted.rows[0].kind, CollectiveKind::broadcast);
  EXPECT_THAT(
      error_of(
          head +
          "#       size    count    type     time   algbw   busbw  error     time   algbw   busbw  error\n"
          "   134217728  4194304   float   985.0  136.26  119.23  0e+00   984.0  136.40  119.35  0e+00\n"),
      HasSubstr("lab/all.log:5: the log does not name its test"));
}

TEST(NcclTestsLog, HasMoreColumnsForEachIteration) {
  const PublishedTable table = read_log(
      "# Collective test starting: sendrecv_perf\n# nThread 1 nGpus 2 minBytes 8 graph: 1\n"
      "#       size         count      type   redop    root     time   algbw   busbw  #wrong\n"
      "  1048576 262144 float sum -1 100.0 10.4 10.4 0 90.0 110.0 109.0 2.0 50.0 20.8 20.8 0 45.0 55.0 54.0 "
      "2.0\n");
  EXPECT_EQ(*table.rows[0].time, microseconds(100));
  EXPECT_EQ(table.fact("launch"), "graph");
}

TEST(NcclTestsLog, InJsonIsTheSame) {
  const PublishedTable table =
      read_log(R"({"version": "2.19.6", "args": ["./build/all_reduce_perf", "-g", "2"],
    "nccl_version": 22809,
    "config": {"nthreads": 1, "ngpus": 1, "graph": 0, "devices": [
      {"rank": 0, "pid": 7, "hostname": "a", "device_info": "NVIDIA H200"},
      {"rank": 1, "pid": 8, "hostname": "b", "device_info": "NVIDIA H200"}]},
    "results": [{"size": 8, "count": 2, "type": "float", "redop": "sum", "root": "-1",
      "out_of_place": {"time": 15.5, "alg_bw": 0.0, "bus_bw": 0.0, "nwrong": 0},
      "in_place": {"time": 14.0, "alg_bw": 0.0, "bus_bw": 0.0, "nwrong": 0}}]})");
  EXPECT_EQ(*table.rows[0].time, nanoseconds(15'500));
  EXPECT_EQ(table.rows[0].nodes, 2);
  EXPECT_EQ(table.fact("launch"), "processes");
  EXPECT_EQ(setting_of(table)->node, "hgx-h200");
  EXPECT_THAT(error_of(R"({"out_of_place": 1})"), HasSubstr("expected what nccl-tests -J writes"));
  EXPECT_THAT(error_of(R"({"out_of_place")"), HasSubstr("no whole JSON text"));
}

TEST(NcclTestsLog, OfWrongResultsOrWithoutRowsIsAnError) {
  std::string text(one_process);
  text.replace(text.find("0.00       0"), 12, "0.00       3");
  EXPECT_EQ(error_of(text),
            "lab/all.log:12: 3 wrong values at 8 bytes; a time of a wrong result means nothing");
  EXPECT_THAT(error_of("# nThread 1 nGpus 2 algbw busbw\n"),
              HasSubstr("no row of sizes and times was found"));
  // 2147483647 threads of 2 GPUs each overflowed.
  EXPECT_THAT(error_of("# nThread 2147483647 nGpus 2147483647\n# all_reduce_perf\n"
                       "   8 2 float sum -1 15.0 0.00 0.00 0 14.0 0.00 0.00 0\n"),
              HasSubstr("ranks; expected at most"));
  EXPECT_THAT(error_of("# Collective test starting: all_reduce_perf\n"
                       "   8 2 float sum -1 15.0 0.00 0.00 0 14.0 0.00 0.00 0\n"),
              HasSubstr("how many GPUs take part"));
}

}  // namespace
}  // namespace commlab
