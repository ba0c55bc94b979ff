#include "gui/cli/reports/report_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/collective/reference.h"
#include "core/plan/band.h"
#include "core/programs/native.h"
#include "core/routes/router.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

std::string verified_text(const Outcome& o) {
  if (o.run.rounded) return "every promised value equals the reference, but for the rounding of sums";
  if (o.run.checked) return "every promised value equals the reference, bit for bit";
  if (!o.verified) return "not proved here: too many ranks; commlab verify proves it";
  return *o.verified ? "every contribution arrives exactly once, nothing races, nobody waits forever"
                     : "NO: commlab verify tells why";
}

// REQUIRES: not all ranks were simulated.
std::string simulated_text(const Outcome& o) {
  const std::string ranks = fmt::format("{} of {} ranks", *o.run.simulated_ranks, o.collective().ranks);
  if (o.run.rounded_up)
    return ranks +
           ", which stand for all others if all chunks are as large as the largest (--exact: as they are)";
  return ranks + ", which stand for all others (--exact: every rank)";
}

std::string time_text(const Outcome& o) {
  const Measurement measured = measure(o.collective(), o.run);
  if (o.band)
    return fmt::format("{}; four of five such calls take {} to {}", to_human(o.run.finish),
                       to_human(low_end(o.run.finish, *o.band)), to_human(high_end(o.run.finish, *o.band)));
  if (o.run.times.size() < 2) return to_human(measured.median);
  std::string text = fmt::format("{}   median of {} ({} .. {})", to_human(measured.median),
                                 o.run.times.size(), to_human(measured.min), to_human(measured.max));
  if (o.run.calls > 1) text += fmt::format(", each of {} calls in a row", o.run.calls);
  if (o.run.first) text += fmt::format("; first call {}", to_human(*o.run.first));
  return text;
}

std::string as_measured_text(double times) {
  return fmt::format("x {:.3g} of what the machine's costs alone predict, by what was measured there", times);
}

std::string busiest_link_text(const Outcome& o) {
  const LinkUse& use = o.run.links.front();
  return fmt::format("{} ({}): {} in {}, {} of the time", o.machine->topology.link_name(use.link),
                     link_text(o, use), to_human(Bytes{use.bytes}), to_human(use.busy),
                     percent_text(percent_of(use.busy, o.run.finish)));
}

// A line about the size, where the collective had to round it down.
std::string rounding_text(const Outcome& o) {
  const Bytes done = size_of(o.collective());
  if (!o.experiment.size || *o.experiment.size == done) return {};
  return fact("size", fmt::format("{} asked for, {} done: whole elements on every rank",
                                  to_text(*o.experiment.size), to_text(done)));
}

// "28 B", or "16 B to 128 B".
std::string span_text(const Collective& c, const std::vector<std::int64_t>& elements) {
  const auto [least, most] = std::ranges::minmax(elements);
  const auto text = [&](std::int64_t count) { return to_human(Bytes{count * size_of(c.dtype)}); };
  return least == most ? text(least) : fmt::format("{} to {}", text(least), text(most));
}

// A line about uneven counts: what ranks send and receive, their own blocks included.
std::string counts_text(const Collective& c) {
  if (!is_uneven(c)) return {};
  std::vector<std::int64_t> sent, received;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    sent.push_back(c.counts.sent(rank));
    received.push_back(c.counts.received(rank));
  }
  return fact("counts",
              fmt::format("a rank brings {} and gets {}", span_text(c, sent), span_text(c, received)));
}

std::string direct_routes(const Outcome& o) {
  const Topology& topology = o.machine->topology;
  Router router(topology);
  const Collective& c = o.collective();
  const std::vector<Time> times = o.run.trace ? arrival_times(*o.run.trace, c.to) : std::vector<Time>{};
  Table table({{""}, {"", right}});
  for (std::size_t i = 0; i < c.to.size(); ++i) {
    const auto route = router.route(c.from, c.to[i]);
    table.add({route ? route_text(topology, *route) : route.error().message,
               times.empty() ? "" : to_human(times[i])});
  }
  return "\nroutes, and when the last byte arrived\n" + table.rows_only();
}

// What went from one rank to another, and when its last byte arrived.
struct Passed {
  std::int64_t bytes = 0;
  Time last;
};

std::map<std::pair<Rank, Rank>, Passed> passed_between(const Trace& trace) {
  std::map<std::pair<Rank, Rank>, Passed> passed;
  for (const Transfer& t : trace.transfers) {
    Passed& between = passed[{t.from, t.to}];
    between.bytes += t.bytes;
    between.last = std::max(between.last, t.end);
  }
  return passed;
}

// A copy over relays: every hop, in order.
std::string relayed_routes(const Outcome& o) {
  const Topology& topology = o.machine->topology;
  Router router(topology);
  const auto passed = passed_between(*o.run.trace);
  std::vector<std::pair<std::pair<Rank, Rank>, Passed>> hops(passed.begin(), passed.end());
  std::ranges::stable_sort(hops, {}, [&](const auto& hop) {
    const auto [from, to] = hop.first;
    return std::pair(from != o.collective().from, std::ranges::count(o.collective().to, to) > 0);
  });
  Table table({{""}, {"", right}, {"", right}});
  for (const auto& [ends, hop] : hops) {
    const auto route = router.route(ends.first, ends.second);
    table.add({route ? route_text(topology, *route) : route.error().message, to_human(Bytes{hop.bytes}),
               to_human(hop.last)});
  }
  return "\nhops, what went over each, and when the last byte arrived\n" + table.rows_only();
}

