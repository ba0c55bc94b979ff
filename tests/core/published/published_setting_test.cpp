// What the headers of published tables say, as a setting: for every shipped table, and for single facts.

#include "core/published/published_setting.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/machine/launch_mode.h"
#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"

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
    EXPECT_TRUE(setting->network.empty() || std::ranges::count(parameters, setting->network) == 1) << file;
    const bool of_nodes = table.of_pairs ? setting->between_nodes : table.rows.front().nodes > 1;
    const bool needs_network = of_nodes && setting->node != "gb200-nvl72";
    EXPECT_EQ(setting->network.empty(), !needs_network) << file;
  }
}

TEST(PublishedSetting, LaunchIsReadWhereItIsSaid) {
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: single process -g 8\n").launch, LaunchMode::thread);
  EXPECT_EQ(setting_in("# gpu: A100\n# launch: 1 process, -g 8\n").launch, LaunchMode::thread);
  EXPECT_EQ(setting_in("# gpu: A100\n# env: CUDA graph 100 launches (-G 100)\n").launch, LaunchMode::graph);
  const PublishedSetting said = setting_in("# gpu: A100\n# launch: 1 MPI process per GPU\n");
  EXPECT_EQ(said.launch, LaunchMode::processes);
  EXPECT_TRUE(said.assumed.empty());
  EXPECT_EQ(setting_in("# gpu: A100\n").assumed.size(), 1u);
}

TEST(PublishedSetting, WhatWasForcedIsForced) {
  EXPECT_EQ(setting_in("# gpu: H100\n# algorithm: NCCL_ALGO=Tree\n").algorithm, "double-tree");
  EXPECT_EQ(setting_in("# gpu: H100\n# algorithm: NCCL_PROTO=LL128\n").protocol, ProtocolChoice::ll128);
  EXPECT_EQ(setting_in("# gpu: H100\n# algorithm: NCCL_PROTO=LL\n").protocol, ProtocolChoice::ll);
  EXPECT_TRUE(setting_in("# gpu: H100\n# algorithm: NCCL_NVLS_ENABLE=0: Ring\n").without_nvls);
  EXPECT_EQ(setting_in("# gpu: GTX 1080\n").node, "");
}

TEST(PublishedSetting, WhatCommlabMeasuredSaysWhatWasRunAndOnWhichMachine) {
  const PublishedSetting setting = setting_in(
      "# gpu: 4 virtual ranks on one GPU\n# machine: h100.toml\n"
      "# experiment: all_reduce --on cuda --algorithm ring --ranks 8 --channels 2\n");
  ASSERT_TRUE(setting.experiment);
  EXPECT_EQ(setting.experiment->on, BackendName::cuda);
  EXPECT_EQ(setting.experiment->channels, 2);
  EXPECT_EQ(setting.algorithm, "ring");
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
