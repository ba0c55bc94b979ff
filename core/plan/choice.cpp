#include "core/plan/choice.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/machine_text/machine_families.h"
#include "core/plan/pieces.h"
#include "core/programs/native.h"
#include "core/routes/multicast_tree.h"

namespace commlab {
namespace {

// Without a machine, multicast counts as missing.
bool has_what_it_needs(const Algorithm& algorithm, const Setup& setup) {
  if (!algorithm.needs_multicast) return true;
  std::vector<Rank> everyone(static_cast<std::size_t>(setup.collective.ranks));
  std::iota(everyone.begin(), everyone.end(), 0);
  return setup.machine && setup.collective.ranks <= setup.machine->topology.gpus &&
         multicast_tree(setup.machine->topology, everyone);
}

// Never empty: of every collective, one algorithm supports any number of ranks and needs no multicast.
std::vector<const Algorithm*> able(const Setup& setup) {
  std::vector<const Algorithm*> algorithms = algorithms_for(setup.collective.kind);
  std::erase_if(algorithms, [&](const Algorithm* algorithm) {
    return !algorithm->supports(setup.collective) || !has_what_it_needs(*algorithm, setup);
  });
  return algorithms;
}

// The algorithm with the fastest of the protocols that it may use. An error if it cannot run here.
Result<Prediction> predict_one(const Setup& setup, const Algorithm& algorithm, const Predict& predict) {
  std::optional<Prediction> best;
  std::optional<Error> first_refusal;
  for (const ProtocolChoice protocol : protocols_of(setup)) {
    Choice choice{&algorithm, "", protocol};
    Setup chosen = settled(setup, choice);
    chosen.experiment.pieces = setup.experiment.pieces;
    Result<Pieces> pieces = fastest_pieces(chosen, algorithm, predict);
    if (!pieces) {
      if (!first_refusal) first_refusal = pieces.error();
      continue;
    }
    choice.pieces = pieces->pieces;
    choice.why_pieces = std::move(pieces->why);
    if (!best || pieces->time < best->time)
      best = {chosen.experiment.algorithm, std::move(choice), pieces->time};
  }
  if (best) return *std::move(best);
  return tl::unexpected(*first_refusal);
}

// All algorithms that can run here, the fastest first. An error if none can.
Result<std::vector<Prediction>> predict_all(const Setup& setup,
                                            const std::vector<const Algorithm*>& algorithms,
                                            const Predict& predict) {
  std::vector<Prediction> predictions;
  std::optional<Error> first_refusal;
  for (const Algorithm* algorithm : algorithms) {
    Result<Prediction> prediction = predict_one(setup, *algorithm, predict);
    if (prediction)
      predictions.push_back(*std::move(prediction));
    else if (!first_refusal)
      first_refusal = prediction.error();
  }
  if (predictions.empty()) return tl::unexpected(*first_refusal);
  std::ranges::stable_sort(predictions, [](const Prediction& a, const Prediction& b) {
    return stands_before(a.time, *a.choice.algorithm, b.time, *b.choice.algorithm);
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

// A machine that stands for this computer if it was not calibrated, or not for so many ranks.
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
                                    const Planner& planner) {
  if (algorithms.size() == 1) return choose_protocol(setup, *algorithms.front(), planner.predict);
  return predict_all(on_known_machine(setup), algorithms, planner.predict)
      .map([&](const std::vector<Prediction>& ordered) {
        Choice choice = ordered.front().choice;
        choice.why = why_fastest(ordered);
        if (known(setup)) return choice;
        choice.why = fmt::format(
            "the fastest in simulation on {}, which is only a guess; commlab calibrate measures this "
            "computer",
            guess(setup));
        choice.protocol = ProtocolChoice::automatic;
        return choice;
      });
}

}  // namespace

Result<std::vector<Choice>> choose_algorithms(const Setup& setup, const Planner& planner) {
  const bool has_native = planner.backend(setup.experiment.on).native;
  const Choice native{&native_algorithm(setup.collective.kind), "", ProtocolChoice::automatic};
  if (setup.experiment.algorithm == native.algorithm->name && !has_native)
    return fail("--algorithm native: {} has no collectives of its own; use a library, as in --on nccl",
                name_of(setup.experiment.on));
  if (has_native && (setup.experiment.algorithm == "auto" || setup.experiment.algorithm == "native"))
    return std::vector{native};

  // For a copy, auto relays through other GPUs only if --route asks for it.
  const bool is_copy = setup.collective.kind == CollectiveKind::p2p;
  const std::string name = !is_copy || setup.experiment.algorithm != "auto" ? setup.experiment.algorithm
                           : setup.experiment.route.kind == RouteChoice::Kind::relayed ? "relay"
                                                                                       : "direct";
  if (name != "auto" && name != "all")
    return find_algorithm(setup.collective.kind, name).and_then([&](const Algorithm* algorithm) {
      return choose_protocol(setup, *algorithm, planner.predict).map([](Choice choice) {
        return std::vector{choice};
      });
    });

  if (name == "auto")
    return choose_automatically(setup, able(setup), planner).map([](Choice choice) {
      return std::vector{std::move(choice)};
    });
  std::vector<Choice> choices;
  if (has_native) choices.push_back(native);
  for (const Algorithm* algorithm : algorithms_for(setup.collective.kind)) {
    // An algorithm that cannot run here has no fastest protocol; perform() says why.
    const Result<Choice> choice = choose_protocol(setup, *algorithm, planner.predict);
    choices.push_back(choice.value_or(Choice{algorithm, "", setup.experiment.protocol}));
  }
  return choices;
}

Result<Choice> choose_algorithm(const Setup& setup, const Planner& planner) {
  if (setup.experiment.algorithm == "all") return fail("--algorithm all: one algorithm is needed here");
  return choose_algorithms(setup, planner).map([](const std::vector<Choice>& choices) {
    return choices.front();
  });
}

std::vector<ProtocolChoice> protocols_of(const Setup& setup) {
  const Experiment& e = setup.experiment;
  const bool on_a_model = setup.machine && e.on == BackendName::sim;
  if (e.protocol != ProtocolChoice::automatic || !on_a_model || setup.collective.kind == CollectiveKind::p2p)
    return {e.protocol};
  std::vector<ProtocolChoice> choices;
  for (const Protocol& protocol : setup.machine->protocols)
    if (!protocol.streams() || e.link_model != LinkModel::fifo)
      choices.push_back(value_in(protocol_choices, protocol.name, "protocol").value());
  return choices.empty() ? std::vector{e.protocol} : choices;
}

Result<Choice> choose_protocol(const Setup& setup, const Algorithm& algorithm, const Predict& predict) {
  const std::vector<ProtocolChoice> protocols = protocols_of(setup);
  if (protocols.size() == 1 && !has_pieces_to_choose(setup, algorithm))
    return Choice{&algorithm, "", protocols.front(), setup.experiment.pieces.value_or(1)};
  return predict_one(on_known_machine(setup), algorithm, predict).map([](Prediction only) {
    return std::move(only.choice);
  });
}

Result<Prediction> fastest_of(const Setup& setup, const std::vector<std::string>& names,
                              const Predict& predict) {
  std::optional<Prediction> best;
  Error why{fmt::format("no algorithm does {} over {} ranks here", name_of(setup.collective.kind),
                        setup.collective.ranks)};
  for (const std::string& name : names) {
    Setup named = setup;
    named.experiment.algorithm = name;
    const Result<Prediction> found =
        find_algorithm(setup.collective.kind, name).and_then([&](const Algorithm* algorithm) {
          return predict_one(named, *algorithm, predict);
        });
    if (!found)
      why = found.error();
    else if (!best || found->time < best->time)
      best = *found;
  }
  if (!best) return tl::unexpected(why);
  return *std::move(best);
}

bool stands_before(Time time, const Algorithm& algorithm, Time other_time, const Algorithm& other) {
  return std::pair(time, algorithm.name.size()) < std::pair(other_time, other.name.size());
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
