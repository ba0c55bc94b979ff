#include "sim/script/collectives.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

#include "core/base/index.h"
#include "core/machine/part_of_machine.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "core/programs/interpret.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/script/values/sum_order.h"
#include "sim/simulate_experiment.h"

namespace commlab {
namespace {

CollectiveKind kind_of(const ScriptStep& step) {
  return collective_of(step.operation).value_or(CollectiveKind::all_reduce);  // for a barrier
}

// The algorithm that the step names, or the library's usual one. A barrier of any library uses recursive
// doubling.
std::string_view algorithm_name(const Flavour& flavour, const ScriptStep& step) {
  if (!step.algorithm.empty()) return step.algorithm;
  return step.operation == ScriptOperation::barrier ? "recursive-doubling"
                                                    : usual_algorithm(flavour, kind_of(step));
}

// All of so many ranks, in order.
bool is_everyone(const std::vector<Rank>& members, int ranks) {
  return static_cast<int>(members.size()) == ranks && std::ranges::is_sorted(members);
}

// The members' programs as programs of all ranks, in which the other ranks do nothing, so that links and GPUs
// keep their names.
Programs among(const Programs& of_group, const std::vector<Rank>& members, int ranks) {
  if (is_everyone(members, ranks)) return of_group;
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
    case ScriptReduction::bxor: break;  // any operation is fine here, because bitwise() combines the elements
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

Error in_line_of(const ScriptStep& step, const Error& error) {
  return {fmt::format("line {}: {}", step.line, error.message), error.fault, step.line};
}

// A size alone is one of float32, as tensors are by default; if that does not divide it, of bytes. Switches
// sum floats only.
DataType type_of_a_size(Bytes size, const Collective& c) {
  const std::int64_t blocks = has_blocks(c.kind) ? c.ranks : 1;
  return size.count % (blocks * size_of(DataType::float32)) == 0 ? DataType::float32 : DataType::uint8;
}

// Resizes each input to the length that the programs read. `width`: bytes of an element. Ranks without input
// get an empty input.
std::vector<Memory> fitted(std::vector<Memory> inputs, const Programs& programs, int width) {
  for (std::size_t rank = 0; rank < inputs.size(); ++rank) {
    const ElementRange brought =
        stored(programs.collective, programs.partition, Buffer::input, static_cast<Rank>(rank));
    inputs[rank].resize(index(brought.size() * width));
  }
  return inputs;
}

[[maybe_unused]] bool all_alike(const std::vector<const ScriptStep*>& steps) {
  const auto said = [](const ScriptStep& s) {
    return std::tuple(s.operation, s.peer, s.payload.dtype, s.payload.bytes().count);
  };
  return std::ranges::all_of(steps, [&](const ScriptStep* s) { return said(*s) == said(*steps.front()); });
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
  assert(is_collective(step.operation) && "the step is a collective");
  const int ranks = static_cast<int>(members.size());
  const auto root = std::ranges::find(members, step.peer) - members.begin();
  Collective c{.kind = kind_of(step), .ranks = ranks, .root = static_cast<Rank>(root)};
  const bool is_size = !step.payload.has_values() && step.operation != ScriptOperation::barrier;
  c.dtype = is_size ? type_of_a_size(step.payload.bytes(), c) : step.payload.dtype;
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
  if (!found) return fail_at(step.line, "{}", found.error().message);
  std::vector<Rank> ranks;
  for (Rank rank = 0; rank < members; ++rank) ranks.push_back(rank);
  Collective c = collective_of(step, ranks);
  c.root = 0;
  if ((*found)->supports(c)) return {};
  return fail_at(step.line, "{} {} needs {}, not {} ranks", name_of(c.kind), (*found)->name,
                 (*found)->needs.empty() ? "other numbers of ranks" : (*found)->needs, members);
}

ScriptCollectives::Key ScriptCollectives::key_of(const ScriptMeeting& meeting) const {
  const ScriptStep& step = *meeting.steps.front();
  const Collective c = collective_of(step, meeting.members);
  return {step.operation, meeting.members, c.root,
          c.count,        c.dtype,         std::string(algorithm_name(flavour_, step))};
}

bool ScriptCollectives::nccl_chooses(const ScriptMeeting& meeting) const {
  return &flavour_ == &nccl_flavour && machine_.nccl && meeting.steps.front()->algorithm.empty() &&
         gpus_of_each_node(machine_.topology, meeting.members) > 0;
}

bool ScriptCollectives::sees_only_members(const ScriptMeeting& meeting) const {
  return nccl_chooses(meeting) && !is_everyone(meeting.members, machine_.topology.gpus);
}

// NCCL sees the members' GPUs alone; the library's usual algorithm is planned on the whole machine.
Setup ScriptCollectives::setup_of(const ScriptMeeting& meeting) const {
  const ScriptStep& step = *meeting.steps.front();
  const int members = static_cast<int>(meeting.members.size()), gpus = machine_.topology.gpus;
  const bool alone = sees_only_members(meeting);
  Setup setup{.experiment = {.collective = kind_of(step),
                             .machine = machine_.name,
                             .algorithm = std::string(algorithm_name(flavour_, step)),
                             .ranks = members},
              .machine = alone ? part_of(machine_, meeting.members) : machine_,
              .collective = collective_of(step, meeting.members)};
  if (alone || members == gpus) setup.layout = layout_on(*setup.machine, members);
  return setup;
}

// The collective is planned for its members alone, and simulated among all ranks.
Result<Run> ScriptCollectives::run(const Programs& programs, const ScriptMeeting& meeting,
                                   const Experiment& experiment, const Machine& machine, bool trace) const {
  return simulate_experiment(among(programs, meeting.members, ranks_), machine, experiment, {.trace = trace});
}

Result<const Choice*> ScriptCollectives::choice(const ScriptMeeting& meeting) {
  const Key key = key_of(meeting);
  if (const auto found = choices_.find(key); found != choices_.end()) return &found->second;
  const bool alone = sees_only_members(meeting);
  const Predict predict = [&](const Programs& programs, const Machine& machine, const Experiment& experiment,
                              Time /*limit*/) {
    return run(programs, meeting, experiment, alone ? machine_ : machine, false);
  };
  const Setup asked = setup_of(meeting);
  Result<Choice> choice = nccl_chooses(meeting)
                              ? choose_as_nccl(asked, {.predict = predict})
                              : find_algorithm(asked.collective.kind, asked.experiment.algorithm)
                                    .and_then([&](const Algorithm* algorithm) {
                                      return choose_protocol(asked, *algorithm, predict);
                                    });
  if (!choice) return tl::unexpected(in_line_of(*meeting.steps.front(), choice.error()));
  return &choices_.emplace(key, std::move(*choice)).first->second;
}

Result<ScriptCollectives::Timing> ScriptCollectives::simulated(const ScriptMeeting& meeting,
                                                               const Choice& choice) const {
  const ScriptStep& step = *meeting.steps.front();
  const Setup chosen = settled(setup_of(meeting), choice);
  const bool alone = sees_only_members(meeting);
  const Machine& whole = alone ? machine_ : *chosen.machine;
  return programs_of(chosen, *choice.algorithm)
      .and_then([&](const auto& programs) {
        return run(*programs, meeting, chosen.experiment,
                   alone && choice.costs ? with_costs(machine_, *choice.costs) : whole,
                   programs->transfers() <= most_recorded_messages);
      })
      .map([&](Run done) {
        Timing timing{
            .duration = done.finish,
            .size = step.operation == ScriptOperation::barrier ? Bytes{} : size_of(chosen.collective),
            .algorithm = std::string(choice.algorithm->name),
            .messages = done.transfers,
            .links = std::move(done.links)};
        if (!done.trace) return timing;
        timing.transfers = std::move(done.trace->transfers);
        timing.routes = std::move(done.trace->routes);
        timing.groups = std::move(done.trace->groups);
        return timing;
      })
      .map_error([&](const Error& error) { return in_line_of(step, error); });
}

Result<const ScriptCollectives::Timing*> ScriptCollectives::timing(const ScriptMeeting& meeting) {
  const Key key = key_of(meeting);
  if (const auto found = timings_.find(key); found != timings_.end()) return &found->second;
  Result<Timing> timing =
      choice(meeting).and_then([&](const Choice* chosen) { return simulated(meeting, *chosen); });
  if (!timing) return tl::unexpected(timing.error());
  return &timings_.emplace(key, std::move(*timing)).first->second;
}

// Pieces and fusion do not change the order in which a value is summed, so these programs need neither.
Result<std::shared_ptr<const Programs>> ScriptCollectives::whole_messages(const ScriptMeeting& meeting) {
  return choice(meeting).and_then([&](const Choice* chosen) {
    Setup whole = settled(setup_of(meeting), *chosen);
    whole.experiment.pieces = 1;
    return programs_of(whole, *chosen->algorithm).map_error([&](const Error& error) {
      return in_line_of(*meeting.steps.front(), error);
    });
  });
}

Result<ScriptCollectives::Outcome> ScriptCollectives::values(const ScriptMeeting& meeting,
                                                             const ScriptMemory& memory) {
  assert(all_alike(meeting.steps) && "the steps agree in operation, root, type and sizes");
  if (!meeting.steps.front()->payload.has_values()) return Outcome{};
  return whole_messages(meeting).and_then(
      [&](const auto& programs) { return played(*programs, meeting, memory); });
}

Result<ScriptCollectives::Outcome> ScriptCollectives::played(const Programs& programs,
                                                             const ScriptMeeting& meeting,
                                                             const ScriptMemory& memory) const {
  const ScriptStep& step = *meeting.steps.front();
  std::vector<Memory> inputs, marks;
  for (std::size_t m = 0; m < meeting.members.size(); ++m) {
    const ScriptPayload& input = input_of(*meeting.steps[m]);
    ScriptData brought = input.given ? memory.get(meeting.members[m], input) : ScriptData{};
    inputs.push_back(std::move(brought.values));
    marks.push_back(std::move(brought.unknown));
  }
  Result<RankBuffers> results =
      interpret(programs, fitted(std::move(inputs), programs, size_of(step.payload.dtype)),
                bitwise(step.reduction, step.payload.dtype));
  if (!results) return tl::unexpected(results.error());
  // The same for the marks: a result that uses any unknown element is unknown.
  Programs on_marks = programs;
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
  if (order_matters(programs.collective)) outcome.sums = sums_of(programs, meeting.members, outcome.outputs);
  return outcome;
}

}  // namespace commlab
