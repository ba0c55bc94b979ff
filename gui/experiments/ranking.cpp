#include "gui/experiments/ranking.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/in_parallel.h"
#include "core/base/numbers.h"
#include "core/plan/bound_of.h"
#include "core/plan/call_costs.h"
#include "core/plan/nccl_plan.h"

namespace commlab {
namespace {

Setup at_size(Setup setup, Bytes size) {
  const Collective& c = setup.collective;
  setup.experiment.size = size;
  setup.experiment.count.reset();
  setup.collective.count = count_for(c.kind, c.ranks, c.dtype, size);
  return setup;
}

std::string busiest_link(const Outcome& o) {
  const LinkUse& use = o.run.links.front();
  return fmt::format("{}, busy {:.0f} %", o.machine->topology.link_name(use.link),
                     percent_of(use.busy, o.run.finish));
}

// The messages of the critical path whose arrival the next one waited for. After the others, the sender went
// on at once, so their latencies passed at the same time.
std::int64_t messages_in_a_row(const Outcome& o) {
  const std::vector<std::int32_t>& path = o.chain->transfers;
  std::int64_t messages = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool sender_goes_on =
        i + 1 < path.size() && o.trace().transfers[path[i + 1]].from == o.trace().transfers[path[i]].from;
    messages += !sender_goes_on;
  }
  return messages;
}

// Where most of the time goes: a link, latency, launching, or the ranks' own work on bytes.
std::string limit_of(const Outcome& o) {
  if (o.run.finish == Time{}) return "nothing to do";
  const bool has_links = !o.run.links.empty();
  const bool links_are_busy = has_links && 2 * o.run.links.front().busy >= o.run.finish;
  if (!o.chain) return links_are_busy ? busiest_link(o) : "latency";

  const TimeSplit& split = o.chain->split;
  const Time most = std::max({split.launch, split.latency, split.transfer, split.wait});
  const double share = percent_of(most, o.run.finish);
  if (most == split.transfer || most == split.wait)
    return has_links ? busiest_link(o) : fmt::format("work on bytes, {:.0f} %", share);
  if (most == split.launch) return fmt::format("launch, {:.0f} %", share);
  const std::int64_t messages = messages_in_a_row(o);
  return fmt::format("latency of {}{}, {:.0f} %", counted(messages, "message"),
                     messages > 1 ? " in a row" : "", share);
}

Result<Time> time_of(const Setup& setup, const Algorithm& algorithm, const Tools& tools) {
  return fastest_of(setup, {std::string(algorithm.name)}, tools.planner().predict)
      .map([](const Prediction& found) { return found.time; });
}

// The smallest size at which `later` is no slower than `earlier`, to about one percent.
// REQUIRES: `later` is slower at `low`, and no slower at `high`.
Result<Bytes> crossing(const Setup& setup, const Algorithm& earlier, const Algorithm& later, Bytes low,
                       Bytes high, const Tools& tools) {
  assert(low < high && "a range of sizes");
  while (high.count - low.count > std::max<std::int64_t>(1, low.count / 100)) {
    const Bytes middle = {low.count + (high.count - low.count) / 2};
    const Setup there = at_size(setup, middle);
    const Result<Time> a = time_of(there, earlier, tools);
    if (!a) return tl::unexpected(a.error());
    const Result<Time> b = time_of(there, later, tools);
    if (!b) return tl::unexpected(b.error());
    (*b <= *a ? high : low) = middle;
  }
  return high;
}

double times_as_long(Time slow, Time fast) {
  return fast == Time{} ? 1 : static_cast<double>(slow.ps) / static_cast<double>(fast.ps);
}

// The size at which `winner` takes the lead at the newest size. Nothing: nobody leads right before it.
std::optional<Bytes> taken_over_at(const Race& race, const Algorithm& winner, const Tools& tools) {
  const std::size_t newest = race.sizes.size() - 1;
  if (race.leads.empty() || race.leads.back().last + 1 != newest) return std::nullopt;
  const Result<Bytes> since = crossing(race.setup, *race.leads.back().winner, winner, race.sizes[newest - 1],
                                       race.sizes[newest], tools);
  return since ? std::optional(*since) : std::nullopt;
}

bool goes_on(const Lead& lead, const Race::Runner& winner, std::size_t newest) {
  return lead.winner == winner.algorithm && lead.last + 1 == newest;
}

void add_newest_size(Lead& lead, const Race& race, const Podium& podium) {
  lead.last = race.sizes.size() - 1;
  lead.last_time = *race.runners[podium.winner].times[lead.last];
  if (podium.next < 0) return;
  const Race::Runner& next = race.runners[podium.next];
  const double ahead = times_as_long(*next.times[lead.last], lead.last_time);
  const bool first = lead.rival == nullptr;
  if (first || ahead < lead.least_ahead) lead.rival = next.algorithm;
  lead.least_ahead = first ? ahead : std::min(lead.least_ahead, ahead);
  lead.most_ahead = first ? ahead : std::max(lead.most_ahead, ahead);
}

void add_to_leads(Race& race, const Tools& tools) {
  const std::size_t newest = race.sizes.size() - 1;
  const Podium podium = podium_at(race, newest);
  if (podium.winner < 0) return;
  const Race::Runner& winner = race.runners[podium.winner];
  if (race.leads.empty() || !goes_on(race.leads.back(), winner, newest)) {
    const Time time = *winner.times[newest];
    race.leads.push_back({.winner = winner.algorithm,
                          .first = newest,
                          .last = newest,
                          .since = taken_over_at(race, *winner.algorithm, tools),
                          .first_time = time,
                          .last_time = time});
  }
  add_newest_size(race.leads.back(), race, podium);
}

Result<Ranked> rank_choice(const Setup& setup, const Choice& choice, const Tools& tools) {
  return perform(setup, choice, tools.planner(), {.stop = tools.stop}).map([&](const Outcome& outcome) {
    return Ranked{.algorithm = choice.algorithm,
                  .protocol = outcome.protocol,
                  .channels = outcome.programs->channels,
                  .time = outcome.run.finish,
                  .steps = outcome.programs->steps,
                  .transfers = outcome.run.transfers,
                  .verified = outcome.verified,
                  .limited_by = limit_of(outcome),
                  .needs = choice.nccl ? "nothing: NCCL chooses it"
                                       : needs_of(setup, *choice.algorithm, outcome.protocol),
                  .nccl = choice.nccl ? way_text(choice.nccl->algorithm, choice.nccl->protocol) : ""};
  });
}

Result<Ranked> rank_one(const Setup& setup, const Algorithm& algorithm, const Tools& tools) {
  return choose_protocol(setup, algorithm, tools.planner().predict).and_then([&](const Choice& choice) {
    return rank_choice(setup, choice, tools);
  });
}

// Nothing if nobody asks for it and NCCL's costs are not known, or if NCCL has nothing to choose.
Result<std::optional<Ranked>> rank_nccl(const Setup& setup, const Tools& tools) {
  const bool is_asked = setup.experiment.algorithm == nccl_name;
  const bool is_known = has_call_costs(setup) && setup.experiment.protocol == ProtocolChoice::automatic;
  if (!(is_asked || is_known) || !is_tuned_by_nccl(setup.collective.kind)) return std::nullopt;
  return choose_as_nccl(setup, tools.planner()).and_then([&](const Choice& choice) {
    return rank_choice(setup, choice, tools).map([](Ranked ranked) {
      return std::optional(std::move(ranked));
    });
  });
}

}  // namespace

