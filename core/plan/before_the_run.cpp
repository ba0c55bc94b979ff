#include "core/plan/before_the_run.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace commlab {
namespace {

// Ranks that do nothing keep what they bring.
Programs without_instructions(Programs programs) {
  for (Program& program : programs.programs) program = {};
  programs.notes.clear();
  programs.phases.clear();
  programs.channels = 1;
  programs.steps = 0;
  return programs;
}

// The line as somebody writes it who leaves all choices to the program.
Experiment without_choices(Experiment experiment) {
  const Experiment usual;
  experiment.algorithm = usual.algorithm;
  experiment.protocol = usual.protocol;
  experiment.pieces = usual.pieces;
  return experiment;
}

// Messages to other nodes have to take these links, so nothing is told by keeping them.
std::vector<std::vector<LinkId>> routes_to_other_nodes(const Trace& trace) {
  std::vector<std::vector<LinkId>> kept;
  std::ranges::copy_if(trace.routes, std::back_inserter(kept), [&](const std::vector<LinkId>& route) {
    return std::ranges::any_of(
        route, [&](LinkId link) { return trace.topology.links[link].type == LinkType::network; });
  });
  return kept;
}

Trace without_messages(const Trace& trace) {
  Trace empty;
  empty.collective = trace.collective;
  empty.partition = trace.partition;
  if (has_only_copies(trace)) empty.algorithm = trace.algorithm;
  empty.machine = trace.machine;
  empty.groups = trace.groups;
  empty.topology = trace.topology;
  empty.routes = routes_to_other_nodes(trace);
  return empty;
}

}  // namespace

Outcome before_the_run(const Outcome& run) {
  assert(run.programs && run.run.trace && !run.trace().recorded && "a run of which every rank is known");
  Outcome before;
  before.experiment = without_choices(run.experiment);
  before.machine = run.machine;
  before.programs = std::make_shared<const Programs>(without_instructions(*run.programs));
  before.run.trace = without_messages(run.trace());
  before.badge = "at rest";
  return before;
}

}  // namespace commlab
