// A run by the steps of its algorithm: what ranks hold after each step, and when they were done with it.

#include <set>

#include <gtest/gtest.h>

#include "core/base/words.h"
#include "core/schedule/algorithm.h"
#include "gui/window/run/stage_contents.h"
#include "gui/window/run/staged_scene.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

// All algorithms whose messages go from rank to rank, on this many ranks.
std::vector<ScenePointer> scenes_with_stages(int ranks) {
  std::vector<ScenePointer> scenes;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->needs_multicast || algorithm->multicasts_within_nodes) continue;
    if (algorithm->collective == CollectiveKind::p2p) continue;
    const Collective collective{.kind = algorithm->collective, .ranks = ranks, .count = 1'000};
    if (!algorithm->supports(collective)) continue;
    const ScenePointer scene =
        shared_scene_of(fmt::format("{} --machine switch:{},100GB/s,1us --size 64KiB --algorithm {}",
                                    name_of(algorithm->collective), ranks, algorithm->name));
    if (why_no_stages(*scene).empty()) scenes.push_back(scene);
  }
  return scenes;
}

TEST(Stages, EveryAlgorithmOfFewRanksHasThem) {
  for (const int ranks : {2, 4, 6, 8}) EXPECT_GT(scenes_with_stages(ranks).size(), 25u) << ranks;
}

TEST(Stages, BeginWithWhatRanksBringAndEndWithWhatTheyArePromised) {
  for (const int ranks : {2, 3, 4, 8})
    for (const ScenePointer& scene : scenes_with_stages(ranks)) {
      const StageContents contents(*scene);
      const Replay& replay = *scene->replay;
      const Partition& partition = replay.partition();
      const int last = contents.columns() - 1;
      for (Rank rank = 0; rank < ranks; ++rank) {
        bool promised = false;
        for (int sector = 0; sector < sectors_of(partition); ++sector) {
          const int block = partition.blocks == 1 ? 0 : sector, part = partition.blocks == 1 ? sector : 0;
          const int parts = partition.blocks == 1 ? 1 : partition.parts;
          const MatrixCell end = cell_at(replay, rank, block, part, parts, scene->playback.end());
          EXPECT_EQ(contents.of(rank, last, sector).parts_done, end.parts_done)
              << scene->trace().experiment << " rank " << rank << " sector " << sector;
          EXPECT_EQ(contents.of(rank, 0, sector).have,
                    cell_at(replay, rank, block, part, parts, Time{-1}).have);
          promised |= end.promised;
        }
        EXPECT_EQ(contents.complete(rank, last), promised) << scene->trace().experiment;
      }
    }
}

TEST(Stages, ARankGoesThroughThemInOrderAndEndsWithTheRun) {
  for (const int ranks : {2, 3, 4, 8})
    for (const ScenePointer& scene : scenes_with_stages(ranks)) {
      const StageContents contents(*scene);
      Time last;
      for (Rank rank = 0; rank < ranks; ++rank) {
        EXPECT_EQ(contents.done(rank, 0), Time{});
        for (int column = 1; column < contents.columns(); ++column)
          EXPECT_GE(contents.done(rank, column), contents.done(rank, column - 1));
        for (int column = 0; column < contents.columns(); ++column)
          for (int sector = 0; sector < sectors_of(scene->trace().partition); ++sector)
            EXPECT_LE(contents.filled(rank, column, sector), contents.done(rank, column));
        last = std::max(last, contents.done(rank, contents.columns() - 1));
      }
      EXPECT_EQ(last, scene->playback.step_end(scene->playback.steps() - 1).end);
    }
}

// On a ring of n ranks, rank r holds k + 1 contributions of chunk r - k after step k of the first phase: also
// if one link is slow, so that messages of the next step arrive while a rank is still sending.
TEST(Stages, ARingHasOneMoreContributionInEachStepHoweverSlowALinkIs) {
  for (const char* slow : {"", " --slow gpu2-gpu3:9x"}) {
    const ScenePointer scene = shared_scene_of(
        fmt::format("all_reduce --machine ring:4,25GB/s,2us --size 1MiB --algorithm ring{}", slow));
    const StageContents contents(*scene);
    for (Rank rank = 0; rank < 4; ++rank)
      for (int step = 1; step < 4; ++step)
        EXPECT_EQ(contents.of(rank, step, (rank - step + 4) % 4).have, step + 1) << rank << " " << step;
  }
}

// All pieces of a chain's hop are of one step: a rank passes the first on before it has the last.
TEST(Stages, APipelinesPiecesFillAStepOneAfterTheOther) {
  const ScenePointer scene =
      shared_scene_of("broadcast --machine switch:4,25GB/s,2us --size 256KiB --algorithm chain --pieces 4");
  const StageContents contents(*scene);
  for (Rank rank = 1; rank < 4; ++rank) {
    for (int piece = 1; piece < 4; ++piece)
      EXPECT_GT(contents.filled(rank, rank, piece), contents.filled(rank, rank, piece - 1));
    EXPECT_EQ(contents.done(rank, rank), contents.filled(rank, rank, 3));
  }
}

TEST(Stages, AMessageLeadsFromItsStepsColumnToTheNext) {
  for (const ScenePointer& scene : scenes_with_stages(8)) {
    const ScenePointer staged = staged_scene(*scene);
    const Trace &before = scene->trace(), &after = staged->trace();
    ASSERT_EQ(after.transfers.size(), before.transfers.size());
    EXPECT_EQ(after.topology.gpus, 8 * columns_of(*scene));
    EXPECT_EQ(after.finish, before.finish);
    for (std::size_t i = 0; i < after.transfers.size(); ++i) {
      const Transfer& transfer = before.transfers[i];
      const Link& link = after.topology.links[after.routes[after.transfers[i].route].front()];
      EXPECT_EQ(link.from, staged_node(8, transfer.step, transfer.from));
      EXPECT_EQ(link.to, staged_node(8, transfer.step + 1, transfer.to));
    }
  }
}

TEST(Stages, RecursiveDoublingIsAButterfly) {
  const ScenePointer scene = shared_scene_of(
      "all_reduce --machine switch:8,100GB/s,1us --size 64KiB --algorithm recursive-doubling");
  std::set<std::pair<NodeId, NodeId>> lines, butterfly;
  const ScenePointer staged = staged_scene(*scene);
  for (const Link& link : staged->trace().topology.links) lines.emplace(link.from, link.to);
  for (int step = 0; step < 3; ++step)
    for (Rank rank = 0; rank < 8; ++rank)
      butterfly.emplace(staged_node(8, step, rank), staged_node(8, step + 1, rank ^ (1 << step)));
  EXPECT_EQ(lines, butterfly);
}

TEST(Stages, WhereThereAreNoneASentenceSaysWhy) {
  for (const char* line : {"all_reduce --machine switch:32,100GB/s,1us --size 1MiB --algorithm ring",
                           "p2p --machine switch:4,100GB/s,1us --size 1MiB --algorithm direct",
                           "all_reduce --machine dgx-h100 --size 1MiB --algorithm nvls"}) {
    const std::string why = why_no_stages(*shared_scene_of(line));
    EXPECT_TRUE(why.starts_with("No stages: ") && why.ends_with('.')) << line << ": " << why;
  }
}

}  // namespace
}  // namespace commlab