Result<Ranking> rank_algorithms(const Setup& setup, const Tools& tools, const ReportProgress& report) {
  Ranking ranking{.setup = setup, .bound = bound_of(setup), .ranked = {}, .refused = {}};
  const std::vector<const Algorithm*> algorithms =
      algorithms_for(setup.collective.kind, setup.own_algorithms);
  in_parallel(
      algorithms.size(), tools.side_by_side(setup.experiment.on),
      [&](std::size_t i) { return rank_one(setup, *algorithms[i], tools); },
      [&](std::size_t i, Result<Ranked> ranked) {
        report(static_cast<double>(i + 1) / static_cast<double>(algorithms.size()), algorithms[i]->name);
        if (ranked)
          ranking.ranked.push_back(*std::move(ranked));
        else
          ranking.refused.push_back({algorithms[i], ranked.error()});
        return true;
      });
  if (ranking.ranked.empty()) return nobody_can(setup.collective, ranking.refused);
  Result<std::optional<Ranked>> nccl = rank_nccl(setup, tools);
  if (!nccl) return tl::unexpected(nccl.error());
  if (*nccl) ranking.ranked.push_back(**std::move(nccl));
  std::ranges::stable_sort(ranking.ranked, [](const Ranked& a, const Ranked& b) {
    return stands_before(a.time, *a.algorithm, b.time, *b.algorithm);
  });
  return ranking;
}

std::vector<TimeOfAlgorithm> times_of_all(const Setup& setup, const Tools& all_tools) {
  Tools tools = all_tools;
  tools.budget = setup.budget;
  const std::vector<const Algorithm*> algorithms =
      algorithms_for(setup.collective.kind, setup.own_algorithms);
  std::vector<TimeOfAlgorithm> times;
  in_parallel(
      algorithms.size(), tools.cores, [&](std::size_t i) { return time_of(setup, *algorithms[i], tools); },
      [&](std::size_t i, const Result<Time>& time) {
        if (time) times.push_back({algorithms[i], *time});
        return true;
      });
  std::ranges::stable_sort(times, [](const TimeOfAlgorithm& a, const TimeOfAlgorithm& b) {
    return stands_before(a.time, *a.algorithm, b.time, *b.algorithm);
  });
  return times;
}

