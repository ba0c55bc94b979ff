// What the headers of published tables say, as a setting: for every shipped table, and for single facts.

#include "core/published/published_setting.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/machine/launch_mode.h"
#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"
#include "core/published/published_machine.h"

namespace commlab {
namespace {

const std::filesystem::path data = std::filesystem::path(COMMLAB_SOURCE_DIR) / "sim";

PublishedSetting setting_in(const std::string& header) {
  const auto table = parse_published(
      header +
          "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n"
          "all_reduce,8,1,64,16,float,sum,20,,\n",
      "lab.csv");
  EXPECT_TRUE(table) << table.error().message;
  const auto setting = setting_of(*table);
  EXPECT_TRUE(setting) << setting.error().message;
  return setting ? *setting : PublishedSetting{};
}

// Only tables that MPI measured (osu) have no setting; all others name an existing machine and parameters.
TEST(PublishedSetting, EveryShippedTableOfNcclHasAMachine) {
  const std::vector<std::string> machines = machine_names(data / "machines");
  const std::vector<std::string> parameters = machine_names(data / "machines" / "parameters");
  for (const auto& file : published_files(data / "measurements")) {
    const PublishedTable table = *read_published(file);
    const auto setting = setting_of(table);
    if (!setting) {
      EXPECT_NE(table.name.find("osu"), std::string::npos) << file << ": " << setting.error().message;
      continue;
    }
    if (setting->experiment) {  // a table that commlab measured itself
      EXPECT_TRUE(find_machine(setting->node, {})) << file << ": " << setting->node;
      continue;
    }
    EXPECT_EQ(std::ranges::count(machines, setting->node), 1) << file << ": " << setting->node;
    EXPECT_TRUE(setting->network.fabric.empty() ||
                std::ranges::count(parameters, setting->network.fabric) == 1)
        << file;
    const bool of_nodes = table.of_pairs ? setting->between_nodes : table.rows.front().nodes > 1;
    const bool needs_network = of_nodes && setting->node != "gb200-nvl72";
    EXPECT_EQ(setting->network.fabric.empty(), !needs_network) << file;
  }
}

TEST(PublishedSetting, LaunchIsReadWhereItIsSaid) {
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: single process -g 8\n").launch, LaunchMode::thread);
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: 1 process, -g 8\n").launch, LaunchMode::thread);
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: graph\n").launch, LaunchMode::graph);
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: thread\n").launch, LaunchMode::thread);
  EXPECT_TRUE(setting_in("# gpu: A100\n# nccl: 2.18\n# launch: processes\n").assumed.empty());
  const PublishedSetting said = setting_in("# gpu: A100\n# nccl: 2.18\n# launch: 1 MPI process per GPU\n");
  EXPECT_EQ(said.launch, LaunchMode::processes);
  EXPECT_TRUE(said.assumed.empty());
  EXPECT_EQ(setting_in("# gpu: A100\n# nccl: 2.18\n").assumed.size(), 1u);
}

TEST(PublishedSetting, TheVersionOfNcclIsSaidOrThatOfTheYear) {
  const auto version = [](const std::string& header) {
    return setting_in("# gpu: A100\n" + header).nccl.version;
  };
  EXPECT_EQ(version("# nccl: 2.19.1+cuda12.1\n"), (NcclVersion{2, 19}));
  EXPECT_EQ(version("# nccl: 21805\n"), (NcclVersion{2, 18}));
  EXPECT_EQ(version("# library: RCCL 2.21.5 with MSCCL\n"), (NcclVersion{2, 21}));
  EXPECT_EQ(version("# nccl: not stated (2021)\n# date: 2025\n"), (NcclVersion{2, 10}));
  EXPECT_EQ(version("# date: 2019-12/2020\n"), (NcclVersion{2, 8}));
  EXPECT_EQ(version("# date: 2024-10-15\n"), (NcclVersion{2, 21}));
  EXPECT_EQ(version(""), newest_known_nccl);
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: graph\n# date: 2024\n").assumed.front(),
            "The header does not say which NCCL ran: assumed to be 2.21, as in 2024.");
}

TEST(PublishedSetting, WhatWasForcedIsForced) {
  const auto forced = [](const std::string& text) {
    return setting_in("# gpu: H100\n# algorithm: " + text + "\n").nccl;
  };
  using A = std::vector<NcclAlgorithm>;
  using P = std::vector<NcclProtocol>;
  EXPECT_EQ(forced("NCCL_ALGO=Tree").algorithms, A{NcclAlgorithm::tree});
  EXPECT_EQ(forced("NCCL_ALGO=Ring (24 channels)").algorithms, A{NcclAlgorithm::ring});
  EXPECT_EQ(forced("NCCL_PROTO=LL128").protocols, P{NcclProtocol::ll128});
  EXPECT_EQ(forced("NCCL_PROTO=LL").protocols, P{NcclProtocol::ll});
  EXPECT_EQ(std::ranges::count(forced("NCCL_NVLS_ENABLE=0: Ring").algorithms, NcclAlgorithm::nvls), 0);
  EXPECT_EQ(forced("auto; log says RING/LL up to 1 MiB"), NcclSettings{});
  const PublishedTable wrong{.name = "lab",
                             .file = "lab.csv",
                             .facts = {{"gpu", "A100"}, {"algorithm", "NCCL_ALGO=Rings"}},
                             .rows = {{}}};
  ASSERT_TRUE(setting_of(wrong));
  EXPECT_TRUE(setting_of(wrong)->nccl.algorithms.empty());
  EXPECT_NE(setting_of(wrong)->assumed.back().find("is not understood"), std::string::npos);
}

// The words of the key are those of a machine's name; what it does not say, `interconnect` may say.
TEST(PublishedSetting, TheKeyOfANetworkIsReadAsInAMachinesName) {
  const auto with = [](const std::string& network, const std::string& interconnect = "") {
    return setting_of({.name = "lab",
                       .file = "lab.csv",
                       .facts = {{"gpu", "A100"}, {"interconnect", interconnect}, {"network", network}},
                       .rows = {{.ranks = 16, .nodes = 2}}});
  };
  const NetworkWords all = with("infiniband, 200G, 4 NICs, rail, 2:1", "EFA 4x100 Gb/s")->network;
  EXPECT_EQ(all.fabric, "infiniband");
  EXPECT_EQ(all.nic, "200G");
  EXPECT_EQ(all.network.nics_per_node, 4);
  EXPECT_EQ(all.network.oversubscription, 2);
  EXPECT_EQ(with("efa,100G,1 NIC")->network.network.nics_per_node, 1);
  EXPECT_EQ(with("200G", "EFA")->network.fabric, "efa");
  EXPECT_TRUE(with("fast, 200G").error().message.starts_with("network: 'fast' is no word of a network"));
}

// A server may have more GPUs than the machine whose class it has.
TEST(PublishedSetting, AServerWithMoreGpusThanItsClassIsAWiderOne) {
  const auto machine_with = [](const std::string& head, int ranks, int nodes) {
    const std::string row = fmt::format("all_reduce,{},{},64,16,float,sum,20,,\n", ranks, nodes);
    const PublishedTable table =
        parse_published(
            head + "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n" +
                row,
            "lab.csv")
            .value();
    PublishedSetting setting = setting_of(table).value();
    const Result<Machine> machine = machine_of(setting, table, data / "machines");
    return std::pair(machine ? machine->topology.gpus : 0, setting.assumed.back());
  };
  EXPECT_EQ(machine_with("# gpu: A100-SXM4-40GB\n", 16, 1),
            std::pair(16, std::string("dgx-a100 has 8 GPUs, and the table 16 on a node: joined like those of "
                                      "dgx-a100.")));
  EXPECT_EQ(machine_with("# gpu: H100\n", 32, 2).first, 32);
  EXPECT_EQ(machine_with("# gpu: A100\n# machine_spec: dgx-a100\n", 16, 1).first, 8)
      << "a machine that is named is taken as it is";
}

// The trays of a rack were nodes of their own, joined by InfiniBand: four times too slow.
TEST(PublishedSetting, TheTraysOfARackShareItsNvlinks) {
  struct OnTrays {
    int ranks, trays, gpus, per_node;  // per_node: of the machine; 0: one node
  };
  for (const auto& [ranks, trays, gpus, per_node] :
       {OnTrays{8, 2, 72, 0}, OnTrays{36, 9, 72, 0}, OnTrays{72, 18, 72, 0}, OnTrays{144, 36, 144, 72},
        OnTrays{128, 32, 128, 64}}) {
    const PublishedTable table =
        parse_published(
            "# gpu: NVIDIA GB200\n# interconnect: NVL72; InfiniBand NDR\n"
            "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n" +
                fmt::format("all_reduce,{},{},64,16,float,sum,20,,\n", ranks, trays),
            "lab.csv")
            .value();
    PublishedSetting setting = setting_of(table).value();
    for (const Result<Machine>& machine :
         {machine_of(setting, table, data / "machines"),
          as_in_table(find_machine("gb200-nvl72", data / "machines").value(), table)}) {
      ASSERT_TRUE(machine) << machine.error().message;
      EXPECT_EQ(machine->topology.gpus, gpus) << ranks;
      EXPECT_EQ(machine->topology.per_node, per_node) << ranks;
      EXPECT_TRUE(machine->topology.multicast) << "NVLS over the rack";
    }
  }
}

// Half a rack's GPUs may be a rack of their own: two of those have a network between them.
TEST(PublishedSetting, ARackOf36IsNoHalfOfALargerOne) {
  for (const auto& [ranks, per_node] : {std::pair(36, 0), std::pair(72, 36)}) {
    const PublishedTable table =
        parse_published(
            "# gpu: NVIDIA GB200\n# interconnect: NVL36; InfiniBand NDR\n"
            "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n" +
                fmt::format("all_reduce,{},{},64,16,float,sum,20,,\n", ranks, ranks / 4),
            "lab.csv")
            .value();
    PublishedSetting setting = setting_of(table).value();
    const Result<Machine> machine = machine_of(setting, table, data / "machines");
    ASSERT_TRUE(machine) << machine.error().message;
    EXPECT_EQ(machine->topology.gpus, ranks);
    EXPECT_EQ(machine->topology.per_node, per_node);
  }
}

// What is not a key decides nothing: a note may say anything.
TEST(PublishedSetting, NotesAndFileNamesDecideNothing) {
  const std::string plain = "# gpu: A100-SXM4-80GB\n# launch: processes\n";
  const PublishedSetting without = setting_in(plain);
  const PublishedSetting with = setting_in(
      plain +
      "# note: P2P not available, payload per peer, NV4, 4-GPU board, H100\n# env: CUDA graph, TCP, -g 8\n");
  EXPECT_EQ(with.node, without.node);
  EXPECT_EQ(with.launch, without.launch);
  EXPECT_EQ(with.without_p2p, without.without_p2p);
  EXPECT_EQ(with.per_peer, without.per_peer);
}

TEST(PublishedSetting, KeysComeBeforeNames) {
  EXPECT_EQ(setting_in("# gpu: A100\n# machine_spec: dgx-h100\n").node, "dgx-h100");
  EXPECT_EQ(setting_in("# gpu: A100\n# channels: 8\n").channels, 8);
  EXPECT_FALSE(setting_in("# gpu: A100\n# loop: no\n").loop);
  EXPECT_TRUE(setting_in("# gpu: A100\n").loop);
  EXPECT_TRUE(setting_in("# gpu: A100\n# p2p: off\n").without_p2p);
  EXPECT_TRUE(setting_in("# gpu: A100\n# size_of: one peer\n").per_peer);
  EXPECT_TRUE(setting_in("# gpu: A100\n# directions: one\n").one_way);
  EXPECT_TRUE(setting_in("# gpu: A100\n# column: in-place\n").in_place);
  EXPECT_FALSE(setting_in("# gpu: A100\n# gpudirect: no\n").gpudirect);
  EXPECT_EQ(setting_in("# gpu: A100\n# fit: from 1MiB; the launch is not said\n").fitted_from, MiB(1));
  const auto refused = [](const char* key, const char* value) {
    const PublishedTable table{
        .name = "lab", .file = "lab.csv", .facts = {{"gpu", "A100"}, {key, value}}, .rows = {{}}};
    return setting_of(table).error().message;
  };
  EXPECT_EQ(refused("channels", "many"), "channels: 'many'; expected a number of channels, 1 or more");
  EXPECT_EQ(refused("fit", "large sizes"),
            "fit: 'large sizes'; expected the smallest size to fit, as in from 1MiB");
  EXPECT_EQ(refused("gpudirect", "perhaps"), "gpudirect: 'perhaps'; expected yes or no");
  EXPECT_EQ(refused("loop", "maybe"), "loop: 'maybe'; expected yes or no");
}

// The names alone tell the same as the keys of the shipped tables.
TEST(PublishedSetting, NamesOfShippedTablesTellTheSameMachineAsTheirKeys) {
  for (const auto& file : published_files(data / "measurements")) {
    PublishedTable table = *read_published(file);
    const auto with = setting_of(table);
    if (!with || with->experiment) continue;
    std::erase_if(table.facts, [](const PublishedTable::Fact& fact) { return fact.key == "machine_spec"; });
    EXPECT_EQ(setting_of(table)->node, with->node) << file;
  }
}

TEST(PublishedSetting, WhatCommlabMeasuredSaysWhatWasRunAndOnWhichMachine) {
  const PublishedSetting setting = setting_in(
      "# gpu: 4 virtual ranks on one GPU\n# machine: h100.toml\n"
      "# experiment: all_reduce --on cuda --algorithm ring --ranks 8 --channels 2\n");
  ASSERT_TRUE(setting.experiment);
  EXPECT_EQ(setting.experiment->on, BackendName::cuda);
  EXPECT_EQ(setting.experiment->channels, 2);
  EXPECT_EQ(setting.experiment->algorithm, "ring");
  EXPECT_EQ(setting.node, "h100.toml");

  const auto refused = [](PublishedTable table) { return setting_of(table).error().message; };
  PublishedTable table{.name = "lab", .file = "tables/lab.csv", .facts = {}, .rows = {{}}};
  table.facts = {{"experiment", "all_reduce --algorithm ring"}};
  EXPECT_NE(refused(table).find("'machine: FILE.toml'"), std::string::npos);
  table.facts.push_back({"machine", "h100.toml"});
  EXPECT_EQ(setting_of(table)->node, "tables/h100.toml");
  table.facts.front().value = "all_reduces";
  EXPECT_EQ(refused(table).find("experiment: "), 0u);
}

}  // namespace
}  // namespace commlab
