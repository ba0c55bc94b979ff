#include "gui/cli/reports/bottleneck.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/report_text.h"

namespace commlab {
namespace {

struct Traffic {
  std::string ends;  // "rank 0 -> rank 1"
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

// Sender, receiver, group, and whether the group's transfer loads (and does not store).
using User = std::tuple<Rank, Rank, std::int32_t, bool>;

std::map<User, Traffic> users_of(LinkId link, const Trace& trace) {
  std::map<User, Traffic> users;
  for (const Transfer& t : trace.transfers) {
    if (t.route < 0) continue;
    const auto& route = trace.routes[t.route];
    if (std::find(route.begin(), route.end(), link) == route.end()) continue;
    Traffic& traffic = users[{t.from, t.to, t.group, t.group != no_group && t.reduces}];
    if (traffic.messages == 0) traffic.ends = trace.ends_text(t);
    ++traffic.messages;
    traffic.bytes += t.bytes;
  }
  return users;
}

std::string users_text(LinkId link, const Trace& trace) {
  constexpr std::size_t most_shown = 4;
  const auto users = users_of(link, trace);
  Table table({{""}, {"", right}});
  std::size_t shown = 0;
  for (const auto& [user, traffic] : users) {
    if (shown++ == most_shown) {
      const bool group = std::get<2>(user) != no_group;
      table.add({fmt::format("  and {} more{}", users.size() - most_shown, group ? "" : " pairs"), ""});
      break;
    }
    table.add({"  " + traffic.ends,
               fmt::format("{}, {}", counted(traffic.messages, "message"), to_human(Bytes{traffic.bytes}))});
  }
  return table.rows_only();
}

bool joined_by_nvlink(const Topology& topology, NodeId a, NodeId b) {
  return std::any_of(topology.links.begin(), topology.links.end(), [&](const Link& link) {
    return link.type == LinkType::nvlink && link.from == a && link.to == b;
  });
}

// What to learn from the bottleneck: GPUs without an NVLink between them share a narrow link.
std::string moral(const Topology& topology, const Link& busiest) {
  const bool between_gpus = busiest.from < topology.gpus && busiest.to < topology.gpus;
  const bool has_nvlinks = std::any_of(topology.links.begin(), topology.links.end(),
                                       [](const Link& link) { return link.type == LinkType::nvlink; });
  if (!between_gpus || !has_nvlinks || joined_by_nvlink(topology, busiest.from, busiest.to)) return {};
  const auto widest =
      std::max_element(topology.links.begin(), topology.links.end(),
                       [](const Link& a, const Link& b) { return a.bandwidth < b.bandwidth; });
  return fmt::format(
      "  {} and {} share no NVLink: what passes between them takes a {} link,\n"
      "  {:.1f} times narrower than the widest here ({}), and everyone waits for it.\n",
      topology.nodes[busiest.from].name, topology.nodes[busiest.to].name, link_text(busiest),
      static_cast<double>(widest->bandwidth.bytes_per_second) /
          static_cast<double>(busiest.bandwidth.bytes_per_second),
      link_text(*widest));
}

}  // namespace

std::string bottleneck_text(const Outcome& o) {
  if (o.run.links.empty()) return {};
  const Topology& topology = o.machine->topology;
  const LinkUse& busiest = o.run.links.front();
  // Links within one percent of the fullest are bottlenecks too.
  const auto equally_full = std::count_if(o.run.links.begin(), o.run.links.end(), [&](const LinkUse& use) {
    return use.full.ps >= busiest.full.ps - busiest.full.ps / 100;
  });
  const Link& link = topology.links[busiest.link];
  std::string text =
      fmt::format("\nThe bottleneck: {} ({})\n", topology.link_name(busiest.link), link_text(o, busiest));
  text += fmt::format("  {} need {} at its rate, {} of {}; it is in use for {}, with bytes from\n",
                      to_human(Bytes{busiest.bytes}), to_human(busiest.full),
                      percent_text(percent_of(busiest.full, o.run.finish)), to_human(o.run.finish),
                      to_human(busiest.busy));
  text += users_text(busiest.link, *o.run.trace);
  if (equally_full > 1) text += fmt::format("  {} links in all are as full as this one.\n", equally_full);
  return text + moral(topology, link);
}

}  // namespace commlab
