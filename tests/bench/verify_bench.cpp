// How fast a proof is, in transfers followed per second. `run` proves before it simulates, so a proof must
// cost little.

#include <benchmark/benchmark.h>

#include "core/programs/programs_for.h"
#include "core/verify/verify.h"
#include "tests/bench/cases.h"

namespace commlab {
namespace {

void prove(benchmark::State& state, std::string_view algorithm) {
  const auto ranks = static_cast<int>(state.range(0));
  const Collective all = collective(CollectiveKind::all_reduce, ranks, MiB(1));
  const Programs programs = value(programs_for(*value(find_algorithm(all.kind, algorithm)), all));
  for (auto _ : state)
    if (!verify(programs)) state.SkipWithError("not proved");
  state.SetItemsProcessed(state.iterations() * programs.transfers());
}

BENCHMARK_CAPTURE(prove, ring, "ring")->Arg(8)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prove, two_shot, "two-shot")->Arg(8)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace commlab
