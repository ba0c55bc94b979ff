#include "gui/window/run/run_facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <fmt/format.h>

namespace commlab {
namespace {

// The time that stretches cover together. They must be added in order of their beginnings.
struct Covered {
  Time time;
  Time until;

  void add(Time from, Time to) {
    from = std::max(from, until);
    if (to <= from) return;
    time += to - from;
    until = to;
  }
};

template <class Id, class Before>
std::vector<Id> sorted_ids(std::size_t n, Before before) {
  std::vector<Id> ids(n);
  std::iota(ids.begin(), ids.end(), Id{0});
  std::stable_sort(ids.begin(), ids.end(), before);
  return ids;
}

template <class List, class Id>
const auto& of(const List& list, Id id) {
  return list[id];
}

// Calls `visit` with each rank that sends or receives the transfer, and the time until which it does so.
template <class Visit>
void for_both_ends(const Trace& trace, const Transfer& t, Visit visit) {
  if (t.group == no_group) {
    visit(t.from, t.sent);
    return visit(t.to, t.end);
  }
  for (const Rank rank : trace.senders(t)) visit(rank, t.sent);
  for (const Rank rank : trace.receivers(t)) visit(rank, t.end);
}

std::vector<const Span*> by_start(const std::vector<Span>& spans) {
  std::vector<const Span*> sorted;
  for (const Span& span : spans) sorted.push_back(&span);
  std::ranges::stable_sort(sorted, {}, &Span::start);
  return sorted;
}

// How long each rank had something to do, and when it was done.
void find_rank_uses(const Trace& trace, RunFacts& facts) {
  std::vector<Covered> busy(trace.collective.ranks);
  facts.ranks.resize(busy.size());
  const auto add = [&](Rank rank, Time from, Time to) {
    busy[rank].add(from, to);
    Time& done = facts.ranks[rank].done;
    done = std::max(done, to);
  };
  // Transfers and spans both come in order of start, as Covered needs it.
  const std::vector<const Span*> spans = by_start(trace.spans);
  auto span = spans.begin();
  const auto add_work_until = [&](Time t) {
    for (; span != spans.end() && (*span)->start <= t; ++span)
      add((*span)->rank, (*span)->start, (*span)->end);
  };
  for (const Transfer& t : trace.transfers) {
    add_work_until(t.start);
    for_both_ends(trace, t, [&](Rank rank, Time until) { add(rank, t.start, until); });
  }
  add_work_until(never);
  for (std::size_t i = 0; i < busy.size(); ++i) {
    facts.ranks[i].rank = static_cast<Rank>(i);
    facts.ranks[i].idle = trace.finish - busy[i].time;
  }
  facts.slowest = sorted_ids<Rank>(
      busy.size(), [&](Rank a, Rank b) { return of(facts.ranks, a).done > of(facts.ranks, b).done; });
  std::erase_if(facts.slowest, [&](Rank rank) { return !trace.recorded_ranks().has(rank); });
}

void find_link_uses(const Trace& trace, RunFacts& facts) {
  std::vector<Covered> busy(trace.topology.links.size());
  facts.links.resize(busy.size());
  for (const Transfer& t : trace.transfers) {
    if (t.route < 0) continue;
    for (const LinkId link : of(trace.routes, t.route)) {
      busy[link].add(t.start, t.sent);
      facts.links[link].bytes += t.bytes;
    }
  }
  for (std::size_t i = 0; i < busy.size(); ++i) {
    facts.links[i].link = static_cast<LinkId>(i);
    facts.links[i].busy = busy[i].time;
    const Bandwidth bandwidth = trace.topology.links[i].bandwidth;
    if (bandwidth != Bandwidth{}) facts.links[i].full = serialization_time({facts.links[i].bytes}, bandwidth);
  }
  facts.busiest = sorted_ids<LinkId>(
      busy.size(), [&](LinkId a, LinkId b) { return limits_more(of(facts.links, a), of(facts.links, b)); });
  std::erase_if(facts.busiest, [&](LinkId link) { return of(facts.links, link).bytes == 0; });
}

}  // namespace

RunFacts run_facts(const Trace& trace) {
  RunFacts facts;
  find_link_uses(trace, facts);
  find_rank_uses(trace, facts);
  const RankRange recorded = trace.recorded_ranks();
  for (const Transfer& t : trace.transfers) {
    facts.steps = std::max(facts.steps, t.step + 1);
    if (!recorded.has(t.from)) continue;
    ++facts.transfers;
    facts.bytes += t.bytes;
  }
  if (trace.recorded) {  // all groups of ranks send as much
    const std::int64_t groups = trace.collective.ranks / recorded.ranks;
    facts.transfers *= groups;
    facts.bytes *= groups;
  }
  return facts;
}

std::string change_sentence(Time before, Time now) {
  const std::string times = fmt::format("{}, now {}", to_human(before), to_human(now));
  if (before.ps <= 0 || now.ps <= 0) return times;
  const double longer = static_cast<double>(now.ps) / static_cast<double>(before.ps);
  if (std::abs(longer - 1) < 0.005) return fmt::format("{}, now as long", to_human(before));
  if (longer >= 1.5) return fmt::format("{}: {:.3g} times as long", times, longer);
  if (longer <= 1 / 1.5) return fmt::format("{}: {:.3g} times as fast", times, 1 / longer);
  return fmt::format("{}: {:.0f} % {}", times, 100 * std::abs(longer - 1), longer > 1 ? "longer" : "shorter");
}

std::vector<const Deposit*> journey(const Replay& replay, int block, int part) {
  std::vector<const Deposit*> stores;
  for (const Deposit& deposit : replay.deposits())
    if (deposit.block == block && deposit.part == part && deposit.transfer >= 0) stores.push_back(&deposit);
  return stores;
}

std::vector<std::string> users_of(const Trace& trace, LinkId link, std::size_t most) {
  std::vector<bool> over(trace.routes.size());
  for (std::size_t i = 0; i < over.size(); ++i)
    over[i] = std::ranges::find(trace.routes[i], link) != trace.routes[i].end();
  std::set<std::string> users;
  for (const Transfer& t : trace.transfers)
    if (users.size() < most && t.route >= 0 && over[t.route]) users.insert(trace.ends_text(t));
  return {users.begin(), users.end()};
}

}  // namespace commlab
