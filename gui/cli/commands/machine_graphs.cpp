#include "gui/cli/commands/machine_graphs.h"

#include <algorithm>
#include <set>

#include "core/base/numbers.h"
#include "core/files/read_file.h"
#include "core/nccl/nccl_comm.h"
#include "core/published/nccl_graph_dump.h"
#include "gui/cli/output/table.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

bool over_nodes(const DumpedGraph& graph) {
  return !graph.channels.empty() && graph.channels.front().nic_in >= 0;
}

std::string speeds_text(const DumpedGraph& graph, int channels) {
  std::string text =
      fmt::format("{} of {}GB/s ({})", counted(channels, "channel"), graph.intra, graph.type_intra);
  if (over_nodes(graph))
    text += fmt::format(", {}GB/s between nodes ({}{})", graph.inter, graph.type_inter,
                        graph.crosses_rails ? ", leaving by another NIC" : "");
  return text;
}

// "nic0 -> gpu0 -> gpu1 -> nic0"; a ring of one node ends where it began.
std::string way_text(const DumpedGraph& graph, const NcclChannel& channel) {
  std::vector<std::string> stops;
  if (channel.nic_in >= 0) stops.push_back(fmt::format("nic{}", channel.nic_in));
  for (const int gpu : channel.gpus) stops.push_back(fmt::format("gpu{}", gpu));
  if (channel.nic_out >= 0)
    stops.push_back(fmt::format("nic{}", channel.nic_out));
  else if (graph.algorithm == NcclAlgorithm::ring && channel.gpus.size() > 1)
    stops.push_back(stops.front());
  return fmt::format("{}", fmt::join(stops, " -> "));
}

// "channel 3", "channels 0..11", "channels 0, 2".
std::string numbers_text(const std::vector<std::size_t>& numbers) {
  if (numbers.size() == 1) return fmt::format("channel {}", numbers.front());
  const bool in_a_row = numbers.back() - numbers.front() + 1 == numbers.size();
  return in_a_row ? fmt::format("channels {}..{}", numbers.front(), numbers.back())
                  : fmt::format("channels {}", fmt::join(numbers, ", "));
}

// Channels with the same way are named together.
std::string ways_text(const DumpedGraph& graph) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> ways;
  for (std::size_t i = 0; i < graph.channels.size(); ++i) {
    std::string way = way_text(graph, graph.channels[i]);
    const auto known = std::ranges::find(ways, way, &decltype(ways)::value_type::first);
    if (known == ways.end())
      ways.push_back({std::move(way), {i}});
    else
      known->second.push_back(i);
  }
  Table table({{"", Table::Align::left}, {"", Table::Align::left}});
  for (const auto& [way, channels] : ways) table.add({"  " + numbers_text(channels), way});
  return table.rows_only();
}

// The ways without their beginning, where a ring of one node has none.
std::set<std::vector<int>> orders_of(const DumpedGraph& graph) {
  std::set<std::vector<int>> orders;
  for (NcclChannel channel : graph.channels) {
    const bool is_closed = graph.algorithm == NcclAlgorithm::ring && channel.nic_in < 0;
    if (is_closed) std::ranges::rotate(channel.gpus, std::ranges::min_element(channel.gpus));
    orders.insert(std::move(channel.gpus));
  }
  return orders;
}

struct Found {
  DumpedGraph graph;
  int channels;
};

std::vector<Found> found_by_search(const NcclComm& comm) {
  std::vector<Found> all{{as_dumped(NcclAlgorithm::ring, comm.ring), comm.ring.channels},
                         {as_dumped(NcclAlgorithm::tree, comm.tree), comm.tree.channels}};
  if (comm.nvls.channels > 0) all.push_back({as_dumped(NcclAlgorithm::nvls, comm.nvls), comm.nvls.channels});
  return all;
}

// What differs; empty: nothing does.
std::string difference(const DumpedGraph& dumped, const Found& found) {
  const DumpedGraph& graph = found.graph;
  const bool same_speeds =
      dumped.intra == graph.intra && dumped.type_intra == graph.type_intra &&
      (!over_nodes(dumped) || (dumped.inter == graph.inter && dumped.type_inter == graph.type_inter));
  if (!same_speeds || std::ssize(dumped.channels) != found.channels)
    return speeds_text(graph, found.channels);
  if (dumped.algorithm != NcclAlgorithm::nvls && orders_of(dumped) != orders_of(graph))
    return "the same speeds; the channels go other ways:\n" + ways_text(graph);
  return "";
}

// Whether all are the same, and the text that says so.
std::pair<bool, std::string> compared(const std::vector<DumpedGraph>& dumped,
                                      const std::vector<Found>& found) {
  bool same = true;
  std::string text;
  for (const DumpedGraph& graph : dumped) {
    const auto other = std::ranges::find_if(
        found, [&](const Found& each) { return each.graph.algorithm == graph.algorithm; });
    const std::string differs = other == found.end() ? "none" : difference(graph, *other);
    text += fmt::format("  {}: {}", name_of(graph.algorithm), differs.empty() ? "the same" : differs);
    if (!text.ends_with('\n')) text += '\n';
    same &= differs.empty();
  }
  return {same, text};
}

}  // namespace

Result<int> show_graphs(const GraphsArguments& asked, const Tools& tools) {
  const Result<std::string> read = read_file(asked.file);
  if (!read) return fail("{}; expected what NCCL_GRAPH_DUMP_FILE writes", read.error().message);
  const Result<std::vector<DumpedGraph>> graphs = read_graph_dump(*read, asked.file);
  if (!graphs) return tl::unexpected(graphs.error());
  std::string text = fmt::format("{}: the rings and trees that NCCL chose\n\n", asked.file);
  for (const DumpedGraph& graph : *graphs)
    text += fmt::format("  {}: {}\n{}", name_of(graph.algorithm),
                        speeds_text(graph, static_cast<int>(graph.channels.size())), ways_text(graph));
  int status = 0;
  if (!asked.machine.empty()) {
    const Result<Machine> machine = named_machine(asked.machine, {}, tools);
    if (!machine) return tl::unexpected(machine.error());
    const int in_file = static_cast<int>(graphs->front().channels.front().gpus.size());
    const int gpus = machine->topology.gpus;
    const int ranks = over_nodes(graphs->front()) ? gpus : std::min(in_file, gpus);
    const NcclComm comm = nccl_comm(*machine, ranks, {.version = asked.version});
    const auto [same, sentences] = compared(*graphs, found_by_search(comm));
    text += fmt::format("\nOn {}, with {} and NCCL {}, the search of commlab finds\n{}", asked.machine,
                        counted(ranks, "GPU"), to_text(asked.version), sentences);
    status = same ? 0 : 1;
  }
  tools.answers.print(text);
  return status;
}

}  // namespace commlab