std::string routes_of_p2p(const Outcome& o) {
  const bool relays = o.run.trace && o.programs->steps > 1;
  return relays ? relayed_routes(o) : direct_routes(o);
}

}  // namespace

std::string link_text(const Outcome& o, const LinkUse& use) {
  Link link = o.machine->topology.links[use.link];
  const double times = slowed_times(o, use.link);
  if (times < 1.001) return link_text(link);
  link.bandwidth = {std::llround(static_cast<double>(link.bandwidth.bytes_per_second) * times)};
  return fmt::format("{}, slowed {:.3g} times", link_text(link), times);
}

std::string page(const Outcome& o) {
  const Collective& collective = o.collective();
  std::string text = fmt::format("commlab run {}\n\n", to_line(o.experiment));
  text += fact("what", fmt::format("{}: {}", name_of(collective.kind), collective_text(collective)));
  text += rounding_text(o);
  text += counts_text(collective);
  if (o.machine) text += fact("machine", fmt::format("{}: {}", o.experiment.machine, o.machine->title));
  if (const std::string where = where_text(o.run); !where.empty()) text += fact("where", where);
  text += fact("algorithm", fmt::format("{}: {}", o.programs->algorithm, o.algorithm->idea));
  if (!o.why.empty()) text += fact("", (o.experiment.algorithm == "nccl" ? "" : "auto: ") + o.why);
  for (const std::string& note : o.programs->notes) text += fact("", note);
  for (const std::string& note : o.run.notes) text += fact("", note);
  if (!o.why_pieces.empty()) text += fact("pieces", o.why_pieces);
  if (!is_native(*o.algorithm))
    text += fact("steps",
                 fmt::format("{}, with {} in all", o.programs->steps, counted(o.run.transfers, "transfer")));
  if (o.run.simulated_ranks) text += fact("simulated", simulated_text(o));
  text += fact("verified", verified_text(o));
  if (o.one_order == false && order_matters(o.collective()))
    text += fact("", "but the last bits of sums differ between ranks; commlab verify tells why");
  text += '\n';
  text += fact("time", time_text(o));
  if (o.as_measured) text += fact("", as_measured_text(*o.as_measured));
  if (o.run.over_ranks)
    text += fact("", fmt::format("of the ranks, each on its own clock: mean {}, least {}, most {}",
                                 to_human(o.run.over_ranks->mean), to_human(o.run.over_ranks->min),
                                 to_human(o.run.over_ranks->max)));
  if (o.run.launch)
    text +=
        fact("launch",
             fmt::format("{} before that: the host's call, and until the first command began; not counted",
                         to_human(*o.run.launch)));
  if (o.run.estimate)
    text += fact("estimate", fmt::format("{} by the library's own model", to_human(*o.run.estimate)));
  text += fact("algbw", bandwidth_text(algbw_GBps(collective, o.run.finish)));
  text += fact("busbw", bandwidth_text(busbw_GBps(collective, o.run.finish)));
  if (o.bound) text += fact("bound", bound_text(o));
  if (!o.run.links.empty() && o.machine) text += fact("busiest", busiest_link_text(o));
  if (const auto split = o.split())
    text += "\nwhere the time goes, along the critical path\n" + split_text(*split);
  if (collective.kind == CollectiveKind::p2p && o.machine && o.experiment.on == BackendName::sim)
    text += routes_of_p2p(o);
  return text;
}

std::string side_by_side(const std::vector<Outcome>& outcomes) {
  std::vector<const Outcome*> ordered;
  for (const Outcome& outcome : outcomes) ordered.push_back(&outcome);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Outcome* a, const Outcome* b) { return a->run.finish < b->run.finish; });

  const Outcome& first = outcomes.front();
  Experiment all = first.experiment;
  all.algorithm = "all";
  for (const Outcome& outcome : outcomes)
    if (outcome.experiment.pieces != first.experiment.pieces) all.pieces.reset();
  std::string text = fmt::format("commlab run {}\n\n", to_line(all));
  text += fact("what",
               fmt::format("{}: {}", name_of(first.collective().kind), collective_text(first.collective())));
  if (first.machine) text += fact("machine", fmt::format("{}: {}", all.machine, first.machine->title));
  text += '\n';

  Table table({{"algorithm"},
               {"time", right},
               {"algbw", right},
               {"busbw", right},
               {"of bound", right},
               {"steps", right},
               {"transfers", right},
               {"verified"}});
  for (const Outcome* o : ordered)
    table.add({std::string(o->algorithm->name), to_human(o->run.finish),
               bandwidth_text(algbw_GBps(o->collective(), o->run.finish)),
               bandwidth_text(busbw_GBps(o->collective(), o->run.finish)),
               o->bound ? percent_text(percent_of_bound(*o)) : "", std::to_string(o->programs->steps),
               std::to_string(o->run.transfers), o->verified ? (*o->verified ? "yes" : "NO") : "not tried"});
  return text + table.text();
}

std::string data_text(const Outcome& o) {
  assert(o.run.buffers && "buffers that were kept");
  const Collective& c = o.collective();
  const auto values = [&](const Memory& memory) { return memory.empty() ? "-" : values_to_text(c, memory); };
  Table table({{""}, {"before"}, {"after"}});
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const bool root = has_root(c.kind) && rank == c.root;
    table.add({fmt::format("rank {}{}", rank, root ? " (root)" : ""), values(o.run.buffers->input[rank]),
               values(o.run.buffers->output[rank])});
  }
  return "\n" + table.text();
}

}  // namespace commlab
