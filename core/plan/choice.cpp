#include "core/plan/choice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/in_parallel.h"
#include "core/machine_text/machine_families.h"
#include "core/plan/call_costs.h"
#include "core/plan/even_run.h"
#include "core/plan/least_time.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/pieces.h"
#include "core/plan/plan_store.h"
#include "core/plan/planned_programs.h"
#include "core/programs/native.h"
#include "core/routes/adjacency.h"
#include "core/routes/multicast_tree.h"

namespace commlab {
namespace {

bool known(const Setup& setup) {
  return setup.machine && setup.collective.ranks <= setup.machine->topology.gpus;
}

// An error if the machine is known to lack what the algorithm needs.
Status check_needs(const Algorithm& algorithm, const Setup& setup) {
  if (!algorithm.needs_multicast || !known(setup)) return {};
  const int all = setup.collective.ranks;
  const int per_node = setup.layout.per_node > 0 ? std::min(all, setup.layout.per_node) : all;
  const Adjacency adjacency(setup.machine->topology);
  const auto check = [&](int ranks, int apart) {
    std::vector<Rank> group;
    for (Rank rank = 0; rank < ranks; rank += apart) group.push_back(rank);
    return check_multicast(*setup.machine, adjacency, group, algorithm.collective, algorithm.name);
  };
  if (!algorithm.multicasts_between_nodes)
    return check(algorithm.multicasts_within_nodes ? per_node : all, 1);
  if (per_node == all)
    return fail(
        "{} {} sums in the switches of a network, and {} ranks on {} are one node; choose another "
        "algorithm, or several nodes, as in \"2x dgx-h100,sharp\"",
        name_of(algorithm.collective), algorithm.name, all, setup.machine->name);
  if (all % per_node != 0)
    return fail("{} {} needs equally many ranks on each node; {} ranks are on nodes of {}",
                name_of(algorithm.collective), algorithm.name, all, per_node);
  const Status within = algorithm.multicasts_within_nodes ? check(per_node, 1) : Status{};
  return within ? check(all, per_node) : within;
}

// The same where the machine is simulated. Real ranks reach one another's memory whatever it has.
Status check_on_a_model(const Algorithm& algorithm, const Setup& setup) {
  return setup.experiment.on == BackendName::sim ? check_needs(algorithm, setup) : Status{};
}

// Without a machine, multicast counts as missing.
bool is_able(const Algorithm& algorithm, const Setup& setup) {
  return algorithm.supports(setup.collective) && (known(setup) || !algorithm.needs_multicast) &&
         check_needs(algorithm, setup);
}

// Never empty: of every collective, one algorithm supports any number of ranks and needs no multicast.
std::vector<const Algorithm*> able(const Setup& setup) {
  std::vector<const Algorithm*> algorithms = algorithms_for(setup.collective.kind);
  std::erase_if(algorithms, [&](const Algorithm* algorithm) { return !is_able(*algorithm, setup); });
  return algorithms;
}

// A protocol of an algorithm, and the time that the two cannot beat.
struct Trial {
  ProtocolChoice protocol;
  Time least;
  std::size_t place;  // in the order of protocols, which decides between equal times
};

// An algorithm that may be the fastest.
struct Candidate {
  const Algorithm* algorithm;
  std::vector<Trial> trials;  // that were not made yet, the most promising first
  std::size_t place;          // in the order of algorithms
  bool tight = false;         // its least times are as near to the times as can be told without a simulation
  std::optional<Prediction> best{};         // of the trials that were made
  std::size_t best_place = 0;               //   of its protocol
  std::map<std::size_t, Error> refusals{};  // of trials, by place

