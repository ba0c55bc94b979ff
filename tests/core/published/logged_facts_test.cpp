// What lines of NCCL, of plugins and of the shell tell of a run, in every spelling.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/published/nccl_tests_log.h"
#include "core/published/published_setting.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using A = NcclAlgorithm;
using P = NcclProtocol;

constexpr std::string_view two_nodes =
    "# Collective test starting: all_reduce_perf\n"
    "# nThread 1 nGpus 1 minBytes 8 maxBytes 8388608 step: 2(factor) validation: 1 graph: 0\n"
    "#  Rank  0 Group  0 Pid  100 on ant device  0 [0x1a] NVIDIA H100 80GB HBM3\n"
    "#  Rank  1 Group  0 Pid  101 on ant device  1 [0x1b] NVIDIA H100 80GB HBM3\n"
    "#  Rank  2 Group  0 Pid  100 on bee device  0 [0x1a] NVIDIA H100 80GB HBM3\n"
    "#  Rank  3 Group  0 Pid  101 on bee device  1 [0x1b] NVIDIA H100 80GB HBM3\n";
constexpr std::string_view table_of_sums =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "     8388608       2097152     float     sum      -1    150.2   55.85   83.77      0    149.9   55.96   "
    "83.94      0\n";

PublishedTable log_with(std::string_view lines) {
  const Result<PublishedTable> table =
      parse_nccl_tests(fmt::format("{}{}\n{}", two_nodes, lines, table_of_sums), "lab.log");
  EXPECT_TRUE(table) << table.error().message;
  return table ? *table : PublishedTable{};
}
PublishedTable log_below(std::string_view lines) {
  const Result<PublishedTable> table =
      parse_nccl_tests(fmt::format("{}\n{}{}", lines, two_nodes, table_of_sums), "lab.log");
  EXPECT_TRUE(table) << table.error().message;
  return table ? *table : PublishedTable{};
}
std::string info(std::string_view text) { return fmt::format("ant:100:117 [0] NCCL INFO {}", text); }

TEST(LoggedFacts, TheVersionIsKnownInEverySpelling) {
  const std::pair<std::string, NcclVersion> lines[] = {
      {"NCCL version 2.18.3+cuda12.2", {2, 18}},
      {"[0] NCCL version 2.27.5", {2, 27}},
      {"NCCL version : 2.21.5-cuda12.4", {2, 21}},
      {info("NCCL version 2.19.3+cuda12.3"), {2, 19}},
      {"RCCL version 2.18.6+hip6.0 HEAD:abcdef", {2, 18}},
      {"RCCL version : 2.21.5-HEAD:0d2c4fd", {2, 21}},
      {"# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22704", {2, 27}},
      {"NCCL version 2.4.8+cuda10.0", oldest_known_nccl},
      {info("8388608 Bytes -> Algo 1 proto 2 time 141.5"), {2, 23}}};
  for (const auto& [line, version] : lines)
    EXPECT_EQ(setting_of(log_with(line))->nccl.version, version) << line;
  EXPECT_THAT(setting_of(log_with("NCCL version 2.4.8+cuda10.0"))->assumed,
              Contains(HasSubstr("NCCL 2.4.8+cuda10.0 is older than all")));
}

TEST(LoggedFacts, WhatNcclOrAPluginSaysIsForcedIsForced) {
  for (const std::string& line :
       {info("NCCL_ALGO set by environment to Tree."), info("NCCL_ALGO set by environment to TREE"),
        std::string("NCCL_ALGO set to Tree"), info("NCCL_ALGO environment variable set to Tree"),
        std::string("NCCL_ALGO=Tree")})
    EXPECT_EQ(setting_of(log_with(line))->nccl.algorithms, std::vector{A::tree}) << line;
  for (const std::string& line : {info(R"(NET/OFI Setting NCCL_PROTO to "simple")"),
                                  info("NET/OFI Setting NCCL_PROTO environment variable to simple"),
                                  info("NCCL_PROTO set by environment to Simple.")})
    EXPECT_EQ(setting_of(log_with(line))->nccl.protocols, std::vector{P::simple}) << line;
  const std::string both = info("NET/OFI Setting NCCL_PROTO to \"simple\"") + '\n' +
                           info("NCCL_PROTO set by environment to LL128.");
  EXPECT_EQ(setting_of(log_with(both))->nccl.protocols, std::vector{P::ll128}) << "NCCL has the last word";
  const PublishedSetting with_tuner =
      *setting_of(log_with(info("TUNER/Plugin: Using tuner plugin swift_v3")));
  EXPECT_THAT(with_tuner.assumed, Contains(HasSubstr("The tuner plugin swift_v3 chose in NCCL's place")));
  EXPECT_THAT(setting_of(log_with(info("TUNER/Plugin: Could not find: libnccl-tuner.so.")))->assumed,
              testing::Not(Contains(HasSubstr("tuner"))));
}

