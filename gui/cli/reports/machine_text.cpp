#include "gui/cli/reports/machine_text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "core/base/gbps.h"
#include "core/machine/measured_calls.h"
#include "core/machine_text/topo_matrix.h"
#include "core/routes/router.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

constexpr int most_gpus_in_matrix = 16;
constexpr std::size_t most_lines_of_links = 48;

// Equal links, shown in one line: "gpu0..7 <-> nvswitch", "each gpu0..7 <-> plx0..3".
struct Bundle {
  std::vector<NodeId> from;
  std::vector<NodeId> to;
  const Link* link;
  bool both_ways;
  std::size_t from_share = 1;  // the first `from_share` of `from` are joined to the first `to_share` of `to`,
  std::size_t to_share = 1;    // the next to the next, and so on
};

// "gpu7": "gpu" and 7; -1 without a number.
std::pair<std::string_view, std::int64_t> stem_and_number(const Topology& topology, NodeId id) {
  const std::string_view name = topology.nodes[id].name;
  const std::size_t stem = name.find_last_not_of("0123456789") + 1;
  std::int64_t number = -1;
  std::from_chars(name.data() + stem, name.data() + name.size(), number);
  return {name.substr(0, stem), number};
}

bool follows(const Topology& topology, NodeId before, NodeId after) {
  const auto [stem, number] = stem_and_number(topology, before);
  return number >= 0 && stem_and_number(topology, after) == std::pair(stem, number + 1);
}

// "gpu0..7", "gpu0, gpu2": runs of numbered names that follow each other.
std::string names_of(const Topology& topology, const std::vector<NodeId>& nodes) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t last = i;
    while (last + 1 < nodes.size() && follows(topology, nodes[last], nodes[last + 1])) ++last;
    const std::string& name = topology.nodes[nodes[i]].name;
    runs.push_back(last == i ? name
                             : fmt::format("{}..{}", name, stem_and_number(topology, nodes[last]).second));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(runs, ", "));
}

bool same_wire(const Link& a, const Link& b) {
  return a.type == b.type && a.bandwidth == b.bandwidth && a.latency == b.latency && a.lanes == b.lanes;
}

// A bundle for each node: all equal links that end there; or all that begin there, where these are more.
std::vector<Bundle> bundles_by_end(const Topology& topology) {
  using Wire = std::tuple<LinkType, Bandwidth, Time, int>;
  const auto wire = [](const Link& l) { return Wire{l.type, l.bandwidth, l.latency, l.lanes}; };
  std::set<std::tuple<NodeId, NodeId, Wire>> there;
  for (const Link& l : topology.links) there.insert({l.from, l.to, wire(l)});
  std::vector<std::pair<const Link*, bool>> told;  // a link and its reverse count once, the GPU's end first
  for (const Link& l : topology.links) {
    const bool both = there.contains({l.to, l.from, wire(l)});
    if (!both || l.from < l.to) told.emplace_back(&l, both);
  }
  using End = std::tuple<NodeId, Wire, bool>;
  std::map<End, int> beginning, ending;
  for (const auto& [l, both] : told) {
    ++beginning[{l->from, wire(*l), both}];
    ++ending[{l->to, wire(*l), both}];
  }

  std::vector<Bundle> bundles;
  std::map<std::pair<bool, End>, std::size_t> known;
  for (const auto& [l, both] : told) {
    const End begin = {l->from, wire(*l), both}, end = {l->to, wire(*l), both};
    const bool at_begin = beginning.at(begin) > ending.at(end);
    const auto [entry, is_new] = known.try_emplace({at_begin, at_begin ? begin : end}, bundles.size());
    if (is_new) {
      bundles.push_back({{l->from}, {l->to}, l, both});
    } else if (at_begin) {
      bundles[entry->second].to.push_back(l->to);
    } else {
      bundles[entry->second].from.push_back(l->from);
    }
  }
  for (Bundle& bundle : bundles) {
    bundle.from_share = bundle.from.size();
    bundle.to_share = bundle.to.size();
  }
  return bundles;
}

