#include "sim/script/world.h"

namespace commlab {

ScriptWorld::ScriptWorld(const ScriptProgram& its_program, const Machine& its_machine,
                         const Flavour& its_flavour, const ScriptOptions& its_options)
    : program(its_program),
      machine(its_machine),
      flavour(its_flavour),
      options(its_options),
      tensors(program, events),
      races(program),
      recorder(program, events),
      to_advance(program.ranks) {
  state.ranks.resize(program.ranks);
  for (ScriptRankState& rank : state.ranks) {
    rank.streams.resize(program.streams.size());
    rank.calls_on_group.resize(program.groups.size());
  }
}

}  // namespace commlab
