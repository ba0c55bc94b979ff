#include "gui/window/run/script_scene.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr std::uint8_t only_phase = 0;

// A collective without promises: a script's messages are told apart by their calls, and no rank has a goal.
Collective nothing_promised(int ranks) { return {.kind = CollectiveKind::p2p, .ranks = ranks, .count = 1}; }

void name_calls(Trace& trace, const ScriptRun& run) {
  for (std::size_t call = 0; call < run.calls.size(); ++call)
    for (const std::int32_t i : run.calls[call].transfers) {
      Transfer& transfer = trace.transfers[i];
      transfer.block = transfer.step = static_cast<std::int32_t>(call);
    }
}

void add_spans(Trace& trace, const ScriptRun& run) {
  for (const ScriptSpan& span : run.spans)
    trace.spans.push_back({.rank = span.rank,
                           .lane = static_cast<std::int32_t>(span.lane),
                           .step = std::max(span.call, 0),
                           .start = span.start,
                           .end = span.end});
}

Trace empty_trace(Topology topology, std::string machine, int ranks) {
  Trace trace;
  trace.collective = nothing_promised(ranks);
  trace.machine = std::move(machine);
  trace.topology = std::move(topology);
  return trace;
}

}  // namespace

Outcome played_of(const ScriptRun& run) {
  Outcome played;
  Trace& trace = played.run.trace.emplace(run.trace);
  trace.collective = nothing_promised(run.ranks);
  trace.partition = {.blocks = std::max(1, static_cast<int>(run.calls.size()))};
  trace.phases.clear();
  trace.spans.clear();
  for (Transfer& transfer : trace.transfers) {
    transfer.block = transfer.part = transfer.step = transfer.channel = 0;
    transfer.blocks = 1;
    transfer.phase = only_phase;
  }
  name_calls(trace, run);
  add_spans(trace, run);
  trace.finish = run.finish;
  played.experiment.machine = run.machine;
  played.badge = "simulated";
  return played;
}

Outcome at_rest(Topology topology, std::string machine, AtRest what) {
  Outcome played;
  played.experiment.machine = machine;
  played.run.trace = empty_trace(std::move(topology), std::move(machine), what.ranks);
  if (what.for_copies) played.run.trace->algorithm = "direct";
  played.badge = "at rest";
  return played;
}

}  // namespace commlab
