#include "tests/soak/laws.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/plan/perform.h"
#include "tests/soak/dice.h"
#include "tests/soak/random_experiment.h"

namespace commlab {
namespace {

struct Damage {
  enum class Option { slow, late } option;
  std::string words;
};

Result<Outcome> outcome_of(const Experiment& experiment, const Planner& planner, const Wants& wants) {
  return set_up(experiment, planner).and_then([&](const Setup& setup) {
    return choose_algorithm(setup, planner).and_then([&](const Choice& choice) {
      return perform(setup, choice, planner, wants);
    });
  });
}

Result<Time> time_of(const Experiment& experiment, const Planner& planner) {
  return outcome_of(experiment, planner, only_the_time()).map([](const Outcome& outcome) {
    return outcome.run.finish;
  });
}

// What cannot be simulated, as it has too many bytes or transfers, says nothing. Messages of a few bytes that
// share a link may end some picoseconds earlier than shorter ones: a millionth is no law broken.
std::optional<std::string> faster(const Result<Time>& time, Time before, const std::string& change,
                                  Time rounding = {}) {
  if (!time || *time + rounding >= before) return std::nullopt;
  return fmt::format("it takes {} ps, but with {} {} ps", before.ps, change, time->ps);
}

template <class T>
void shuffle(Dice& dice, std::span<T> list) {
  for (std::size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[index(dice.below(static_cast<int>(i)))]);
}

// The same machine, whose nodes and links are listed in another order.
Topology listed_otherwise(const Topology& topology, Dice dice, bool also_gpus) {
  std::vector<NodeId> old_place(topology.nodes.size());
  std::iota(old_place.begin(), old_place.end(), 0);
  const auto gpus = std::span(old_place).first(index(topology.gpus));
  const auto per_node = index(topology.per_node > 0 ? topology.per_node : topology.gpus);
  if (also_gpus)
    for (std::size_t first = 0; first < gpus.size(); first += per_node)
      shuffle(dice, gpus.subspan(first, per_node));
  shuffle(dice, std::span(old_place).subspan(gpus.size()));

  Topology other = topology;
  std::vector<NodeId> place(old_place.size());
  for (std::size_t i = 0; i < place.size(); ++i) {
    place[index(old_place[i])] = static_cast<NodeId>(i);
    other.nodes[i] = topology.nodes[index(old_place[i])];
  }
  for (Link& link : other.links) {
    link.from = place[index(link.from)];
    link.to = place[index(link.to)];
  }
  shuffle(dice, std::span(other.links));
  return other;
}

// To a call of NCCL of all GPUs, all of them are alike; but faults, jitter and the larger one of several
// blocks belong to GPUs by their numbers.
bool any_order_of_gpus(const Outcome& outcome) {
  const Experiment& e = outcome.experiment;
  return outcome.nccl && !has_root(e.collective) && e.slow.empty() && e.late.empty() && e.cut.empty() &&
         e.jitter == Experiment{}.jitter && e.absent.empty() && e.ranks == outcome.machine->topology.gpus &&
         e.count.value_or(0) % *e.ranks == 0;
}

std::optional<std::string> depends_on_order(const Outcome& outcome, const Planner& planner, Dice dice,
                                            bool all_gpus) {
  const Experiment& e = outcome.experiment;
  Planner other = planner;
  other.machine = [&](const Experiment& asked) {
    Result<std::optional<Machine>> machine = planner.machine(asked);
    if (machine && *machine) (*machine)->topology = listed_otherwise((*machine)->topology, dice, all_gpus);
    return machine;
  };
  other.plans = nullptr;
  const Result<Time> time = time_of(e, other);
  if (time && *time == outcome.run.finish) return std::nullopt;
  return fmt::format("it takes {} ps, but {} where the machine lists its {} in another order",
                     outcome.run.finish.ps, time ? fmt::format("{} ps", time->ps) : time.error().message,
                     all_gpus ? "GPUs, switches and links" : "switches and links");
}

std::optional<std::string> does_not_add_up(const Outcome& outcome) {
  const std::optional<TimeSplit> split = outcome.split();
  if (!split) return std::nullopt;
  const Time sum = split->launch + split->latency + split->transfer + split->wait;
  if (sum == outcome.run.finish) return std::nullopt;
  return fmt::format("it takes {} ps, but its parts are {} ps", outcome.run.finish.ps, sum.ps);
}

// Whether no message waited for another one on a link, and no work for other work.
bool shares_nothing(const Outcome& outcome) {
  const Machine& machine = *outcome.machine;
  if (!outcome.run.trace || machine.work.processors > 0 || machine.work.memory > Bandwidth{}) return false;
  return std::ranges::all_of(outcome.run.trace->transfers,
                             [](const Transfer& t) { return t.sent - t.start == t.alone; });
}

// NICs post the messages of several ranks one after another, in the order in which they come.
bool has_network(const Topology& topology) {
  return std::ranges::any_of(topology.links, [](const Link& link) { return link.type == LinkType::network; });
}

Experiment with(Experiment e, const Damage& damage) {
  (damage.option == Damage::Option::slow ? e.slow : e.late).push_back(damage.words);
  return e;
}

Damage random_damage(Dice& dice, const Outcome& outcome) {
  const Topology& topology = outcome.machine->topology;
  const int what = dice.below(3);
  if (what == 0 || topology.links.empty())
    return {Damage::Option::slow, fmt::format("gpu{}:2x", dice.below(outcome.collective().ranks))};
  if (what == 1) return {Damage::Option::slow, random_link(dice, topology) + ":3x"};
  return {Damage::Option::late, random_link(dice, topology) + ":5us"};
}

std::optional<std::string> faster_with(const Damage& damage, const Outcome& outcome, const Planner& planner) {
  if (shares_nothing(outcome)) {
    const Result<Outcome> after = outcome_of(with(outcome.experiment, damage), planner, {});
    if (after && shares_nothing(*after)) return faster(after->run.finish, outcome.run.finish, damage.words);
  }
  Experiment ideal = outcome.experiment;
  ideal.link_model = LinkModel::ideal;
  const Result<Time> before = time_of(ideal, planner);
  if (!before) return std::nullopt;
  return faster(time_of(with(ideal, damage), planner), *before, damage.words + ", all over ideal links,");
}

}  // namespace

std::string_view name_of(Law law) {
  switch (law) {
    case Law::bound: return "not below the bound";
    case Law::parts: return "its parts add up";
    case Law::order: return "any order of switches and links";
    case Law::order_of_gpus: return "any order of GPUs, switches and links";
    case Law::bytes: return "twice the bytes are not faster";
    case Law::damage: return "damage is not faster";
    case Law::shortcuts: return "--exact changes nothing";
  }
  return "";
}

std::optional<std::string> broken_law(const Outcome& outcome, const Planner& planner, std::uint64_t seed,
                                      LawsAsked& laws) {
  const Experiment& e = outcome.experiment;
  const bool is_large = outcome.run.transfers > 50'000 || outcome.run.rounded_up;
  if (e.link_model == LinkModel::fifo || e.loop > 1 || is_large) return std::nullopt;
  if (auto broken = laws.ask(Law::parts, does_not_add_up(outcome))) return broken;
  Dice dice(seed);
  const bool all_gpus = any_order_of_gpus(outcome);
  if (auto broken = laws.ask(all_gpus ? Law::order_of_gpus : Law::order,
                             depends_on_order(outcome, planner, dice, all_gpus)))
    return broken;
  const bool may_use_more_channels = outcome.machine->nccl || e.protocol == ProtocolChoice::ll;
  if (e.count && *e.count > 0 && !may_use_more_channels) {
    Experiment more = e;
    more.count = 2 * *e.count;
    const Time before = outcome.run.finish, rounding = {before.ps / 1'000'000};
    if (auto broken =
            laws.ask(Law::bytes, faster(time_of(more, planner), before, "twice the bytes", rounding)))
      return broken;
  }
  if (has_network(outcome.machine->topology)) return std::nullopt;
  return laws.ask(Law::damage, faster_with(random_damage(dice, outcome), outcome, planner));
}

}  // namespace commlab
