#include "sim/script/collectives.h"

#include <algorithm>
#include <array>

#include "core/base/index.h"
#include "core/programs/interpret.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/script/sum_order.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

CollectiveKind kind_of(const ScriptStep& step) {
  return collective_of(step.operation).value_or(CollectiveKind::all_reduce);  // as a barrier does it
}

// The library's own algorithm; a barrier of whichever library passes signs as pairs exchange.
std::string_view algorithm_name(const Flavour& flavour, const ScriptStep& step) {
  if (!step.algorithm.empty()) return step.algorithm;
  return step.operation == ScriptOperation::barrier ? "recursive-doubling"
                                                    : usual_algorithm(flavour, kind_of(step));
}

// The programs of the members, as programs of all ranks in which the others do nothing: links and GPUs keep
// their names.
Programs among(const Programs& of_group, const std::vector<Rank>& members, int ranks) {
  Programs all = expanded(of_group);
  const auto renamed = [&](int peer) { return peer == no_peer ? no_peer : members[index(peer)]; };
  std::vector<Program> placed(index(ranks));
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (Lane& lane : all.programs[m].lanes) {
      lane.send_peer = renamed(lane.send_peer);
      lane.recv_peer = renamed(lane.recv_peer);
    }
    placed[index(members[m])] = std::move(all.programs[m]);
  }
  for (std::vector<Rank>& group : all.groups)
    for (Rank& rank : group) rank = members[index(rank)];
  all.programs = std::move(placed);
  all.collective.ranks = ranks;
  return all;
}

ReduceOp reduce_op(ScriptReduction reduction) {
  switch (reduction) {
    case ScriptReduction::sum: return ReduceOp::sum;
    case ScriptReduction::prod: return ReduceOp::prod;
    case ScriptReduction::min: return ReduceOp::min;
    case ScriptReduction::max: return ReduceOp::max;
    case ScriptReduction::avg: return ReduceOp::avg;
    case ScriptReduction::band:
    case ScriptReduction::bor:
    case ScriptReduction::bxor: break;  // any: what combining means is said apart
  }
  return ReduceOp::sum;
}

// The bitwise reductions, which are the same for every type of whole numbers.
CombineElements bitwise(ScriptReduction reduction, DataType dtype) {
  const auto with_bytes = [dtype](auto operation) {
    return [dtype, operation](std::byte* target, const std::byte* with, const std::byte* incoming,
                              std::int64_t elements) {
      for (std::int64_t i = 0; i < elements * size_of(dtype); ++i)
        target[i] = operation(with[i], incoming[i]);
    };
  };
  switch (reduction) {
    case ScriptReduction::band: return with_bytes([](std::byte a, std::byte b) { return a & b; });
    case ScriptReduction::bor: return with_bytes([](std::byte a, std::byte b) { return a | b; });
    case ScriptReduction::bxor: return with_bytes([](std::byte a, std::byte b) { return a ^ b; });
    case ScriptReduction::sum:
    case ScriptReduction::prod:
    case ScriptReduction::min:
    case ScriptReduction::max:
    case ScriptReduction::avg: break;
  }
  return {};
}

// What each rank's input holds, of `width` bytes an element; ranks that bring nothing have nothing.
std::vector<Memory> fitted(std::vector<Memory> inputs, const Programs& programs, int width) {
  for (std::size_t rank = 0; rank < inputs.size(); ++rank) {
    const ElementRange brought =
        stored(programs.collective, programs.partition, Buffer::input, static_cast<Rank>(rank));
    inputs[rank].resize(index(brought.size() * width));
  }
  return inputs;
}

}  // namespace

const ScriptPayload& input_of(const ScriptStep& step) {
  const bool from_other =
      step.operation == ScriptOperation::scatter || step.operation == ScriptOperation::all_gather ||
      step.operation == ScriptOperation::reduce_scatter || step.operation == ScriptOperation::all_to_all;
  return from_other && step.payload.has_values() ? step.other : step.payload;
}

const ScriptPayload& output_of(const ScriptStep& step) {
  return step.operation == ScriptOperation::gather && step.payload.has_values() ? step.other : step.payload;
}

Collective collective_of(const ScriptStep& step, const std::vector<Rank>& members) {
  const int ranks = static_cast<int>(members.size());
  const auto root = std::ranges::find(members, step.peer) - members.begin();
  Collective c{.kind = kind_of(step), .ranks = ranks, .root = static_cast<Rank>(root)};
  c.dtype = step.payload.dtype;
  c.op = reduce_op(step.reduction);
  if (step.operation == ScriptOperation::barrier)
    c.count = 1;
  else if (!step.payload.has_values())
    c.count = count_for(c.kind, ranks, c.dtype, step.payload.bytes());
  else if (step.operation == ScriptOperation::all_gather)
    c.count = step.other.elements;
  else if (step.operation == ScriptOperation::all_to_all)
    c.count = step.payload.elements / ranks;
  else
    c.count = step.payload.elements;
  return c;
}

Status ScriptCollectives::check_algorithm(const ScriptStep& step, int members) const {
  const Result<const Algorithm*> found = find_algorithm(kind_of(step), algorithm_name(flavour_, step));
  if (!found) return fail("line {}: {}", step.line, found.error().message);
  std::vector<Rank> ranks;
  for (Rank rank = 0; rank < members; ++rank) ranks.push_back(rank);
  Collective c = collective_of(step, ranks);
  c.root = 0;
  if ((*found)->supports(c)) return {};
  return fail("line {}: {} {} needs {}, not {} ranks", step.line, name_of(c.kind), (*found)->name,
              (*found)->needs.empty() ? "other numbers of ranks" : (*found)->needs, members);
}

