#include "gui/cli/choice.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/machine_text/machine_families.h"
#include "core/programs/native.h"
#include "core/routes/multicast_tree.h"
#include "core/routes/rank_paths.h"
#include "gui/cli/pieces.h"

namespace commlab {
namespace {

// A machine that is not known is not known to multicast.
bool has_what_it_needs(const Algorithm& algorithm, const Setup& setup) {
  if (!algorithm.needs_multicast) return true;
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

Result<std::vector<Choice>> choose_algorithms(const Setup& setup, const Tools& tools) {
  const bool has_native = tools.backend(setup.experiment.on).native;
  const Choice native{&native_algorithm(setup.collective.kind), "", "auto"};
  if (setup.experiment.algorithm == native.algorithm->name && !has_native)
    return fail("--algorithm native: {} has no collectives of its own; a library has: --on nccl",
                setup.experiment.on);
  if (has_native && (setup.experiment.algorithm == "auto" || setup.experiment.algorithm == "native"))
    return std::vector{native};

  // Auto never relays through a GPU that has no part in the copy, unless it was told to.
  const bool is_copy = setup.collective.kind == CollectiveKind::p2p;
  const std::string name = !is_copy || setup.experiment.algorithm != "auto" ? setup.experiment.algorithm
                           : names_a_path(setup.experiment.route)           ? "relay"
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
  if (has_native) choices.push_back(native);
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

}  // namespace commlab
