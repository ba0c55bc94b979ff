// Scripts of flavour nccl on machines that know what NCCL's calls cost.

#include "core/machine/part_of_machine.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "core/plan/setup.h"
#include "sim/script/flavour.h"
#include "tests/predict_by_sim.h"
#include "tests/shipped_machine.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

ScriptRun run_on(const Machine& machine, std::string_view text, int ranks,
                 std::string_view flavour = "nccl") {
  const Script script = parse_script(text).value();
  Result<ScriptRun> run = run_script(script, machine, {.flavour = std::string(flavour), .ranks = ranks});
  EXPECT_TRUE(run) << (run ? "" : run.error().message) << "\n" << text;
  return run ? std::move(*run) : ScriptRun{};
}

Time finish(const Machine& machine, std::string_view call, int ranks, std::string_view flavour = "nccl") {
  return run_on(machine, fmt::format("rank all: {}; synchronize()", call), ranks, flavour).finish;
}

// How long NCCL's own choice takes in simulation.
Time time_of_nccl(const Machine& machine, CollectiveKind kind, int ranks, Bytes size) {
  commlab::Setup setup{.experiment = {.collective = kind, .machine = machine.name, .ranks = ranks},
                       .machine = machine,
                       .collective = {.kind = kind, .ranks = ranks},
                       .layout = layout_on(machine, ranks)};
  setup.collective.count = count_for(kind, ranks, setup.collective.dtype, size);
  const Planner planner{.predict = predict_by_sim()};
  const Choice choice = choose_as_nccl(setup, planner).value();
  EXPECT_TRUE(choice.costs);
  const commlab::Setup chosen = settled(setup, choice);
  return planner
      .predict(*programs_of(chosen, *choice.algorithm).value(), *chosen.machine, chosen.experiment, never)
      .value()
      .finish;
}

// Every collective that NCCL has takes as long as in an experiment, after it was enqueued.
TEST(ScriptAsNccl, TakesTheTimeOfNcclsCalls) {
  using Kind = CollectiveKind;
  for (const char* const name : {"dgx-h100", "2x dgx-a100", "dgx1-v100"})  // 64 MiB: NVLS on dgx-h100
    for (const auto& [call, kind] : {std::pair("all_reduce(64 MiB)", Kind::all_reduce),
                                     std::pair("all_gather(64 MiB)", Kind::all_gather),
                                     std::pair("reduce_scatter(64 MiB)", Kind::reduce_scatter),
                                     std::pair("broadcast(64 MiB, src=0)", Kind::broadcast),
                                     std::pair("reduce(64 MiB, dst=0)", Kind::reduce),
                                     std::pair("all_to_all(64 MiB)", Kind::all_to_all)}) {
      SCOPED_TRACE(fmt::format("{} on {}", call, name));
      const Machine machine = shipped_machine(name);
      const int ranks = machine.topology.gpus;
      EXPECT_EQ(finish(machine, call, ranks),
                time_of_nccl(machine, kind, ranks, MiB(64)) + nccl_flavour.enqueue);
    }
}

TEST(ScriptAsNccl, LeavesAloneWhatOthersChoose) {
  const Machine h100 = shipped_machine("dgx-h100");
  const Time nvls = finish(h100, "all_reduce(64 MiB)", 8);
  EXPECT_NE(finish(h100, "all_reduce(64 MiB, algorithm=ring)", 8), nvls);
  EXPECT_NE(finish(h100, "all_reduce(64 MiB)", 8, "mpi"), nvls);
  EXPECT_EQ(finish(h100, "all_reduce(1 MiB, algorithm=ring)", 8), finish(h100, "all_reduce(1 MiB)", 8))
      << "NCCL takes the ring, too";

  Machine unknown = h100;
  unknown.nccl.reset();
  EXPECT_EQ(finish(unknown, "all_reduce(1 MiB)", 8), finish(unknown, "all_reduce(1 MiB, algorithm=ring)", 8));
}

// A group takes as long as the same GPUs alone would.
TEST(ScriptAsNccl, GroupsTakeTheTimeOfTheirOwnGpus) {
  struct Case {
    const char* machine;
    const char* group;
    const char* alone;
  };
  const Case cases[] = {{"dgx-h100", "4, 5, 6, 7", "4"},
                        {"dgx-h100", "1, 3, 5, 7", "4"},
                        {"2x dgx-h100", "8, 9, 10, 11, 12, 13, 14, 15", "8"},
                        {"2x dgx-a100", "12, 13, 14, 15", "4"}};
  for (const auto& [name, group, alone] : cases)
    for (const char* const call : {"all_reduce(16 MiB", "all_gather(1 MiB", "all_to_all(1 MiB"}) {
      SCOPED_TRACE(fmt::format("{}) of {} on {}", call, group, name));
      const Machine whole = shipped_machine(name);
      const int ranks = whole.topology.gpus;
      const std::string script =
          fmt::format("group g = {0}\nrank {0}: {1}, group=g); synchronize()\n", group, call);
      const std::string node(std::string_view(name).substr(std::string_view(name).find("dgx")));
      const int members = std::atoi(alone);
      EXPECT_EQ(run_on(whole, script, ranks).finish,
                finish(shipped_machine(node), fmt::format("{})", call), members));
    }
}

TEST(ScriptAsNccl, TheFirstGpusTakeTheTimeOfNcclsCalls) {
  const Machine machine = shipped_machine("2x dgx-a100");
  for (const int ranks : {2, 4, 8, 12})
    EXPECT_EQ(finish(machine, "all_reduce(16 MiB)", ranks),
              time_of_nccl(machine, CollectiveKind::all_reduce, ranks, MiB(16)) + nccl_flavour.enqueue)
        << ranks;
}

// One GPU of each node: only the network joins them.
TEST(ScriptAsNccl, AGroupAcrossNodesPassesTheNetwork) {
  const Machine whole = shipped_machine("2x dgx-h100");
  const Time across =
      run_on(whole, "group g = 3, 11\nrank 3, 11: all_reduce(16 MiB, group=g); synchronize()\n", 16).finish;
  const Time within =
      run_on(whole, "group g = 3, 4\nrank 3, 4: all_reduce(16 MiB, group=g); synchronize()\n", 16).finish;
  EXPECT_GT(across, within);
  const Machine pair = part_of(whole, {3, 11});
  EXPECT_EQ(pair.topology.per_node, 1);
  EXPECT_EQ(across, finish(pair, "all_reduce(16 MiB)", 2));
}

// Groups that are not the machine's first GPUs, too.
TEST(ScriptAsNccl, SumsAreRight) {
  const Machine h100 = shipped_machine("dgx-h100");
  for (const char* const size : {"4", "30000"}) {
    const ScriptRun run = run_on(h100,
                                 fmt::format("group even = 0, 2, 4, 6\n"
                                             "tensor x = [rank] * {0}\n"
                                             "tensor y = ones({0})\n"
                                             "rank all: all_reduce(x)\n"
                                             "rank 0, 2, 4, 6: all_reduce(y, group=even)\n",
                                             size),
                                 8);
    EXPECT_EQ(outcome(run), "done");
    for (Rank rank = 0; rank < 8; ++rank) {
      EXPECT_THAT(after(run, rank, "x"), testing::Each(28)) << rank;
      EXPECT_THAT(after(run, rank, "y"), testing::Each(rank % 2 == 0 ? 4 : 1)) << rank;
    }
  }
}

}  // namespace
}  // namespace commlab