TEST(LoggedFacts, TheCommandAboveTheLogForcesToo) {
  for (const char* const line :
       {"export NCCL_ALGO=Ring", "$ NCCL_ALGO=Ring ./all_reduce_perf -g 8",
        "mpirun -np 4 -x NCCL_ALGO=Ring all_reduce_perf", "mpirun -np 4 -x NCCL_ALGO=\"Ring\" \\",
        "mpiexec -genv NCCL_ALGO Ring -n 4 all_reduce_perf",
        "mpiexec -env NCCL_ALGO Ring -n 4 all_reduce_perf", "docker run -e NCCL_ALGO=Ring image",
        "ENV NCCL_ALGO=Ring", "setenv NCCL_ALGO Ring", "  NCCL_ALGO: Ring", "  NCCL_ALGO: \"Ring\"",
        "- name: NCCL_ALGO\n  value: \"Ring\"", "srun --export=ALL,NCCL_ALGO=Ring all_reduce_perf",
        "+ export NCCL_ALGO=Ring", "> export NCCL_ALGO='Ring'"})
    EXPECT_EQ(setting_of(log_below(line))->nccl.algorithms, std::vector{A::ring}) << line;
  for (const char* const line : {"# export NCCL_ALGO=Ring", "export NCCL_ALGO=$ALGO",
                                 "mpirun -x NCCL_ALGO -np 4", "MY_NCCL_ALGO=Ring", "export NCCL_ALGO="})
    EXPECT_TRUE(setting_of(log_below(line))->nccl.algorithms.empty()) << line;
}

TEST(LoggedFacts, VariablesHaveTheirPlaceInTheModel) {
  const auto with = [](const char* variable) {
    return *setting_of(log_below(fmt::format("export {}", variable)));
  };
  EXPECT_EQ(with("NCCL_PROTO=LL,LL128").nccl.protocols, (std::vector{P::ll, P::ll128}));
  EXPECT_EQ(std::ranges::count(with("NCCL_NVLS_ENABLE=0").nccl.algorithms, A::nvls), 0);
  EXPECT_FALSE(with("NCCL_NVLS_ENABLE=0").nccl.algorithms.empty());
  EXPECT_TRUE(with("NCCL_NVLS_ENABLE=1").nccl.algorithms.empty());
  EXPECT_EQ(with("NCCL_MIN_NCHANNELS=8").nccl.least_channels, 8);
  EXPECT_EQ(with("NCCL_MAX_NCHANNELS=4").nccl.most_channels, 4);
  EXPECT_EQ(with("NCCL_MAX_CTAS=4").nccl.most_channels, 4);
  EXPECT_EQ(with("NCCL_NTHREADS=256").nccl.threads, 256);
  EXPECT_FALSE(with("NCCL_NET_GDR_LEVEL=LOC").gpudirect);
  EXPECT_EQ(with("NCCL_IB_DISABLE=1").network.fabric, "tcp");
}

TEST(LoggedFacts, WhatTheModelHasNoPlaceForIsSaid) {
  for (const char* const variable :
       {"NCCL_CROSS_NIC=0", "NCCL_P2P_DISABLE=1", "NCCL_SHM_DISABLE=1", "NCCL_NET_GDR_LEVEL=PHB",
        "NCCL_COLLNET_ENABLE=1", "NCCL_BUFFSIZE=8388608", "NCCL_TOPO_FILE=/etc/nccl/topo.xml",
        "NCCL_NSOCKS_PERTHREAD=4", "RCCL_MSCCL_ENABLE=0"})
    EXPECT_THAT(
        setting_of(log_below(fmt::format("export {}", variable)))->assumed,
        Contains(HasSubstr(fmt::format("The log sets {}, for which the model has no place", variable))));
  for (const char* const variable :
       {"NCCL_DEBUG=INFO", "NCCL_SOCKET_IFNAME=eth0", "NCCL_IB_HCA=mlx5_0,mlx5_1", "NCCL_P2P_DISABLE=0",
        "NCCL_IB_GID_INDEX=3", "NCCL_DEBUG_SUBSYS=TUNING"})
    EXPECT_THAT(setting_of(log_below(fmt::format("export {}", variable)))->assumed,
                testing::Not(Contains(HasSubstr("The log sets"))))
        << variable;
}

