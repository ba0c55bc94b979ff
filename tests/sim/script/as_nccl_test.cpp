// Scripts of flavour nccl on machines that know what NCCL's calls cost.

#include "core/plan/nccl_plan.h"
#include "core/plan/setup.h"
#include "sim/script/flavour.h"
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

// Every collective that NCCL has takes what NCCL's clock says, after it was enqueued.
TEST(ScriptAsNccl, TakesTheTimeOfNcclsClock) {
  using Kind = CollectiveKind;
  const Bytes size = MiB(64);  // NVLS on dgx-h100
  for (const char* const name : {"dgx-h100", "2x dgx-a100", "dgx1-v100"})
    for (const auto& [call, kind] : {std::pair("all_reduce(64 MiB)", Kind::all_reduce),
                                     std::pair("all_gather(64 MiB)", Kind::all_gather),
                                     std::pair("reduce_scatter(64 MiB)", Kind::reduce_scatter),
                                     std::pair("broadcast(64 MiB, src=0)", Kind::broadcast),
                                     std::pair("reduce(64 MiB, dst=0)", Kind::reduce),
                                     std::pair("all_to_all(64 MiB)", Kind::all_to_all)}) {
      SCOPED_TRACE(fmt::format("{} on {}", call, name));
      const Machine machine = shipped_machine(name);
      const int ranks = machine.topology.gpus;
      commlab::Setup setup{.machine = machine, .collective = {.kind = kind, .ranks = ranks}};
      setup.collective.count = count_for(kind, ranks, setup.collective.dtype, size);
      const NcclComm comm = nccl_comm(machine, ranks, {});
      std::optional<NcclWay> way;
      if (is_tuned_by_nccl(kind)) way = nccl_way(comm, setup.collective).value();

      const std::optional<ClockTime> clock = time_by_the_clock(setup, comm, way);

      ASSERT_TRUE(clock);
      EXPECT_EQ(finish(machine, call, ranks), clock->time + nccl_flavour.enqueue);
    }
}

TEST(ScriptAsNccl, LeavesAloneWhatOthersChoose) {
  const Machine h100 = shipped_machine("dgx-h100");
  const Time nccl = finish(h100, "all_reduce(1 MiB)", 8);
  EXPECT_NE(finish(h100, "all_reduce(1 MiB, algorithm=ring)", 8), nccl);
  EXPECT_NE(finish(h100, "all_reduce(1 MiB)", 8, "mpi"), nccl);

  Machine unknown = h100;
  unknown.nccl.reset();
  EXPECT_EQ(finish(unknown, "all_reduce(1 MiB)", 8), finish(unknown, "all_reduce(1 MiB, algorithm=ring)", 8));
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
