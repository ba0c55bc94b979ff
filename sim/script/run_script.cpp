#include "sim/script/run_script.h"

#include "core/script/program.h"
#include "sim/script/engine.h"
#include "sim/script/flavour.h"

namespace commlab {
namespace {

// Checks that the algorithms that the script names exist and can do the steps that name them.
Status check_algorithms(const ScriptProgram& program, const Machine& machine, const Flavour& flavour) {
  const ScriptCollectives collectives(machine, flavour, program.ranks);
  const auto check = [&](const ScriptStep& step) -> Status {
    if (step.algorithm.empty()) return {};
    const auto members = program.groups[step.group].members.size();
    return collectives.check_algorithm(step, static_cast<int>(members));
  };
  for (const ScriptRankProgram& rank : program.of_rank)
    for (const ScriptStep& step : rank.steps) {
      if (const Status fine = check(step); !fine) return fine;
      for (const ScriptStep& part : step.parts)
        if (const Status fine = check(part); !fine) return fine;
    }
  return {};
}

}  // namespace

Result<ScriptRun> run_script(const Script& script, const Machine& machine, const ScriptOptions& options) {
  const std::string name = !options.flavour.empty() ? options.flavour
                           : script.flavour.empty() ? "gloo"
                                                    : script.flavour;
  const Result<const Flavour*> flavour = find_flavour(name);
  if (!flavour) return tl::unexpected(flavour.error());
  const int ranks = options.ranks ? *options.ranks : script.ranks.value_or(machine.topology.gpus);
  if (ranks > machine.topology.gpus)
    return fail(
        "the script has {} ranks, but {} has {} GPUs; choose another machine, as switch:{},100GB/s,1us",
        ranks, machine.name, machine.topology.gpus, ranks);
  const Result<ScriptProgram> program = program_of(script, ranks);
  if (!program) return tl::unexpected(program.error());
  if (const Status fine = check_algorithms(*program, machine, **flavour); !fine)
    return tl::unexpected(fine.error());
  Result<ScriptRun> run = ScriptEngine(*program, machine, **flavour, options).run();
  if (run) run->text = script.text;
  return run;
}

}  // namespace commlab