Result<Programs> ScriptCollectives::programs(const ScriptMeeting& meeting, int pieces) const {
  const ScriptStep& step = *meeting.steps.front();
  const auto in_its_line = [&](const Error& error) {
    return Error{fmt::format("line {}: {}", step.line, error.message), error.fault};
  };
  const Result<const Algorithm*> algorithm = find_algorithm(kind_of(step), algorithm_name(flavour_, step));
  if (!algorithm) return tl::unexpected(in_its_line(algorithm.error()));
  Layout layout;
  layout.parts = parts_of(algorithm_name(flavour_, step));
  if (static_cast<int>(meeting.members.size()) == machine_.topology.gpus)
    layout.per_node = machine_.topology.per_node;
  return programs_for(**algorithm, collective_of(step, meeting.members), {.pieces = pieces}, layout)
      .map_error(in_its_line);
}

// Of the ways that are open to it, protocols and numbers of pieces, the fastest.
Result<ScriptCollectives::Timing> ScriptCollectives::simulated(const ScriptMeeting& meeting) const {
  const ScriptStep& step = *meeting.steps.front();
  const Result<const Algorithm*> algorithm = find_algorithm(kind_of(step), algorithm_name(flavour_, step));
  if (!algorithm) return fail("line {}: {}", step.line, algorithm.error().message);
  constexpr std::array trial_pieces = {1, 8, 64};
  const std::size_t trials = (*algorithm)->pieces != nullptr ? trial_pieces.size() : 1;
  std::vector<std::string> protocols{""};
  if (!machine_.protocols.empty()) protocols.clear();
  for (const Protocol& protocol : machine_.protocols) protocols.push_back(protocol.name);

  std::optional<Timing> best;
  for (std::size_t t = 0; t < trials; ++t) {
    const Result<Programs> programs = this->programs(meeting, trial_pieces[t]);
    if (!programs) return tl::unexpected(programs.error());
    const Programs placed = among(*programs, meeting.members, ranks_);
    for (const std::string& protocol : protocols) {
      Result<Run> run = simulate(placed, machine_, {.trace = true, .protocol = protocol});
      if (!run) return fail(run.error().fault, "line {}: {}", step.line, run.error().message);
      if (best && best->duration <= run->finish) continue;
      best = Timing{.duration = run->finish,
                    .size = size_of(programs->collective),
                    .algorithm = std::string((*algorithm)->name),
                    .transfers = std::move(run->trace->transfers),
                    .routes = std::move(run->trace->routes),
                    .groups = std::move(run->trace->groups)};
    }
  }
  if (step.operation == ScriptOperation::barrier) best->size = {};
  return std::move(*best);
}

Result<const ScriptCollectives::Timing*> ScriptCollectives::timing(const ScriptMeeting& meeting) {
  const ScriptStep& step = *meeting.steps.front();
  const Collective c = collective_of(step, meeting.members);
  const Key key{step.operation, meeting.members, c.root,
                c.count,        c.dtype,         std::string(algorithm_name(flavour_, step))};
  const auto found = known_.find(key);
  if (found != known_.end()) return &found->second;
  Result<Timing> timing = simulated(meeting);
  if (!timing) return tl::unexpected(timing.error());
  return &known_.emplace(key, std::move(*timing)).first->second;
}

Result<ScriptCollectives::Outcome> ScriptCollectives::values(const ScriptMeeting& meeting,
                                                             const ScriptMemory& memory) const {
  const ScriptStep& step = *meeting.steps.front();
  if (!step.payload.has_values()) return Outcome{};
  const Result<Programs> programs = this->programs(meeting, 1);
  if (!programs) return tl::unexpected(programs.error());

  std::vector<Memory> inputs, marks;
  for (std::size_t m = 0; m < meeting.members.size(); ++m) {
    const ScriptPayload& input = input_of(*meeting.steps[m]);
    ScriptData brought = input.given ? memory.get(meeting.members[m], input) : ScriptData{};
    inputs.push_back(std::move(brought.values));
    marks.push_back(std::move(brought.unknown));
  }
  Result<RankBuffers> results =
      interpret(*programs, fitted(std::move(inputs), *programs, size_of(step.payload.dtype)),
                bitwise(step.reduction, step.payload.dtype));
  if (!results) return tl::unexpected(results.error());
  // The same on marks: what came of anything unknown is unknown.
  Programs on_marks = *programs;
  on_marks.collective.dtype = DataType::uint8;
  on_marks.collective.op = ReduceOp::max;
  Result<RankBuffers> unknown = interpret(on_marks, fitted(std::move(marks), on_marks, 1));
  if (!unknown) return tl::unexpected(unknown.error());

  Outcome outcome;
  const bool root_alone =
      step.operation == ScriptOperation::reduce && flavour_.leftover == Flavour::Leftover::untouched;
  for (std::size_t m = 0; m < meeting.members.size(); ++m) {
    const bool writes = !root_alone || meeting.members[m] == step.peer;
    outcome.outputs.push_back(
        writes ? ScriptData{std::move(results->output[m]), std::move(unknown->output[m])} : ScriptData{});
  }
  if (order_matters(programs->collective))
    outcome.sums = sums_of(*programs, meeting.members, outcome.outputs);
  return outcome;
}

}  // namespace commlab