// Joins bundles of one shape whose ends follow each other: gpu0, gpu1 and plx0 with gpu2, gpu3 and plx1.
std::vector<Bundle> bundles_of(const Topology& topology) {
  std::vector<Bundle> folded;
  for (Bundle& next : bundles_by_end(topology)) {
    if (!folded.empty()) {
      Bundle& last = folded.back();
      const bool goes_on = same_wire(*last.link, *next.link) && last.both_ways == next.both_ways &&
                           last.from_share == next.from_share && last.to_share == next.to_share &&
                           follows(topology, last.from.back(), next.from.front()) &&
                           follows(topology, last.to.back(), next.to.front());
      if (goes_on) {
        last.from.insert(last.from.end(), next.from.begin(), next.from.end());
        last.to.insert(last.to.end(), next.to.begin(), next.to.end());
        continue;
      }
    }
    folded.push_back(std::move(next));
  }
  return folded;
}

std::string measured_calls_text(std::vector<MeasuredCall> calls) {
  std::erase_if(calls, [](const MeasuredCall& call) { return call.between; });
  const auto [least, most] = std::ranges::minmax_element(calls, {}, &MeasuredCall::times);
  return fmt::format("  and {} that {} measured there, x {:.3g} to x {:.3g} of what these costs predict\n",
                     counted(static_cast<std::int64_t>(calls.size()), "call"),
                     calls.size() == 1 ? "was" : "were", least->times, most->times);
}

// What calls of NCCL cost, by the names that machine files give them.
std::string nccl_text(const NcclCosts& costs) {
  std::vector<std::string> values;
  for (const NcclCost& cost : nccl_costs())
    values.push_back(fmt::format("{} {}", cost.name, to_text(cost, costs.*cost.value)));
  return "\nWhat calls of NCCL cost\n" + paragraph(fmt::format("{}", fmt::join(values, ", ")), "  ") +
         (costs.measured ? measured_calls_text(costs.measured->calls()) : "");
}

// Times in microseconds, rates in GB/s.
Json nccl_json(const NcclCosts& costs) {
  Json json{{"gpus", costs.gpus}, {"fabric", costs.fabric}};
  for (const NcclCost& cost : nccl_costs()) json[std::string(cost.name)] = costs.*cost.value;
  if (!costs.measured) return json;
  json["measured"] = Json::array();
  for (const MeasuredCall& call : costs.measured->calls()) json["measured"].push_back(to_line(call));
  return json;
}

}  // namespace

std::string links_text(const Topology& topology) {
  Table table({{"link"}, {"lanes", right}, {"type"}, {"bandwidth", right}, {"latency", right}});
  const std::vector<Bundle> bundles = bundles_of(topology);
  for (std::size_t i = 0; i < std::min(bundles.size(), most_lines_of_links); ++i) {
    const Bundle& bundle = bundles[i];
    const Link& link = *bundle.link;
    table.add({fmt::format("{}{} {} {}", bundle.from.size() > bundle.from_share ? "each " : "",
                           names_of(topology, bundle.from), bundle.both_ways ? "<->" : "->",
                           names_of(topology, bundle.to)),
               std::to_string(link.lanes), std::string(name_of(link.type)), short_text(link.bandwidth),
               short_text(link.latency)});
  }
  std::string text = table.text();
  if (bundles.size() > most_lines_of_links)
    text += fmt::format("  ... of {} links in all\n", topology.links.size());
  return text;
}