  bool may_beat(Time time) const { return !trials.empty() && trials.front().least <= time; }
};

Setup with_protocol(const Setup& setup, const Algorithm& algorithm, ProtocolChoice protocol) {
  Setup chosen = settled(setup, {&algorithm, "", protocol});
  chosen.experiment.pieces = setup.experiment.pieces;
  return chosen;
}

// The most pieces into which auto may cut.
int most_pieces_of(const Setup& setup, PlannedPrograms& planned) {
  if (setup.experiment.pieces) return *setup.experiment.pieces;
  if (!has_pieces_to_choose(setup, planned.algorithm())) return 1;
  const std::optional<PiecesOfProtocol> known = pieces_of_protocol(setup, planned);
  return known ? known->pieces : most_pieces;
}

// What its schedule tells. What cannot be written has no time to beat: its trial says why.
Candidate candidate_of(const Setup& setup, const Algorithm& algorithm, std::size_t place, LeastTimes& times) {
  Candidate candidate{&algorithm, {}, place};
  const PlanStore::Loan planned = plans_for(algorithm, setup.plans.get());
  for (const ProtocolChoice protocol : protocols_of(setup, algorithm)) {
    const Setup chosen = with_protocol(setup, algorithm, protocol);
    const int pieces = most_pieces_of(chosen, *planned);
    const Time least = planned->schedule(chosen)
                           .map([&](const Schedule& schedule) { return times.of(chosen, schedule, pieces); })
                           .value_or(Time{});
    candidate.trials.push_back({protocol, least, candidate.trials.size()});
  }
  std::ranges::stable_sort(candidate.trials, {}, &Trial::least);
  return candidate;
}

// The same, with what an easier simulation tells.
Candidate tightened(const Setup& setup, Candidate candidate, const Predict& predict) {
  const PlanStore::Loan planned = plans_for(*candidate.algorithm, setup.plans.get());
  for (Trial& trial : candidate.trials) {
    const Setup chosen = with_protocol(setup, *candidate.algorithm, trial.protocol);
    trial.least = std::max(trial.least, time_of_even_run(chosen, *planned, predict));
  }
  std::ranges::sort(candidate.trials, {},
                    [](const Trial& trial) { return std::pair(trial.least, trial.place); });
  candidate.tight = true;
  return candidate;
}

// The same after the most promising trial, which is given up if it takes longer than `limit`.
Candidate tried(const Setup& setup, Candidate candidate, const Predict& predict, Time limit) {
  const Trial trial = candidate.trials.front();
  candidate.trials.erase(candidate.trials.begin());
  const Setup chosen = with_protocol(setup, *candidate.algorithm, trial.protocol);
  const PlanStore::Loan planned = plans_for(*candidate.algorithm, setup.plans.get());
  Result<Pieces> pieces = fastest_pieces(chosen, *planned, predict, limit);
  if (!pieces) {
    candidate.refusals.emplace(trial.place, pieces.error());
    return candidate;
  }
  std::optional<Prediction>& best = candidate.best;
  if (best && std::pair(best->time, candidate.best_place) < std::pair(pieces->time, trial.place))
    return candidate;
  candidate.best_place = trial.place;
  best = {chosen.experiment.algorithm,
          {candidate.algorithm, "", trial.protocol, pieces->pieces, std::move(pieces->why)},
          pieces->time,
          pieces->given_up};
  if (!pieces->run || pieces->given_up) return candidate;
  best->choice.predicted = {chosen.experiment, pieces->run};
  best->choice.predicted->experiment.pieces = pieces->pieces;
  return candidate;
}

// The algorithm with the fastest of the protocols that it may use. An error if it cannot run here.
Result<Prediction> predict_one(const Setup& setup, const Algorithm& algorithm, const Predict& predict) {
  LeastTimes times(setup);
  Candidate candidate = tightened(setup, candidate_of(setup, algorithm, 0, times), predict);
  for (Time best = never; candidate.may_beat(best); best = candidate.best ? candidate.best->time : never)
    candidate = tried(setup, std::move(candidate), predict, best);
  if (candidate.best) return *std::move(candidate.best);
  return tl::unexpected(candidate.refusals.begin()->second);
}

// The result of a search for the fastest algorithm.
struct Search {
  std::vector<Prediction> ordered{};  // the simulated algorithms, the fastest first; never empty
  int excluded = 0;                   // algorithms that cannot be as fast, which were not simulated
};

// Looks at this many candidates at a time, once there is a time to beat. The number is fixed, so that the
// same candidates are simulated on any number of cores, and given up at the same times.
constexpr std::size_t candidates_at_a_time = 2;

// Simulates what has a least time that is not above the best time so far, the most promising first: an
// algorithm with one protocol, and only until it has taken as long as the best before it.
class FastestSearch {
 public:
  FastestSearch(const Setup& setup, const Planner& planner) : setup_(setup), planner_(planner) {}

