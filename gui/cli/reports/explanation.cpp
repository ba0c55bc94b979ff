#include "gui/cli/reports/explanation.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <span>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/routes/ring_order.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/bottleneck.h"
#include "gui/cli/reports/nccl_explanation.h"
#include "gui/cli/reports/other_ways.h"
#include "gui/experiments/ranking.h"

namespace commlab {
namespace {

// Whether something is faster than what NCCL chose. `times`: the fastest first.
std::string faster_than_nccl(const Outcome& told, const std::vector<TimeOfAlgorithm>& times) {
  const TimeOfAlgorithm& best = times.front();
  if (best.time >= told.run.finish) return "Nothing is faster in simulation than NCCL's choice.\n";
  return fmt::format("{} is faster in simulation than NCCL's choice: {} instead of {}.\n",
                     best.algorithm->name, to_human(best.time), to_human(told.run.finish));
}

// Why this algorithm: the times of all others on the same machine.
std::string alternatives(const Setup& setup, const Outcome& told, const Tools& tools) {
  const std::vector<TimeOfAlgorithm> times = times_of_all(setup, tools);
  const std::string nccl = told.nccl ? nccl_text(explain_nccl(setup, *told.nccl, tools)) +
                                           (times.empty() ? "" : faster_than_nccl(told, times))
                                     : "";
  if (times.size() < 2) return nccl;
  Table table({{""}, {"", right}, {""}});
  for (const auto& [algorithm, time] : times)
    table.add(
        {std::string(algorithm->name), to_human(time), algorithm == told.algorithm ? "<- this one" : ""});
  return nccl + "\nWhy this algorithm? What each would take here:\n" + table.rows_only();
}

// What happens: the phases, and the times of each.
std::string phases(const Outcome& o) {
  struct Phase {
    std::int64_t transfers = 0;
    std::int64_t most_bytes = 0;
    std::int32_t first_step = INT32_MAX, last_step = 0;
    Time begin = never, end;
  };
  const Trace& trace = *o.run.trace;
  std::vector<Phase> found(std::max<std::size_t>(1, trace.phases.size()));
  for (const Transfer& t : trace.transfers) {
    Phase& phase = found[t.phase];
    ++phase.transfers;
    phase.most_bytes = std::max(phase.most_bytes, t.bytes);
    phase.first_step = std::min(phase.first_step, t.step);
    phase.last_step = std::max(phase.last_step, t.step);
    phase.begin = std::min(phase.begin, t.start);
    phase.end = std::max(phase.end, t.end);
  }
  Table table({{""}, {"", right}, {"", right}, {""}});
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Phase& phase = found[i];
    if (phase.transfers == 0) continue;
    const int steps = phase.last_step - phase.first_step + 1;
    const std::string name =
        i < trace.phases.size() && !trace.phases[i].empty() ? trace.phases[i] : "all of it";
    table.add({name, counted(steps, "step"),
               fmt::format("{} of up to {}", counted(phase.transfers, "transfer"),
                           to_human(Bytes{phase.most_bytes})),
               fmt::format("from {} to {}", phase.begin.ps == 0 ? "the start" : to_human(phase.begin),
                           to_human(phase.end))});
  }
  std::string text = fmt::format("\nWhat happens? {}\n", o.algorithm->idea);
  for (const std::string& note : o.programs->notes) text += fmt::format("Here: {}.\n", note);
  return text + table.rows_only();
}

// "step 3", and where a rank sends another several messages in one step, which of them: "step 3, part 2".
std::vector<std::string> names_on_path(const Trace& trace, std::span<const std::int32_t> chain) {
  std::vector<std::string> names;
  using Naming = std::string (*)(const Transfer&);
  for (const Naming more : {Naming([](const Transfer& t) { return fmt::format("step {}", t.step + 1); }),
                            Naming([](const Transfer& t) { return fmt::format(", part {}", t.part); }),
                            Naming([](const Transfer& t) { return fmt::format(", channel {}", t.channel); }),
                            Naming([](const Transfer& t) { return fmt::format(", block {}", t.block); })}) {
    std::set<std::string> different;
    names.resize(chain.size());
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Transfer& t = trace.transfers[chain[i]];
      names[i] += more(t);
      different.insert(fmt::format("{} {}", names[i], trace.ends_text(t)));
    }
    if (different.size() == chain.size()) break;
  }
  return names;
}

