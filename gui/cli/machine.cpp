// commlab machine show | check: what a machine is made of, and whether a file describes one.

#include <map>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "gui/cli/command.h"
#include "gui/cli/host_machine.h"
#include "gui/cli/options.h"
#include "gui/cli/output.h"
#include "gui/cli/table.h"
#include "gui/cli/text.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_gpus_in_matrix = 16;
constexpr std::size_t most_links_shown = 64;
constexpr auto right = Table::Align::right;

struct Asked {
  std::string name;
  Output output;
};

Result<Machine> read_machine(const std::string& name, const Tools& tools) {
  if (name != "host") return find_machine(name, tools.machine_folder);
  const auto host = read_host_machine();
  if (!host) return tl::unexpected(host.error());
  if (!*host)
    return fail("machine 'host' is not measured yet: commlab calibrate --on host writes {}",
                host_machine_file().string());
  return **host;
}

bool same_both_ways(const Link& a, const Link& b) {
  return a.from == b.to && a.to == b.from && a.type == b.type && a.bandwidth == b.bandwidth &&
         a.latency == b.latency && a.lanes == b.lanes;
}

// A pair of equal links in opposite directions is one line.
std::string links_text(const Topology& topology) {
  Table table({{"link"}, {"lanes", right}, {"type"}, {"bandwidth", right}, {"latency", right}});
  std::vector<bool> told(topology.links.size(), false);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < topology.links.size() && shown < most_links_shown; ++i) {
    if (told[i]) continue;
    const Link& link = topology.links[i];
    bool both_ways = false;
    for (std::size_t j = i + 1; j < topology.links.size() && !both_ways; ++j)
      if (!told[j] && same_both_ways(link, topology.links[j])) told[j] = both_ways = true;
    table.add({fmt::format("{} {} {}", topology.nodes[static_cast<std::size_t>(link.from)].name,
                           both_ways ? "<->" : " ->", topology.nodes[static_cast<std::size_t>(link.to)].name),
               std::to_string(link.lanes), std::string(name_of(link.type)), short_text(link.bandwidth),
               short_text(link.latency)});
    ++shown;
  }
  std::string text = table.text();
  if (shown == most_links_shown) text += fmt::format("  ... of {} links in all\n", topology.links.size());
  return text;
}

struct Way {
  std::vector<LinkId> links;
  Bandwidth narrowest;
};

Result<Way> way(const Topology& topology, const Router& router, NodeId from, NodeId to) {
  return router.route(from, to).map([&](const std::vector<LinkId>& links) {
    Way way{links, {INT64_MAX}};
    for (const LinkId link : links)
      way.narrowest = std::min(way.narrowest, topology.links[static_cast<std::size_t>(link)].bandwidth);
    return way;
  });
}

// "4x nvlink", or the number of links where there are several
std::string way_text(const Topology& topology, const Way& way) {
  if (way.links.size() > 1) return fmt::format("{} links", way.links.size());
  const Link& link = topology.links[static_cast<std::size_t>(way.links.front())];
  return link.lanes > 1 ? fmt::format("{}x {}", link.lanes, name_of(link.type))
                        : std::string(name_of(link.type));
}

std::string matrix_text(const Topology& topology) {
  const int gpus = std::min(topology.gpus, most_gpus_in_matrix);
  std::vector<Table::Column> columns{{"GB/s"}};
  for (int to = 0; to < gpus; ++to)
    columns.push_back({topology.nodes[static_cast<std::size_t>(to)].name, right});
  Table bandwidths(columns);
  columns.front().title = "route";
  Table routes(columns);
  const Router router(topology);
  for (int from = 0; from < gpus; ++from) {
    std::vector<std::string> widths{topology.nodes[static_cast<std::size_t>(from)].name};
    std::vector<std::string> ways = widths;
    for (int to = 0; to < gpus; ++to) {
      const Result<Way> found = way(topology, router, from, to);
      const bool itself = from == to;
      widths.push_back(
          itself  ? "-"
          : found ? fmt::format("{:.2f}", static_cast<double>(found->narrowest.bytes_per_second) / 1e9)
                  : "none");
      ways.push_back(itself ? "-" : found ? way_text(topology, *found) : "none");
    }
    bandwidths.add(std::move(widths));
    routes.add(std::move(ways));
  }
  std::string text = "\n" + bandwidths.text() + "\n" + routes.text();
  if (gpus < topology.gpus) text += fmt::format("  ... of {} GPUs in all\n", topology.gpus);
  return text;
}

