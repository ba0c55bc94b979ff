#include "core/playback/why_waiting.h"

#include <algorithm>

#include "core/base/index.h"

namespace commlab {
namespace {

std::string percent_of_way(const Transfer& t, Time now) {
  return fmt::format("{:.0f} %", 100 * fraction_at(t, now));
}

}  // namespace

// The rank's send is under way: how far it is, and, if it is slowed down, its link with the most flows.
std::string WhyWaiting::sending(std::int32_t transfer, Time now) const {
  const Transfer& t = trace_.transfers[transfer];
  std::string text = fmt::format("{} does not wait: it sends {} to {}, {} across", narration_.name(t.from),
                                 narration_.chunks(transfer), narration_.name(t.to), percent_of_way(t, now));
  if (t.group != no_group)
    text = fmt::format("{} does not wait: it {} {}, {} done", narration_.name(t.from),
                       t.reduces ? "loads" : "stores", narration_.chunks(transfer), percent_of_way(t, now));
  if (t.route < 0 || t.sent - t.start <= t.alone) return text;
  LinkId most_shared = -1;
  std::size_t most_flows = 1;
  const auto under_way = playback_.in_flight(trace_, now);
  for (const LinkId link : trace_.routes[t.route]) {
    const auto crosses = [&](const InFlight& other) {
      const Transfer& o = trace_.transfers[other.transfer];
      if (o.route < 0 || o.sent <= now) return false;
      const auto& route = trace_.routes[o.route];
      return std::ranges::find(route, link) != route.end();
    };
    const auto flows = index(std::ranges::count_if(under_way, crosses));
    if (flows > most_flows) most_flows = flows, most_shared = link;
  }
  if (most_shared >= 0)
    text += fmt::format(", slowly: the link {} is shared by {} flows", trace_.topology.link_name(most_shared),
                        most_flows);
  return text;
}

// The rank's next send is ready, but has not begun.
std::string WhyWaiting::next_send(std::int32_t transfer, Time now) const {
  const Transfer& t = trace_.transfers[transfer];
  const std::string what = t.group != no_group
                               ? fmt::format("{}'s next move on its group is ready", narration_.name(t.from))
                               : fmt::format("{}'s next send, {} to {}, is ready", narration_.name(t.from),
                                             narration_.chunks(transfer), narration_.name(t.to));
  if (t.overhead > Time{} && t.start - now <= t.overhead)
    return fmt::format("{}, and being set up, which takes {} before any transfer", what,
                       to_human(t.overhead));
  if (t.alone == Time{} || t.group != no_group)  // a measured one: the trace does not say why it waited
    return fmt::format("{}, and begins {} later", what, to_human(t.start - now));
  return fmt::format("{}, but has no room: {} has not yet taken out what was sent before", what,
                     narration_.name(t.to));
}

// "gpu4 -> gpu5", where the route is known.
std::string WhyWaiting::way_of(const Transfer& t) const {
  if (t.route < 0 || t.group != no_group || trace_.routes[t.route].empty()) return {};
  const auto& route = trace_.routes[t.route];
  const auto name = [&](NodeId node) { return trace_.topology.nodes[node].name; };
  const auto link = [&](LinkId id) { return trace_.topology.links[id]; };
  return fmt::format(" {} -> {}", name(link(route.front()).from), name(link(route.back()).to));
}

// The rank cannot go on before this transfer is there.
std::string WhyWaiting::awaited(std::int32_t transfer, Time now) const {
  const Transfer& t = trace_.transfers[transfer];
  const bool to_it = std::ranges::find(trace_.receivers(t), rank_) != trace_.receivers(t).end();
  if (now >= t.end && (!to_it || replay_.landed_at(transfer) <= now))
    return fmt::format("{} is about to go on: what it waited for is over", narration_.name(rank_));
  std::string text = fmt::format("{} waits for ", narration_.name(rank_));
  if (t.group != no_group)
    text += fmt::format("{} ({})", narration_.chunks(transfer), trace_.ends_text(t));
  else if (to_it)
    text += fmt::format("{} from {}", narration_.chunks(transfer), narration_.name(t.from));
  else if (t.from == rank_)
    text += fmt::format("its own send of {} to {}", narration_.chunks(transfer), narration_.name(t.to));
  else
    text += fmt::format("{} from {} to {}", narration_.chunks(transfer), narration_.name(t.from),
                        narration_.name(t.to));
  if (now < t.start) return text + ", which has not left yet";
  if (now >= t.end) return text + ", which has arrived and is not taken in yet";
  return text + fmt::format(", which is {} across{}", percent_of_way(t, now), way_of(t));
}

// What it works on at this moment, if it does.
std::string WhyWaiting::work(Time now) const {
  for (const std::uint32_t i : spans_) {
    const Span& span = trace_.spans[i];
    if (span.start > now) break;
    if (span.end <= now) continue;
    const std::string what = span.transfer < 0
                                 ? "a chunk of its own"
                                 : fmt::format("{} from {}", narration_.chunks(span.transfer),
                                               narration_.name(trace_.transfers[span.transfer].from));
    return fmt::format("{} does not wait: it {} {}", narration_.name(rank_),
                       reduces(span.op) ? "adds" : "copies", what);
  }
  return {};
}

std::string WhyWaiting::text(Time now) const {
  if (now < trace_.launch)
    return fmt::format("{} has not begun: the launch takes {}", narration_.name(rank_),
                       to_human(trace_.launch));
  if (const std::string at_work = work(now); !at_work.empty()) return at_work;
  std::int32_t next = -1;     // its next send
  std::int32_t missing = -1;  // the transfer to this rank that is stored next
  for (const std::uint32_t index : transfers_) {
    const Transfer& t = trace_.transfers[index];
    const auto i = static_cast<std::int32_t>(index);
    if (t.from == rank_ && t.start <= now && now < t.sent) return sending(i, now);
    if (t.from == rank_ && t.start > now && next < 0) next = i;
    const auto receivers = trace_.receivers(t);
    if (replay_.landed_at(i) > now && std::ranges::find(receivers, rank_) != receivers.end() &&
        (missing < 0 || replay_.landed_at(i) < replay_.landed_at(missing)))
      missing = i;
  }
  if (next >= 0) {
    const Transfer& t = trace_.transfers[next];
    if (t.ready <= now) return next_send(next, now);
    const bool is_caused = t.enabled_by >= 0 && now <= trace_.transfers[t.enabled_by].end;
    if (t.group != no_group && !is_caused)
      return fmt::format("{} waits at a barrier: all must be there before it {} {}", narration_.name(rank_),
                         t.reduces ? "loads" : "stores", narration_.chunks(next));
    if (t.enabled_by >= 0) return awaited(t.enabled_by, now);
  }
  if (missing >= 0) return awaited(missing, now);
  if (next >= 0)
    return fmt::format("{} is about to go on: it waits for nobody's data", narration_.name(rank_));
  if (!replay_.complete(rank_, now))
    return fmt::format("{} has nothing more to do, but lacks what it was promised", narration_.name(rank_));
  return fmt::format("{} is done", narration_.name(rank_));
}

}  // namespace commlab
