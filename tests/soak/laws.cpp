#include "tests/soak/laws.h"

#include "core/plan/perform.h"
#include "tests/soak/dice.h"
#include "tests/soak/random_experiment.h"

namespace commlab {
namespace {

Result<Time> time_of(const Experiment& experiment, const Planner& planner) {
  return set_up(experiment, planner).and_then([&](const Setup& setup) {
    return choose_algorithm(setup, planner).and_then([&](const Choice& choice) {
      return perform(setup, choice, planner, only_the_time()).map([](const Outcome& outcome) {
        return outcome.run.finish;
      });
    });
  });
}

// What cannot be simulated, as it has too many bytes or transfers, says nothing.
std::optional<std::string> faster(const Experiment& changed, Time before, double allowed,
                                  const Planner& planner, const std::string& change) {
  const Result<Time> time = time_of(changed, planner);
  if (!time || static_cast<double>(time->ps) >= (1 - allowed) * static_cast<double>(before.ps))
    return std::nullopt;
  return fmt::format("it takes {} ps, but with {} {} ps", before.ps, change, time->ps);
}

}  // namespace

std::optional<std::string> broken_law(const Outcome& outcome, const Planner& planner, std::uint64_t seed) {
  const Experiment& e = outcome.experiment;
  const bool is_large = outcome.run.transfers > 50'000 || outcome.run.rounded_up;
  if (e.link_model == LinkModel::fifo || e.loop > 1 || is_large) return std::nullopt;
  Dice dice(seed);
  const bool may_use_more_channels = outcome.machine->nccl || e.protocol == ProtocolChoice::ll;
  if (e.count && *e.count > 0 && !may_use_more_channels) {
    Experiment more = e;
    more.count = 2 * *e.count;
    if (auto broken = faster(more, outcome.run.finish, 0, planner, "twice the bytes")) return broken;
  }
  Experiment damaged = e;
  const Topology& topology = outcome.machine->topology;
  const bool has_links = !topology.links.empty();
  std::string change;
  if (const int what = dice.below(3); what == 0 || !has_links)
    damaged.slow.push_back(change = fmt::format("gpu{}:2x", dice.below(outcome.collective().ranks)));
  else if (what == 1)
    damaged.slow.push_back(change = random_link(dice, topology) + ":3x");
  else
    damaged.late.push_back(change = random_link(dice, topology) + ":5us");
  return faster(damaged, outcome.run.finish, most_passing, planner, change);
}

}  // namespace commlab
