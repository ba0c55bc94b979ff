// Of a run in which all groups of ranks do the same, the window shows one group, whatever machine it is on and
// however many ranks there are; the others are small tiles, and each of them can be opened.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/machine_text/find_machine.h"
#include "core/plan/setup.h"
#include "core/programs/programs_for.h"
#include "gui/window/commands/requests.h"
#include "gui/window/run/run_index.h"
#include "gui/window/session/playing.h"
#include "gui/window/topology/placer/placer.h"
#include "sim/simulate.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

constexpr const char* machines[] = {"2x dgx-h100",          "40x dgx-h100",          "128x dgx-h100",
                                    "64x h100x4,400G",      "16x hcm8,400G",         "switch:9,25GB/s,1us",
                                    "switch:17,25GB/s,1us", "switch:500,25GB/s,1us", "switch:1024,25GB/s,1us"};

// The run, of which only the nth group was recorded.
Outcome group_of(const std::string& name, int n, const char* algorithm = "ring") {
  const Machine machine = find_machine(name, COMMLAB_SOURCE_DIR "/sim/machines").value();
  const int ranks = machine.topology.gpus;
  const Algorithm& a = *find_algorithm(CollectiveKind::all_reduce, algorithm).value();
  Programs programs =
      programs_for(a, {.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 64 * ranks},
                   {.one_tile = true}, layout_on(machine, ranks))
          .value();
  SimulateOptions options{.trace = true, .group = n};
  if (!machine.protocols.empty()) options.protocol = machine.protocols.front().name;
  Run run = simulate(programs, machine, options).value();
  return {.programs = std::make_shared<Programs>(std::move(programs)), .run = std::move(run)};
}

RankRange shown(const Outcome& outcome) { return outcome.trace().recorded.value(); }
int groups_of(const Outcome& outcome) { return outcome.trace().collective.ranks / shown(outcome).ranks; }

TEST(GroupsOfRanks, OnlyTheOpenGroupIsDrawnAndEveryGroupHasATile) {
  const Area area{10, 20, 546, 379};
  for (const char* machine : machines)
    for (const int n : {0, 1, groups_of(group_of(machine, 0)) - 1}) {
      const Outcome run = group_of(machine, n);
      const RankRange group = shown(run);
      ASSERT_EQ(group.first, n * group.ranks) << machine;

      const TopologyLayout layout = lay_out(run.trace(), area, 13, 1);

      std::set<std::string> names;
      for (Rank rank = 0; rank < run.trace().collective.ranks; ++rank) {
        const TopologyLayout::BoxPlace& placed = layout.of_rank(rank);
        EXPECT_EQ(placed.drawn(), group.has(rank)) << machine << " rank " << rank;
        if (!placed.drawn()) continue;
        names.insert(placed.name);
        EXPECT_TRUE(placed.name.ends_with(std::to_string(rank))) << placed.name;
      }
      EXPECT_EQ(static_cast<int>(names.size()), group.ranks) << machine;
      ASSERT_TRUE(layout.groups.drawn()) << machine;
      EXPECT_EQ(layout.groups.count, groups_of(run));
      EXPECT_EQ(layout.groups.open, n);
      double lowest = area.y;
      for (const TopologyLayout::BoxPlace& placed : layout.places)
        if (placed.drawn()) lowest = std::max(lowest, placed.area.bottom());
      for (int tile = 0; tile < layout.groups.count; ++tile) {
        const Area& at = layout.groups.tile(tile);
        EXPECT_TRUE(at.y > lowest && at.x >= area.x && at.right() <= area.right() && at.bottom() <= area.bottom())
            << machine << " tile " << tile;
        EXPECT_FALSE(tile > 0 && at.has(layout.groups.tile(tile - 1).center())) << machine;
      }
    }
}

TEST(GroupsOfRanks, TheTimelineHasARowForEachRankOfTheGroupAndTheFactsAreOfAllRanks) {
  for (const char* machine : machines) {
    const Outcome run = group_of(machine, 1);
    const Scene scene{Outcome(run)};
    const RankRange group = shown(run);
    const TimelineIndex& rows = scene.index->ranks;

    ASSERT_EQ(static_cast<int>(rows.rows.size()), group.ranks) << machine;
    EXPECT_EQ(rows.rows[0].name, fmt::format("rank {}", group.first));
    EXPECT_EQ(rows.alike, run.trace().collective.ranks - group.ranks);
    for (const TimelineRow& row : rows.rows) {
      EXPECT_FALSE(row.received.empty()) << machine << " " << row.name;
      EXPECT_GT(row.busy_time, Time{}) << machine << " " << row.name;
    }
    EXPECT_EQ(scene.index->facts.transfers, run.programs->transfers()) << machine;
    EXPECT_EQ(static_cast<int>(scene.index->facts.slowest.size()), group.ranks);
    EXPECT_FALSE(scene.unfinished());
    EXPECT_NE(scene.no_replay.find("--exact"), std::string::npos);
  }
}

TEST(GroupsOfRanks, WhereChunksWereRoundedUpTheSceneSaysSo) {
  Outcome run = group_of("128x dgx-h100", 0);
  EXPECT_EQ(Scene{Outcome(run)}.no_replay.find("as large as the largest"), std::string::npos);
  run.run.rounded_up = true;
  EXPECT_NE(Scene{Outcome(run)}.no_replay.find("as large as the largest"), std::string::npos);
}

TEST(GroupsOfRanks, AFrameHasFewVerticesHoweverManyRanksThereAre) {
  const WindowTools tools;
  for (const char* machine : {"40x dgx-h100", "128x dgx-h100", "switch:500,25GB/s,1us", "switch:1024,25GB/s,1us"}) {
    Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
    show_scene(session, std::make_shared<const Scene>(group_of(machine, 0)));
    UnseenWindow window(session, 1280, 720);
    for (const int tenth : {0, 1, 3, 5, 8, 10}) {
      go_to(session, Time{session.scene->trace().finish.ps / 10 * tenth});
      EXPECT_LT(window.frame(), 15'000) << machine << " at " << tenth << " tenths";
    }
  }
}

TEST(GroupsOfRanks, AnotherGroupOpensAtTheSameTime) {
  WindowTools tools;
  tools.perform_group = [](const Experiment&, int group, std::stop_token, const ReportProgress&) -> Result<Outcome> {
    return group_of("40x dgx-h100", group);
  };
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
  show_scene(session, std::make_shared<const Scene>(group_of("40x dgx-h100", 0)));
  UnseenWindow window(session);
  window.frame();
  for (const int n : {5, 39, 0}) {
    const Time now{session.scene->trace().finish.ps / 3};
    go_to(session, now);

    open_group(session, n);
    session.worker.wait();
    window.frame();

    EXPECT_EQ(session.scene->trace().recorded, (RankRange{8 * n, 8}));
    EXPECT_EQ(session.view.now, now);
    window.frame();
    EXPECT_TRUE(session.registry.find(fmt::format("gpu.{}", 8 * n + 7)));
    EXPECT_FALSE(session.registry.find(fmt::format("gpu.{}", 8 * n + 8)));
    EXPECT_EQ(session.registry.find(fmt::format("group.{}", n))->value, "open");
  }
}

}  // namespace
}  // namespace commlab