Race start_of_race(const Setup& setup) {
  Race race{.setup = setup, .sizes = {}, .bounds = {}, .runners = {}, .refused = {}, .leads = {}};
  for (const Algorithm* algorithm : algorithms_for(setup.collective.kind, setup.own_algorithms))
    race.runners.push_back({.algorithm = algorithm, .times = {}});
  return race;
}

void run_race(const Race& race, const std::vector<Bytes>& sizes, const Tools& tools,
              const ReportProgress& report, const std::function<void(RacedSize)>& take) {
  // The bound and all algorithms of a size, then those of the next.
  std::vector<const Algorithm*> algorithms;
  for (const Race::Runner& runner : race.runners) algorithms.push_back(runner.algorithm);
  const std::size_t turns_of_size = 1 + algorithms.size(), turns = turns_of_size * sizes.size();
  const Setup setup = race.setup;  // `take` may change the race
  const auto run = [&](std::size_t turn) -> Result<std::optional<Time>> {
    const Setup there = at_size(setup, sizes[turn / turns_of_size]);
    if (const std::size_t runner = turn % turns_of_size; runner > 0)
      return time_of(there, *algorithms[runner - 1], tools).map([](Time time) {
        return std::optional(time);
      });
    const std::optional<Bound> bound = bound_of(there);
    return bound ? std::optional(bound->time) : std::nullopt;
  };
  RacedSize newest{};
  in_parallel(turns, tools.cores, run, [&](std::size_t turn, Result<std::optional<Time>> time) {
    const Bytes size = sizes[turn / turns_of_size];
    const std::size_t runner = turn % turns_of_size;
    if (runner == 0) {
      newest = {.size = size, .bound = *time, .times = {}};
      return true;
    }
    report(static_cast<double>(turn + 1) / static_cast<double>(turns),
           fmt::format("{}, {}", algorithms[runner - 1]->name, to_human(size)));
    newest.times.push_back(std::move(time).map([](const std::optional<Time>& known) { return *known; }));
    if (runner == algorithms.size()) take(std::move(newest));
    return true;
  });
}

void add(Race& race, RacedSize raced, const Tools& tools) {
  assert(raced.times.size() == race.runners.size() && "a time for each runner");
  if (race.sizes.empty()) race.setup = at_size(race.setup, raced.size);
  race.sizes.push_back(raced.size);
  race.bounds.push_back(raced.bound);
  for (std::size_t r = 0; r < race.runners.size(); ++r) {
    Race::Runner& runner = race.runners[r];
    Result<Time>& time = raced.times[r];
    runner.times.push_back(time ? std::optional(*time) : std::nullopt);
    if (!time) runner.why = std::move(time.error());
  }
  add_to_leads(race, tools);
}

Result<Race> settled(Race race) {
  std::vector<Race::Runner> applying;
  for (Race::Runner& runner : race.runners)
    if (std::ranges::any_of(runner.times, [](const auto& time) { return time.has_value(); }))
      applying.push_back(std::move(runner));
    else
      race.refused.push_back({runner.algorithm, std::move(runner.why)});
  race.runners = std::move(applying);
  if (race.runners.empty()) return nobody_can(race.setup.collective, race.refused);
  return race;
}

Result<Race> race_algorithms(const Setup& setup, const std::vector<Bytes>& sizes, const Tools& tools,
                             const ReportProgress& report) {
  assert(!sizes.empty() && "at least one size");
  Race race = start_of_race(setup);
  run_race(race, sizes, tools, report, [&](RacedSize raced) { add(race, std::move(raced), tools); });
  return settled(std::move(race));
}

Podium podium_at(const Race& race, std::size_t size) {
  assert(size < race.sizes.size() && "one of the race's sizes");
  Podium podium;
  const auto before = [&](int a, int b) {
    return stands_before(*race.runners[a].times[size], *race.runners[a].algorithm,
                         *race.runners[b].times[size], *race.runners[b].algorithm);
  };
  for (int r = 0; r < static_cast<int>(race.runners.size()); ++r) {
    if (!race.runners[r].times[size]) continue;
    if (podium.winner < 0 || before(r, podium.winner))
      podium = {r, podium.winner};
    else if (podium.next < 0 || before(r, podium.next))
      podium.next = r;
  }
  return podium;
}

}  // namespace commlab
