#include "gui/cli/setup.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/disjoint_rings.h"
#include "core/latency_bound.h"
#include "core/multicast_tree.h"
#include "core/rank_paths.h"
#include "gui/cli/host_machine.h"
#include "gui/cli/pieces.h"

namespace commlab {
namespace {

constexpr int uncalibrated_ranks = 4;
constexpr int most_ranks_here = 4096;  // threads, or memory of a GPU, are what this computer can run out of

Result<std::optional<Machine>> machine_of(const Experiment& experiment, const Tools& tools) {
  if (experiment.machine == "cuda" && experiment.on == "cuda") return std::nullopt;  // not calibrated so far
  if (experiment.machine == "host") {
    for (const std::string* hint : {&experiment.nic, &experiment.gpu})
      if (!hint->empty()) return fail("'{}' is no use here: this computer is measured, not described", *hint);
    return read_host_machine();
  }
  const MachineHints hints{.nic = experiment.nic, .gpu = experiment.gpu};
  return find_machine(experiment.machine, tools.machine_folder, hints).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

bool takes_a_way_of_its_own(const Experiment& experiment) { return names_a_path(experiment.route); }

// Beside its bytes: the sender's overhead, and while a message is under way it takes up one of the slots.
Time cost_of_a_copy(const Machine& machine, const Collective& c) {
  Time under_way = machine.copy.latency;
  if (c.ranks <= machine.topology.gpus)
    if (const auto route = Router(machine.topology).route(c.from, c.to.front()); route)
      for (const LinkId link : *route)
        under_way += machine.topology.links[static_cast<std::size_t>(link)].latency;
  return machine.copy.overhead + Time{under_way.ps / std::max(1, machine.work.slots)};
}

// The one that was asked for, or all that the machine has.
Result<std::vector<RankPath>> paths_of(const Experiment& experiment, const Collective& collective,
                                       const std::optional<Machine>& machine) {
  if (collective.kind != CollectiveKind::p2p) return {};
  if (!machine || collective.ranks > machine->topology.gpus) {
    if (!takes_a_way_of_its_own(experiment)) return {};
    return fail("--route {}: no machine is known here to go that way on; name one with --machine",
                experiment.route);
  }
  const Topology& topology = machine->topology;
  if (topology.staged) return {};
  if (takes_a_way_of_its_own(experiment))
    return path_named(experiment.route, topology, collective).map([](RankPath path) {
      return std::vector{std::move(path)};
    });
  std::vector<RankPath> paths;
  for (const Rank to : collective.to)
    for (RankPath& path : disjoint_paths(topology, collective.ranks, collective.from, to))
      paths.push_back(std::move(path));
  return paths;
}

Status stage_through_memory(std::optional<Machine>& machine) {
  if (!machine) return fail("--route staged: no machine is known here; name one with --machine");
  const bool has_memory = std::ranges::count(machine->topology.nodes, NodeType::memory, &Node::type) > 0;
  if (!has_memory)
    return fail("--route staged: {} has no host memory to stage through (a node of type memory); try direct",
                machine->name);
  machine->topology.staged = true;
  return {};
}

// A bound over NVLinks alone needs NVLinks that join the ranks.
Status check_links(const Experiment& experiment, const Collective& collective,
                   const std::optional<Machine>& machine) {
  if (experiment.links != "nvlink") return {};
  if (!machine) return fail("--links nvlink: no machine is known here; name one with --machine");
  const Topology& topology = machine->topology;
  if (collective.ranks > topology.gpus) return {};
  const Result<LatencyBound> way =
      latency_bound(collective, fabric_of(topology, collective.ranks, LinkChoice::nvlink));
  if (!way) return fail("--links nvlink: {}", way.error().message);
  return {};
}

// A machine that is not known is not known to multicast.
bool has_what_it_needs(const Algorithm& algorithm, const Setup& setup) {
  if (!algorithm.needs_multicast || setup.collective.ranks == 1) return true;
  std::vector<Rank> everyone(static_cast<std::size_t>(setup.collective.ranks));
  std::iota(everyone.begin(), everyone.end(), 0);
  return setup.machine && setup.collective.ranks <= setup.machine->topology.gpus &&
         multicast_tree(setup.machine->topology, everyone);
}

std::vector<const Algorithm*> able(const Setup& setup) {
  std::vector<const Algorithm*> algorithms = algorithms_for(setup.collective.kind);
  std::erase_if(algorithms, [&](const Algorithm* algorithm) {
    return !algorithm->supports(setup.collective) || !has_what_it_needs(*algorithm, setup);
  });
  return algorithms;
}

struct Prediction {
  Choice choice;
  Time time;
};

// The fastest first, without those that cannot do it. An error where none can.
Result<std::vector<Prediction>> predict(const Setup& setup, const std::vector<const Algorithm*>& algorithms,
                                        const Tools& tools) {
  std::vector<Prediction> predictions;
  std::optional<Error> first_refusal;
  for (const Algorithm* algorithm : algorithms) {
    std::optional<Prediction> best;
    for (const std::string& protocol : protocols_of(setup)) {
      Choice choice{algorithm, "", protocol};
      Setup chosen = settled(setup, choice);
      chosen.experiment.pieces = setup.experiment.pieces;
      Result<Pieces> pieces = fastest_pieces(chosen, *algorithm, tools);
      if (!pieces) {
        if (!first_refusal) first_refusal = pieces.error();
        continue;
      }
      choice.pieces = pieces->pieces;
      choice.why_pieces = std::move(pieces->why);
      if (!best || pieces->time < best->time) best = {std::move(choice), pieces->time};
    }
    if (best) predictions.push_back(std::move(*best));
  }
  if (predictions.empty()) return tl::unexpected(*first_refusal);
  // Of equally fast ones, that with the shorter name: ring before the two collectives it is made of.
  std::stable_sort(predictions.begin(), predictions.end(), [](const Prediction& a, const Prediction& b) {
    return std::pair(a.time, a.choice.algorithm->name.size()) <
           std::pair(b.time, b.choice.algorithm->name.size());
  });
  return predictions;
}

std::string why_fastest(const std::vector<Prediction>& ordered) {
  std::vector<std::string> others;
  for (std::size_t i = 1; i < ordered.size(); ++i)
    others.push_back(fmt::format("{} {}", ordered[i].choice.algorithm->name, to_human(ordered[i].time)));
  return fmt::format("the fastest in simulation, {}; others: {}", to_human(ordered.front().time),
                     fmt::join(others, ", "));
}

// This computer, where it was not measured, or not for so many ranks.
std::string guess(const Setup& setup) { return fmt::format("switch:{},4GB/s,10us", setup.collective.ranks); }
bool known(const Setup& setup) {
  return setup.machine && setup.collective.ranks <= setup.machine->topology.gpus;
}
Setup on_known_machine(Setup setup) {
  if (!known(setup)) setup.machine = machine_from_spec(guess(setup)).value();
  return setup;
}

bool has_pieces_to_choose(const Setup& setup, const Algorithm& algorithm) {
  return algorithm.pieces && !setup.experiment.pieces;
}

Result<Choice> choose_automatically(const Setup& setup, const std::vector<const Algorithm*>& algorithms,
                                    const Tools& tools) {
  if (algorithms.size() == 1) return choose_protocol(setup, *algorithms.front(), tools);
  return predict(on_known_machine(setup), algorithms, tools).map([&](const std::vector<Prediction>& ordered) {
    Choice choice = ordered.front().choice;
    choice.why = why_fastest(ordered);
    if (known(setup)) return choice;
    choice.why = fmt::format("the fastest in simulation on {}, a guess; calibrate this computer to know",
                             guess(setup));
    choice.protocol = "auto";
    return choice;
  });
}

}  // namespace

Result<Setup> set_up(Experiment experiment, const Tools& tools) {
  const bool runs_here = !tools.backend(experiment.on).models;
  if (experiment.machine.empty()) experiment.machine = runs_here ? experiment.on : "hcm8";
  Result<std::optional<Machine>> machine = machine_of(experiment, tools);
  if (!machine) return tl::unexpected(machine.error());
  if (!*machine && !runs_here)
    return fail("machine 'host' is not measured yet: commlab calibrate --on host writes {}",
                host_machine_file().string());

  if (experiment.route == "staged")
    if (const Status staged = stage_through_memory(*machine); !staged) return tl::unexpected(staged.error());
  if (!experiment.ranks) experiment.ranks = *machine ? (*machine)->topology.gpus : uncalibrated_ranks;
  const int most_ranks = runs_here ? most_ranks_here : (*machine)->topology.gpus;
  const Result<Collective> collective = collective_of(experiment, most_ranks);
  if (!collective) return tl::unexpected(collective.error());

  if (experiment.protocol != "auto" && runs_here)
    return fail("--protocol: {} hands messages over in one way; leave it out", experiment.on);
  if (experiment.protocol != "auto" && collective->kind == CollectiveKind::p2p)
    return fail("--protocol: p2p is a plain copy and has no protocol; leave it out, or try sendrecv");

  if (!experiment.size && !experiment.count) experiment.size = MiB(64);
  if (collective->kind == CollectiveKind::p2p) experiment.to = collective->to;
  if (const Status joined = check_links(experiment, *collective, *machine); !joined)
    return tl::unexpected(joined.error());
  Result<std::vector<RankPath>> paths = paths_of(experiment, *collective, *machine);
  if (!paths) return tl::unexpected(paths.error());
  Layout layout{.per_node = experiment.per_node.value_or(*machine ? (*machine)->topology.per_node : 0),
                .paths = *std::move(paths)};
  if (*machine) layout.rings = disjoint_rings((*machine)->topology, collective->ranks);
  if (*machine && collective->kind == CollectiveKind::p2p)
    layout.per_message = cost_of_a_copy(**machine, *collective);
  return Setup{std::move(experiment), *std::move(machine), *collective, std::move(layout)};
}

Result<std::vector<Choice>> choose_algorithms(const Setup& setup, const Tools& tools) {
  // Auto never relays through a GPU that has no part in the copy, unless it was told to.
  const bool is_copy = setup.collective.kind == CollectiveKind::p2p;
  const std::string name = !is_copy || setup.experiment.algorithm != "auto" ? setup.experiment.algorithm
                           : takes_a_way_of_its_own(setup.experiment)       ? "relay"
                                                                            : "direct";
  if (name != "auto" && name != "all")
    return find_algorithm(setup.collective.kind, name).and_then([&](const Algorithm* algorithm) {
      return choose_protocol(setup, *algorithm, tools).map([](Choice choice) { return std::vector{choice}; });
    });

  if (name == "auto") {
    const std::vector<const Algorithm*> algorithms = able(setup);
    if (algorithms.empty())
      return fail("no algorithm does {} over {} ranks", name_of(setup.collective.kind),
                  setup.collective.ranks);
    return choose_automatically(setup, algorithms, tools).map([](Choice choice) {
      return std::vector{std::move(choice)};
    });
  }
  std::vector<Choice> choices;
  for (const Algorithm* algorithm : algorithms_for(setup.collective.kind)) {
    // One that cannot do it has no fastest protocol; whoever performs it will learn why.
    const Result<Choice> choice = choose_protocol(setup, *algorithm, tools);
    choices.push_back(choice.value_or(Choice{algorithm, "", setup.experiment.protocol}));
  }
  return choices;
}

Result<Choice> choose_algorithm(const Setup& setup, const Tools& tools) {
  if (setup.experiment.algorithm == "all") return fail("--algorithm all: one algorithm is needed here");
  return choose_algorithms(setup, tools).map([](const std::vector<Choice>& choices) {
    return choices.front();
  });
}

std::vector<std::string> protocols_of(const Setup& setup) {
  const Experiment& e = setup.experiment;
  const bool on_a_model = setup.machine && e.on == "sim";
  if (e.protocol != "auto" || !on_a_model || setup.collective.kind == CollectiveKind::p2p)
    return {e.protocol};
  std::vector<std::string> names;
  for (const Protocol& protocol : setup.machine->protocols)
    if (!protocol.streams() || e.link_model != "fifo") names.push_back(protocol.name);
  return names.empty() ? std::vector{e.protocol} : names;
}

Result<Choice> choose_protocol(const Setup& setup, const Algorithm& algorithm, const Tools& tools) {
  const std::vector<std::string> protocols = protocols_of(setup);
  if (protocols.size() == 1 && !has_pieces_to_choose(setup, algorithm))
    return Choice{&algorithm, "", protocols.front(), setup.experiment.pieces.value_or(1)};
  return predict(on_known_machine(setup), {&algorithm}, tools).map([](const std::vector<Prediction>& only) {
    return only.front().choice;
  });
}

Setup settled(Setup setup, const Choice& choice) {
  Experiment& e = setup.experiment;
  if (!e.algorithm.starts_with(fmt::format("{}:", choice.algorithm->name)))
    e.algorithm = choice.algorithm->name;
  e.protocol = choice.protocol;
  e.pieces = choice.pieces;
  return setup;
}

Result<Programs> programs_of(const Setup& setup, const Algorithm& algorithm) {
  const Experiment& e = setup.experiment;
  Lowering lowering{.channels = e.channels, .pieces = e.pieces.value_or(1), .slots = 8, .fused = e.fused};
  if (setup.machine) lowering.slots = setup.machine->work.slots;
  if (e.slots) lowering.slots = *e.slots;
  if (setup.machine && e.protocol != "auto") {
    const Result<Protocol> protocol = find_protocol(*setup.machine, e.protocol);
    if (!protocol) return tl::unexpected(protocol.error());
    lowering.fused = lowering.fused || protocol->streams();
  }
  if (takes_a_way_of_its_own(e) && algorithm.name == "direct")
    return fail("--route {}: algorithm direct takes no way over relays; relay does", e.route);
  Layout layout = setup.layout;
  layout.order = e.ring;
  if (e.algorithm.starts_with(fmt::format("{}:", algorithm.name))) layout.parts = parts_of(e.algorithm);
  return programs_for(algorithm, setup.collective, lowering, layout);
}

}  // namespace commlab
