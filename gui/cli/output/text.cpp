#include "gui/cli/output/text.h"

#include <cassert>

#include <fmt/format.h>

#include "core/base/gbps.h"
#include "core/base/numbers.h"
#include "core/collective/size_text.h"
#include "gui/cli/output/table.h"

namespace commlab {
namespace {
constexpr std::size_t longest_exact_text = 9;
}

std::string short_text(Bandwidth bandwidth) {
  const std::string exact = to_text(bandwidth);
  if (exact.size() <= longest_exact_text) return exact;
  return fmt::format("{:.3g}GB/s", GBps_of(bandwidth));
}

std::string short_text(Time time) {
  const std::string exact = to_text(time);
  return exact.size() <= longest_exact_text ? exact : to_human(time);
}

std::string link_text(const Link& link) {
  const std::string lanes = link.lanes > 1 ? fmt::format("{}x ", link.lanes) : "";
  return fmt::format("{}{} {}", lanes, name_of(link.type), short_text(link.bandwidth));
}

std::string route_text(const Topology& topology, const std::vector<LinkId>& route) {
  if (route.empty()) return "within the rank";
  const auto node = [&](NodeId id) { return topology.nodes[id].name; };
  const auto link = [&](LinkId id) -> const Link& { return topology.links[id]; };
  // The route of a group: all links into a switch, then all links out of it.
  const NodeId hub = link(route.front()).to;
  const auto into = std::count_if(route.begin(), route.end(), [&](LinkId id) { return link(id).to == hub; });
  const auto out = std::count_if(route.begin(), route.end(), [&](LinkId id) { return link(id).from == hub; });
  if (into > 1 || out > 1)
    return fmt::format("{} =={}==> {} =={}==> {}",
                       into > 1 ? counted(into, "GPU") : node(link(route.front()).from),
                       link_text(link(route.front())), node(hub), link_text(link(route.back())),
                       out > 1 ? counted(out, "GPU") : node(link(route.back()).to));
  std::string text = node(link(route.front()).from);
  for (const LinkId id : route) text += fmt::format(" =={}==> {}", link_text(link(id)), node(link(id).to));
  return text;
}

std::string bandwidth_text(double GBps) {
  if (GBps > 0 && GBps < 0.1) return fmt::format("{:.2g} GB/s", GBps);
  return GBps < 100 ? fmt::format("{:.2f} GB/s", GBps) : fmt::format("{:.1f} GB/s", GBps);
}

std::string percent_text(double percent) { return fmt::format("{:.1f} %", percent); }

std::string collective_text(const Collective& collective) {
  return fmt::format("{} of {}", size_text(collective), who_text(collective));
}

std::string who_text(const Collective& collective) {
  std::string text(name_of(collective.dtype));
  if (reduces(collective.kind)) text += fmt::format(", {}", name_of(collective.op));
  if (collective.kind == CollectiveKind::p2p)
    return text + fmt::format(", from rank {} to {}", collective.from, fmt::join(collective.to, ", "));
  text += ", over " + counted(collective.ranks, "rank");
  if (has_root(collective.kind)) text += fmt::format(", root {}", collective.root);
  return collective.in_place ? text + ", in place" : text;
}

std::string bound_text(const Outcome& outcome) {
  assert(outcome.bound && "an outcome with a bound");
  if (outcome.bound->time.ps == 0) return name_of(outcome.bound->limited_by);
  std::string text =
      fmt::format("{} ({}); {} reached", to_human(outcome.bound->time),
                  bound_parts(*outcome.bound, outcome.experiment), percent_text(percent_of_bound(outcome)));
  const std::optional<TimeSplit> split = outcome.split();
  if (const Time starts = split ? split->launch + split->latency : Time{}; 2 * starts > outcome.run.finish)
    text += fmt::format(": launch and latency alone take {}", to_human(starts));
  return text;
}

std::string refused_text(const std::vector<Refused>& refused) {
  if (refused.empty()) return {};
  Table table({{""}, {""}});
  for (const Refused& each : refused) table.add({std::string(each.algorithm->name), each.why.message});
  return "\nnot here\n" + table.rows_only();
}

std::string split_text(const TimeSplit& split) {
  const Time whole = split.launch + split.latency + split.transfer + split.wait;
  Table table({{""}, {"", right}, {"", right}, {""}});
  const auto line = [&](const char* name, Time time, const char* meaning) {
    const bool none = time.ps == 0;
    table.add(
        {name, none ? "-" : to_human(time), none ? "-" : percent_text(percent_of(time, whole)), meaning});
  };
  line("launch", split.launch, "starting the collective on all ranks");
  line("latency", split.latency, "starting each message, until its first byte arrives");
  line("transfer", split.transfer, "moving bytes over links, and combining them");
  line("wait", split.wait, "for shared links, full slots, busy lanes");
  return table.rows_only();
}

}  // namespace commlab