  // An error if none of them can run here.
  Result<Search> among(const std::vector<const Algorithm*>& algorithms) {
    LeastTimes times(setup_);
    for (const Algorithm* algorithm : algorithms)
      candidates_.push_back(candidate_of(setup_, *algorithm, candidates_.size(), times));
    while (const std::size_t next = next_ones()) {
      const std::span<Candidate> chosen = std::span(candidates_).first(next);
      if (std::ranges::all_of(chosen, &Candidate::tight))
        simulate(chosen);
      else
        tighten(chosen);
    }
    return result();
  }

 private:
  // Puts the candidates in order, and returns how many of the first ones may be the fastest.
  std::size_t next_ones() {
    std::ranges::sort(candidates_, {}, [](const Candidate& c) {
      return std::tuple(c.trials.empty(), c.trials.empty() ? never : c.trials.front().least, c.place);
    });
    const std::size_t most = best_ == never ? 1 : candidates_at_a_time;
    std::size_t next = 0;
    while (next < std::min(most, candidates_.size()) && candidates_[next].may_beat(best_)) ++next;
    return next;
  }

  void tighten(std::span<Candidate> candidates) {
    in_parallel(
        candidates.size(), planner_.cores,
        [&](std::size_t i) {
          return candidates[i].tight ? candidates[i] : tightened(setup_, candidates[i], planner_.predict);
        },
        [&](std::size_t i, Candidate candidate) {
          candidates[i] = std::move(candidate);
          return true;
        });
  }

  void simulate(std::span<Candidate> candidates) {
    in_parallel(
        candidates.size(), planner_.cores,
        [&, limit = best_](std::size_t i) { return tried(setup_, candidates[i], planner_.predict, limit); },
        [&](std::size_t i, Candidate candidate) {
          candidates[i] = std::move(candidate);
          if (candidates[i].best) best_ = std::min(best_, candidates[i].best->time);
          return true;
        });
  }

  Result<Search> result() {
    std::ranges::sort(candidates_, {}, &Candidate::place);
    Search result;
    for (Candidate& candidate : candidates_) {
      if (candidate.best)
        result.ordered.push_back(predicted(std::move(candidate)));
      else
        result.excluded += candidate.refusals.empty();
    }
    if (result.ordered.empty()) return tl::unexpected(candidates_.front().refusals.begin()->second);
    std::ranges::stable_sort(result.ordered, [](const Prediction& a, const Prediction& b) {
      return stands_before(a.time, *a.choice.algorithm, b.time, *b.choice.algorithm);
    });
    return result;
  }

  // A protocol that was not tried may be faster than the others, but not than the best algorithm.
  static Prediction predicted(Candidate candidate) {
    Prediction prediction = *std::move(candidate.best);
    if (!candidate.may_beat(prediction.time)) return prediction;
    prediction.time = candidate.trials.front().least;
    prediction.given_up = true;
    return prediction;
  }