// The chain of transfers that ends last. Of a long chain, only the first and the last transfers are shown.
std::string critical_path_text(const Outcome& o) {
  constexpr std::size_t shown_at_start = 4, shown_at_end = 2;
  const Trace& trace = *o.run.trace;
  const std::vector<std::int32_t>& chain = o.chain->transfers;
  if (chain.empty()) return {};
  const std::vector<std::string> names = names_on_path(trace, chain);
  Table table({{""}, {""}, {"", right}, {""}, {""}});
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (chain.size() > shown_at_start + shown_at_end + 1 && i == shown_at_start) {
      table.add({"...", fmt::format("{} more", chain.size() - shown_at_start - shown_at_end), "", "", ""});
      i = chain.size() - shown_at_end;
    }
    const Transfer& t = trace.transfers[chain[i]];
    table.add({names[i],
               t.group == no_group ? fmt::format("rank {} -> {}", t.from, t.to) : trace.ends_text(t),
               to_human(Bytes{t.bytes}), fmt::format("in {}", to_human(t.end - t.ready)),
               t.route < 0 ? "" : route_text(trace.topology, trace.routes[t.route])});
  }
  return fmt::format("\nThe critical path: {}{}\n{}",
                     counted(static_cast<std::int64_t>(chain.size()), "transfer"),
                     chain.size() > 1 ? ", each waiting for the one before it" : "", table.rows_only());
}

// Where another order of the ranks makes a faster ring: that order, and its simulated time.
Result<std::string> better_ring(const Setup& setup, const Outcome& o, const Tools& tools) {
  const int ranks = o.collective().ranks;
  if (o.algorithm->name != "ring" || ranks < 3 || ranks > most_ranks_in_ring_search) return std::string{};
  std::vector<Rank> order = setup.experiment.ring;
  if (order.empty())
    for (Rank rank = 0; rank < ranks; ++rank) order.push_back(rank);

  const Topology& topology = o.run.trace->topology;  // without the links that were cut
  const Result<Bandwidth> now = narrowest_hop(topology, order);
  if (!now) return tl::unexpected(now.error());
  const Result<RingOrder> best = widest_ring(topology, ranks);
  if (!best) return tl::unexpected(best.error());
  if (best->narrowest <= *now)
    return fmt::format(
        "\nNo ring is better: its narrowest hop, {}, is as wide as any order of these ranks can have.\n",
        to_text(*now));

  Setup better = setup;
  better.experiment.ring = best->order;
  const Result<Outcome> outcome =
      perform(better, {o.algorithm, "", o.protocol, o.experiment.pieces.value_or(1)}, tools.planner());
  if (!outcome) return tl::unexpected(outcome.error());
  const auto times = [](Time slow, Time fast) {
    return static_cast<double>(slow.ps) / static_cast<double>(fast.ps);
  };
  std::string text = fmt::format(
      "\nA better ring: --ring {}\n  Its narrowest hop is {} instead of {}: {} instead of {}, {:.1f} times "
      "faster",
      fmt::join(best->order, ","), to_text(best->narrowest), to_text(*now), to_human(outcome->run.finish),
      to_human(o.run.finish), times(o.run.finish, outcome->run.finish));
  if (o.chain && outcome->chain && outcome->chain->split.transfer.ps > 0)
    text += fmt::format("\n  ({:.1f} times in transfer time alone)",
                        times(o.chain->split.transfer, outcome->chain->split.transfer));
  return text + ".\n";
}

std::string bound_sentence(const Outcome& o) {
  if (!o.bound || o.bound->time.ps == 0) return {};
  return fmt::format(
      "\nThe bound: no algorithm can take less than {} here ({}).\n"
      "  This run reaches {} of what is possible.\n",
      to_human(o.bound->time), bound_parts(*o.bound, o.experiment), percent_text(percent_of_bound(o)));
}

}  // namespace

Result<std::string> explanation(const Setup& setup, const Outcome& o, const Tools& tools) {
  assert(o.run.trace && o.chain && o.machine && "a simulated outcome with a trace");
  const bool is_copy = o.collective().kind == CollectiveKind::p2p;
  const Result<std::string> others = is_copy ? other_ways(setup, tools) : alternatives(setup, o, tools);
  if (!others) return tl::unexpected(others.error());
  const Result<std::string> ring = better_ring(setup, o, tools);
  if (!ring) return tl::unexpected(ring.error());

  std::string text = fmt::format("commlab explain {}\n\n", to_line(o.experiment));
  text +=
      fmt::format("{} by {}: {},\non {}, takes {}.\n", name_of(o.collective().kind), o.programs->algorithm,
                  collective_text(o.collective()), o.experiment.machine, to_human(o.run.finish));
  text += *others + phases(o);
  text += "\nWhere does the time go?\n" + split_text(o.chain->split);
  if (o.one_order == false && order_matters(o.collective()))
    text +=
        "\nThe ranks do not get the same bits: they add in different orders; commlab verify tells which.\n";
  return text + critical_path_text(o) + bottleneck_text(o) + *ring + bound_sentence(o);
}

}  // namespace commlab
