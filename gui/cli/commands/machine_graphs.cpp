#include "gui/cli/commands/machine_graphs.h"

#include <algorithm>
#include <set>

#include "core/base/numbers.h"
#include "core/files/read_file.h"
#include "core/nccl/nccl_comm.h"
#include "core/published/nccl_graph_dump.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/table.h"
#include "gui/experiments/own_machine.h"
#include "gui/picture/channel_picture.h"

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

std::string ways_text(const DumpedGraph& graph) {
  Table table({{"", Table::Align::left}, {"", Table::Align::left}});
  for (const ChannelWay& way : ways_of(graph)) table.add({"  " + way.name, way_text(graph, way.channel)});
  return table.rows_only();
}

// The ways without their beginning, where a ring of one node has none.
std::set<std::vector<int>> orders_of(const DumpedGraph& graph) {
  std::set<std::vector<int>> orders;
  for (NcclChannel channel : graph.channels) {
    if (is_closed(graph, channel)) std::ranges::rotate(channel.gpus, std::ranges::min_element(channel.gpus));
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

struct Search {
  int ranks = 0;
  std::vector<Found> found;  // empty: no machine was named
};

// On as many GPUs as the file shows.
Result<Search> search(const GraphsArguments& asked, const DumpedGraph& dumped, const Tools& tools) {
  if (asked.machine.empty()) return Search{};
  return named_machine(asked.machine, {}, tools).map([&](const Machine& machine) {
    const int gpus = machine.topology.gpus;
    const int in_file = static_cast<int>(dumped.channels.front().gpus.size());
    const int ranks = over_nodes(dumped) ? gpus : std::min(in_file, gpus);
    return Search{.ranks = ranks,
                  .found = found_by_search(nccl_comm(machine, ranks, {.version = asked.version}))};
  });
}

// Each graph of the file, and below it what the search found.
std::string picture_of(const std::vector<DumpedGraph>& dumped, const Search& search) {
  std::vector<TitledGraph> drawn;
  const auto draw = [&drawn](const DumpedGraph& graph, std::string_view whose, int channels) {
    drawn.push_back(
        {fmt::format("{}, {}: {}", name_of(graph.algorithm), whose, speeds_text(graph, channels)), graph});
  };
  for (const DumpedGraph& graph : dumped) {
    draw(graph, "as NCCL chose", static_cast<int>(graph.channels.size()));
    for (const Found& found : search.found)
      if (found.graph.algorithm == graph.algorithm)
        draw(found.graph, "as the search of commlab finds", found.channels);
  }
  return to_svg(drawn);
}

}  // namespace

Result<int> show_graphs(const GraphsArguments& asked, const Tools& tools) {
  const Result<std::string> read = read_file(asked.file);
  if (!read) return fail("{}; expected what NCCL_GRAPH_DUMP_FILE writes", read.error().message);
  const Result<std::vector<DumpedGraph>> graphs = read_graph_dump(*read, asked.file);
  if (!graphs) return tl::unexpected(graphs.error());
  const Result<Search> searched = search(asked, graphs->front(), tools);
  if (!searched) return tl::unexpected(searched.error());
  std::string text = fmt::format("{}: the rings and trees that NCCL chose\n\n", asked.file);
  for (const DumpedGraph& graph : *graphs)
    text += fmt::format("  {}: {}\n{}", name_of(graph.algorithm),
                        speeds_text(graph, static_cast<int>(graph.channels.size())), ways_text(graph));
  int status = 0;
  if (!searched->found.empty()) {
    const auto [same, sentences] = compared(*graphs, searched->found);
    text += fmt::format("\nOn {}, with {} and NCCL {}, the search of commlab finds\n{}", asked.machine,
                        counted(searched->ranks, "GPU"), to_text(asked.version), sentences);
    status = same ? 0 : 1;
  }
  const Output output{.file = asked.out, .answers = tools.answers};
  const Status told = deliver(output, text, [&] { return picture_of(*graphs, *searched); });
  if (!told) return tl::unexpected(told.error());
  return status;
}

}  // namespace commlab