std::string costs_text(const Costs& costs) {
  return fmt::format("launch {}, overhead {}, latency {} per message", short_text(costs.launch),
                     short_text(costs.overhead), short_text(costs.latency));
}

std::string text(const Machine& machine) {
  const Topology& topology = machine.topology;
  std::string text = fmt::format("{}: {}\n\n", machine.name, machine.title);
  text += fact("GPUs", std::to_string(topology.gpus));
  text += fact("nodes", std::to_string(topology.nodes.size()));
  text += fact("links", fmt::format("{}, one-way", topology.links.size()));
  text += fact("collective", costs_text(machine.collective));
  text += fact("p2p copy", costs_text(machine.copy));
  if (!machine.measured.empty()) text += fact("measured", machine.measured);
  text += '\n' + links_text(topology) + matrix_text(topology);
  if (!machine.sources.empty()) text += "\nsources\n";
  for (const std::string& source : machine.sources) text += fmt::format("  {}\n", source);
  return text;
}

Json costs_json(const Costs& costs) {
  return {{"launch_us", microseconds_of(costs.launch)},
          {"overhead_us", microseconds_of(costs.overhead)},
          {"latency_us", microseconds_of(costs.latency)}};
}

std::string json(const Machine& machine) {
  const Topology& topology = machine.topology;
  Json links = Json::array();
  for (const Link& link : topology.links)
    links.push_back({{"from", topology.nodes[static_cast<std::size_t>(link.from)].name},
                     {"to", topology.nodes[static_cast<std::size_t>(link.to)].name},
                     {"type", name_of(link.type)},
                     {"lanes", link.lanes},
                     {"bandwidth_GBps", static_cast<double>(link.bandwidth.bytes_per_second) / 1e9},
                     {"latency_us", microseconds_of(link.latency)}});
  return Json{{"machine", machine.name},
              {"title", machine.title},
              {"gpus", topology.gpus},
              {"collective", costs_json(machine.collective)},
              {"copy", costs_json(machine.copy)},
              {"measured", machine.measured},
              {"sources", machine.sources},
              {"links", links}}
             .dump(2) +
         '\n';
}

Result<int> show(const Asked& asked, const Tools& tools) {
  if (asked.output.format == Format::csv) return fail("--format csv: a machine is shown as text or json");
  const Result<Machine> machine = read_machine(asked.name, tools);
  if (!machine) return tl::unexpected(machine.error());
  return deliver(asked.output, asked.output.format == Format::json ? json(*machine) : text(*machine)).map([] {
    return 0;
  });
}

Result<int> check(const Asked& asked, const Tools& tools) {
  const Result<Machine> machine = read_machine(asked.name, tools);
  if (!machine) return tl::unexpected(machine.error());
  const Topology& topology = machine->topology;
  fmt::print("{}: a sound machine: {} GPUs, {} nodes, {} links\n", asked.name, topology.gpus,
             topology.nodes.size(), topology.links.size());
  return 0;
}

Action declare(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<Asked>();
  CLI::App* show_app = app.add_subcommand("show", "links, routes, costs, and where each number comes from");
  show_app->add_option("machine", asked->name, "a name, a .toml file, a family")->required()->type_name("");
  add_output(*show_app, asked->output);
  CLI::App* check_app = app.add_subcommand("check", "whether a file describes a machine");
  check_app->add_option("file", asked->name, "a .toml file")->required()->type_name("");
  app.require_subcommand(1);
  return
      [asked, show_app, &tools] { return show_app->parsed() ? show(*asked, tools) : check(*asked, tools); };
}

}  // namespace

const Command machine_command = {.name = "machine",
                                 .summary = "what a machine is made of, and whether a file describes one",
                                 .examples = R"(  commlab machine show hcm8
  commlab machine show switch:8,450GB/s,350ns --format json
  commlab machine check my-server.toml)",
                                 .declare = declare};

}  // namespace commlab