namespace {

std::string rate_text(const Topology& topology, const std::vector<LinkId>& route) {
  Bandwidth narrowest = {INT64_MAX};
  for (const LinkId link : route) narrowest = std::min(narrowest, topology.links[link].bandwidth);
  return fmt::format("{:.2f}", GBps_of(narrowest));
}

std::string matrix_text(const Topology& topology) {
  const int gpus = std::min(topology.gpus, most_gpus_in_matrix);
  std::vector<Table::Column> columns{{"GB/s"}};
  for (int to = 0; to < gpus; ++to) columns.push_back({topology.nodes[to].name, right});
  Table bandwidths(columns);
  columns.front().title = "way";
  Table ways(columns);
  Router router(topology);
  for (int from = 0; from < gpus; ++from) {
    std::vector<std::string> rates{topology.nodes[from].name};
    std::vector<std::string> reached = rates;
    for (int to = 0; to < gpus; ++to) {
      const Result<std::vector<LinkId>> route = router.route(from, to);
      const bool itself = from == to;
      rates.push_back(itself ? "-" : route ? rate_text(topology, *route) : "none");
      reached.push_back(itself ? "X" : route ? reach_text(topology, *route) : "none");
    }
    bandwidths.add(std::move(rates));
    ways.add(std::move(reached));
  }
  std::string text = "\n" + bandwidths.text() + "\n" + ways.text();
  text +=
      "  the words of nvidia-smi topo -m: NVk = k NVLinks, PIX = one PCIe switch, PXB = several PCIe "
      "switches, PHB = over one socket, SYS = over two sockets, NET = over a network\n";
  if (gpus < topology.gpus) text += fmt::format("  ... of {} GPUs in all\n", topology.gpus);
  return text;
}

std::string costs_text(const Costs& costs) {
  return fmt::format("launch {}, overhead {}, latency {} per message", short_text(costs.launch),
                     short_text(costs.overhead), short_text(costs.latency));
}

Json costs_json(const Costs& costs) {
  return {{"launch_us", microseconds_of(costs.launch)},
          {"overhead_us", microseconds_of(costs.overhead)},
          {"latency_us", microseconds_of(costs.latency)}};
}

Json json_of(const LocalCopies& local) {
  if (local.traffic == Bandwidth{}) return nullptr;
  return {{"latency_us", microseconds_of(local.latency)}, {"traffic_GBps", GBps_of(local.traffic)}};
}

Json json_of(const StagedCopies& staged) {
  if (staged.one_way == Bandwidth{}) return nullptr;
  return {{"latency_us", microseconds_of(staged.latency)},
          {"one_way_GBps", GBps_of(staged.one_way)},
          {"both_ways_GBps", GBps_of(staged.both_ways)}};
}

std::string other_copies(const Machine& machine) {
  std::string text;
  if (const LocalCopies& local = machine.local; local.traffic > Bandwidth{})
    text += fact("local copy", fmt::format("{}, then {} of reads and writes within one GPU",
                                           to_human(local.latency), to_text(local.traffic)));
  if (const StagedCopies& staged = machine.staged; staged.one_way > Bandwidth{})
    text += fact("staged",
                 fmt::format("{}, then {} through host memory, or {} for both directions",
                             to_human(staged.latency), to_text(staged.one_way), to_text(staged.both_ways)));
  return text;
}

}  // namespace

std::string text_of(const Machine& machine) {
  const Topology& topology = machine.topology;
  std::string text = fmt::format("{}: {}\n\n", machine.name, machine.title);
  text +=
      fact("GPUs", topology.per_node == 0
                       ? fmt::format("{}{}{}", topology.gpus, machine.gpu.empty() ? "" : " x ", machine.gpu)
                       : fmt::format("{} in nodes of {}", topology.gpus, topology.per_node));
  text += fact("links",
               fmt::format("{} one-way, between {} nodes", topology.links.size(), topology.nodes.size()));
  text += fact("collective", machine.nccl ? "as calls of NCCL cost, below" : costs_text(machine.collective));
  text += fact("p2p copy", costs_text(machine.copy));
  text += other_copies(machine);
  if (!machine.measured.empty()) text += fact("measured", machine.measured);
  text += '\n' + links_text(topology) + matrix_text(topology);
  if (machine.nccl) text += nccl_text(*machine.nccl);
  if (!machine.sources.empty()) text += "\nsources\n";
  for (const std::string& source : machine.sources) text += fmt::format("  {}\n", source);
  return text;
}

std::string json_of(const Machine& machine) {
  const Topology& topology = machine.topology;
  Json links = Json::array();
  for (const Link& link : topology.links)
    links.push_back({{"from", topology.nodes[link.from].name},
                     {"to", topology.nodes[link.to].name},
                     {"type", name_of(link.type)},
                     {"lanes", link.lanes},
                     {"bandwidth_GBps", GBps_of(link.bandwidth)},
                     {"latency_us", microseconds_of(link.latency)}});
  return document({{"machine", machine.name},
                   {"title", machine.title},
                   {"gpu", machine.gpu},
                   {"gpus", topology.gpus},
                   {"per_node", topology.per_node},
                   {"collective", machine.nccl ? Json(nullptr) : costs_json(machine.collective)},
                   {"copy", costs_json(machine.copy)},
                   {"local", json_of(machine.local)},
                   {"staged", json_of(machine.staged)},
                   {"measured", machine.measured},
                   {"nccl", machine.nccl ? nccl_json(*machine.nccl) : Json(nullptr)},
                   {"sources", machine.sources},
                   {"links", links}});
}

}  // namespace commlab