TEST(LoggedFacts, TheNetworkIsKnownInEverySpelling) {
  const std::pair<std::string, const char*> lines[] = {
      {info("NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>"), "roce"},
      {info("NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_3:1/IB/SHARP [RO]; OOB ib0:10.0.0.1<0>"), "infiniband"},
      {info("NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_3:1/IB\n") + info("Using network IB"), "infiniband"},
      {info("Using network IBext_v8"), "infiniband"},
      {info("Using network Socket"), "tcp"},
      {info("NET/IB : No device found.\n") + info("NET/Socket : Using [0]eth0:10.0.0.1<0>\n") +
           info("Using network Socket"),
       "tcp"},
      {info("Channel 00/0 : 1[1] -> 2[0] [send] via NET/Socket/0"), "tcp"},
      {info("Channel 00/0 : 1[1] -> 2[0] [send] via NET/IB/0/GDRDMA"), "infiniband"},
      {info("NET/OFI Selected Provider is efa (found 4 nics)"), "efa"},
      {info("NET/OFI Selected provider is efa, fabric is efa (found 16 nics)"), "efa"},
      {info("Using network AWS Libfabric"), "efa"},
      {info("NET/OFI Selected Provider is cxi (found 4 nics)\n") + info("Using network AWS Libfabric"),
       "slingshot"},
      {info("NET/OFI Selected Provider is verbs;ofi_rxm (found 1 nics)\n") + info("Using network Libfabric"),
       "infiniband"},
      {info("NET/OFI Selected Provider is tcp;ofi_rxm (found 1 nics)"), "tcp"},
      {info("Using network gIB"), "roce"},
      {info("Using network FasTrak"), "tcpxo"},
      {info("NET/FasTrak plugin initialized"), "tcpxo"},
      {info("Using network GPUDirectTCPX_v7"), "tcpx"},
      {info("NET/Socket: Using 4 threads and 1 sockets per thread\n") + info("Using network Socket"),
       "tcp-cloud"},
      {info("NET/Socket: Using 1 threads and 4 sockets per thread\n") + info("Using network Socket"), "tcp"},
      {info("NCCL_SOCKET_NTHREADS set by environment to 8.\n") + info("Using network Socket"), "tcp-cloud"}};
  for (const auto& [line, fabric] : lines) {
    const PublishedSetting setting = *setting_of(log_with(line));
    EXPECT_EQ(setting.network.fabric, fabric) << line;
    EXPECT_TRUE(setting.assumed_of_machine.empty()) << line;
  }
}

TEST(LoggedFacts, AnUnknownNetworkIsSaidToBeUnknown) {
  const PublishedSetting setting = *setting_of(log_with(info("Using network Warp")));
  EXPECT_EQ(setting.network.fabric, "unknown-network");
  EXPECT_THAT(setting.assumed_of_machine, Contains(HasSubstr("is not known by 'Warp")));
}

TEST(LoggedFacts, GpudirectIsOffWhereNoNicReachesAGpu) {
  EXPECT_FALSE(setting_of(log_with(info("NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'")))->gpudirect);
  EXPECT_FALSE(setting_of(log_with(info("Channel 00/0 : 1[1] -> 2[0] [send] via NET/IB/0")))->gpudirect);
  EXPECT_FALSE(
      setting_of(log_with(info("NET/OFI Could not disable CUDA API usage, disabling GDR")))->gpudirect);
  EXPECT_TRUE(
      setting_of(log_with(info("Channel 00/0 : 1[1] -> 2[0] [send] via NET/IB/0/GDRDMA")))->gpudirect);
  EXPECT_TRUE(setting_of(log_with(""))->gpudirect);
}

TEST(LoggedFacts, ChoicesWithoutANameAreOfTheTestAndCountAllBytes) {
  const PublishedTable table = log_with(info("8388608 Bytes -> Algo 1 proto 2 time 141.5"));
  ASSERT_EQ(table.choices.size(), 1u);
  EXPECT_EQ(table.choices[0].kind, CollectiveKind::all_reduce);
  EXPECT_EQ(table.choices[0].size, Bytes{8388608});
  EXPECT_EQ(table.choices[0].algorithm, A::ring);
  EXPECT_EQ(table.choices[0].protocol, P::simple);
}

}  // namespace
}  // namespace commlab