  const Setup& setup_;
  const Planner& planner_;
  std::vector<Candidate> candidates_;
  Time best_ = never;
};

std::string why_fastest(const Search& search) {
  std::vector<std::string> parts{
      fmt::format("the fastest in simulation, {}", to_human(search.ordered.front().time))};
  std::vector<std::string> others;
  for (std::size_t i = 1; i < search.ordered.size(); ++i) {
    const Prediction& other = search.ordered[i];
    others.push_back(fmt::format("{} {}{}", other.choice.algorithm->name, other.given_up ? "over " : "",
                                 to_human(other.time)));
  }
  if (!others.empty()) parts.push_back(fmt::format("others: {}", fmt::join(others, ", ")));
  if (search.excluded > 0)
    parts.push_back(
        fmt::format("{} more not simulated, because bounds show that they are slower", search.excluded));
  return fmt::format("{}", fmt::join(parts, "; "));
}

// A machine that stands for this computer if it was not calibrated, or not for so many ranks.
std::string guess(const Setup& setup) { return fmt::format("switch:{},4GB/s,10us", setup.collective.ranks); }
Setup on_known_machine(Setup setup) {
  if (!known(setup)) setup.machine = machine_from_spec(guess(setup)).value();
  return setup;
}

Result<Choice> choose_automatically(const Setup& setup, const std::vector<const Algorithm*>& algorithms,
                                    const Planner& planner) {
  if (algorithms.size() == 1) return choose_protocol(setup, *algorithms.front(), planner.predict);
  const Setup known_setup = on_known_machine(setup);
  return FastestSearch(known_setup, planner).among(algorithms).map([&](const Search& found) {
    Choice choice = found.ordered.front().choice;
    choice.why = why_fastest(found);
    if (known(setup)) return choice;
    choice.why = fmt::format(
        "the fastest in simulation on {}, which is only a guess; commlab calibrate measures this "
        "computer",
        guess(setup));
    choice.protocol = ProtocolChoice::automatic;
    choice.predicted.reset();
    return choice;
  });
}

}  // namespace

Result<std::vector<Choice>> choose_algorithms(const Setup& setup, const Planner& planner) {
  const bool has_native = planner.backend(setup.experiment.on).native;
  const Choice native{&native_algorithm(setup.collective.kind), "", ProtocolChoice::automatic};
  if (setup.experiment.algorithm == native.algorithm->name && !has_native)
    return fail(
        "--algorithm native: {} has no collectives of its own; use a library, as in --on nccl or --on mpi",
        name_of(setup.experiment.on));
  // The library's name also names its own algorithm: --on mpi --algorithm mpi.
  if (has_native && (setup.experiment.algorithm == "auto" || setup.experiment.algorithm == "native" ||
                     setup.experiment.algorithm == name_of(setup.experiment.on)))
    return std::vector{native};

  // For a copy, auto relays through other GPUs only if --route asks for it.
  const bool is_copy = setup.collective.kind == CollectiveKind::p2p;
  const std::string name = !is_copy || setup.experiment.algorithm != "auto" ? setup.experiment.algorithm
                           : setup.experiment.route.kind == RouteChoice::Kind::relayed ? "relay"
                                                                                       : "direct";
  if (name == nccl_name)
    return choose_as_nccl(setup, planner).map([](Choice choice) { return std::vector{std::move(choice)}; });
  if (name != "auto" && name != "all")
    return find_algorithm(setup.collective.kind, name, setup.own_algorithms)
        .and_then(
            [&](const Algorithm* algorithm) { return choose_protocol(setup, *algorithm, planner.predict); })
        .map([](Choice choice) { return std::vector{std::move(choice)}; });

  if (name == "auto")
    return choose_automatically(setup, able(setup), planner).map([](Choice choice) {
      return std::vector{std::move(choice)};
    });
  std::vector<Choice> choices;
  if (has_native) choices.push_back(native);
  for (const Algorithm* algorithm : algorithms_for(setup.collective.kind, setup.own_algorithms)) {
    Result<Choice> choice = choose_protocol(setup, *algorithm, planner.predict);
    choices.push_back(choice ? *std::move(choice)
                             : Choice{.algorithm = algorithm,
                                      .why = {},
                                      .protocol = setup.experiment.protocol,
                                      .refusal = choice.error()});
  }
  return choices;
}

Result<Choice> choose_algorithm(const Setup& setup, const Planner& planner) {
  if (setup.experiment.algorithm == "all") return fail("--algorithm all: one algorithm is needed here");
  return choose_algorithms(setup, planner).map([](const std::vector<Choice>& choices) {
    return choices.front();
  });
}

std::vector<ProtocolChoice> protocols_of(const Setup& setup, const Algorithm& algorithm) {
  const Experiment& e = setup.experiment;
  const bool on_a_model = setup.machine && e.on == BackendName::sim;
  if (e.protocol != ProtocolChoice::automatic || !on_a_model || setup.collective.kind == CollectiveKind::p2p)
    return {e.protocol};
  std::vector<ProtocolChoice> choices;
  for (const Protocol& protocol : protocols_here(setup, algorithm))
    if (can_use(algorithm, protocol) && (!protocol.streams() || e.link_model != LinkModel::fifo))
      choices.push_back(value_in(protocol_choices, protocol.name, "protocol").value());
  return choices.empty() ? std::vector{e.protocol} : choices;
}

Result<Choice> choose_protocol(const Setup& setup, const Algorithm& algorithm, const Predict& predict) {
  if (const Status able = check_on_a_model(algorithm, setup); !able) return tl::unexpected(able.error());
  const std::vector<ProtocolChoice> protocols = protocols_of(setup, algorithm);
  const bool can_simulate = known(setup) || !algorithm.needs_multicast;  // the guess has no such switches
  if (protocols.size() == 1 && (!has_pieces_to_choose(setup, algorithm) || !can_simulate))
    return Choice{&algorithm, "", protocols.front(), setup.experiment.pieces.value_or(1)};
  if (protocols.size() == 1 && known(setup)) {
    const Setup chosen = with_protocol(setup, algorithm, protocols.front());
    const PlanStore::Loan planned = plans_for(algorithm, setup.plans.get());
    if (std::optional<PiecesOfProtocol> pieces = pieces_of_protocol(chosen, *planned))
      return Choice{&algorithm, "", protocols.front(), pieces->pieces, std::move(pieces->why)};
  }
  return predict_one(on_known_machine(setup), algorithm, predict).map([&](Prediction only) {
    if (!known(setup)) only.choice.predicted.reset();
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
    const auto predict_named = [&](const Algorithm* algorithm) {
      return check_on_a_model(*algorithm, named).and_then([&] {
        return predict_one(named, *algorithm, predict);
      });
    };
    const Result<Prediction> found =
        find_algorithm(setup.collective.kind, name, setup.own_algorithms).and_then(predict_named);
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

void use_channels(Machine& machine, int channels) {
  for (Protocol& protocol : machine.protocols) {
    protocol.channels = channels;
    protocol.grain = {};
  }
}

Setup settled(Setup setup, const Choice& choice) {
  Experiment& e = setup.experiment;
  if (!choice.name.empty())
    e.algorithm = choice.name;
  else if (!e.algorithm.starts_with(fmt::format("{}:", choice.algorithm->name)))
    e.algorithm = choice.algorithm->name;
  e.protocol = choice.protocol;
  e.pieces = choice.pieces;
  if (!calls_overlap(setup)) e.loop = 1;
  if (!setup.machine) return setup;
  const std::optional<NcclCallCosts> costs =
      choice.costs ? choice.costs : call_costs(setup, *choice.algorithm, choice.protocol);
  if (std::optional<Machine> alone = machine_of_one_rank(setup))
    setup.machine = *std::move(alone);
  else if (std::optional<Machine> idle = machine_without_data(setup))
    setup.machine = *std::move(idle);
  else if (costs)
    setup.machine = with_costs(*std::move(setup.machine), *costs);
  else if (choice.nccl)
    use_channels(*setup.machine, choice.nccl->channels);
  return setup;
}

}  // namespace commlab
