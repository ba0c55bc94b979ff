#include "core/machine_text/machine_toml_writer.h"

#include "core/base/utf8.h"
#include "core/machine/measured_calls.h"
#include "core/machine_text/machine_links.h"

namespace commlab {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

namespace {

std::string list_text(std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return "";
  std::string result = fmt::format("{} = [\n", key);
  for (const std::string& text : texts) result += fmt::format("  {},\n", in_quotes(text));
  return result + "]\n";
}

std::vector<std::string> node_lines(const Topology& topology) {
  std::vector<std::string> lines;
  for (const Node& node : topology.nodes)
    if (node.type != NodeType::gpu) lines.push_back(fmt::format("{} {}", node.name, name_of(node.type)));
  return lines;
}

bool is_reverse(const Link& a, const Link& b) {
  return a.from == b.to && a.to == b.from && a.type == b.type && a.bandwidth == b.bandwidth &&
         a.latency == b.latency && a.lanes == b.lanes;
}

// Two directions of a link share a line only if they follow one another; this keeps the order of links.
std::vector<std::string> link_lines(const Topology& topology) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    const Link& link = topology.links[i];
    const bool both = i + 1 < topology.links.size() && is_reverse(link, topology.links[i + 1]);
    lines.push_back(link_line(topology, link, both));
    if (both) ++i;
  }
  return lines;
}

std::string costs_text(std::string_view table, const Costs& costs) {
  return fmt::format("\n[{}]\nlaunch = \"{}\"\noverhead = \"{}\"\nlatency = \"{}\"\n", table,
                     to_text(costs.launch), to_text(costs.overhead), to_text(costs.latency));
}

std::string text_of(const LocalCopies& local) {
  if (local.traffic == Bandwidth{}) return "";
  return fmt::format("\n[local]\nlatency = \"{}\"\ntraffic = \"{}\"\n", to_text(local.latency),
                     to_text(local.traffic));
}

std::string text_of(const StagedCopies& staged) {
  if (staged.one_way == Bandwidth{}) return "";
  return fmt::format("\n[staged]\nlatency = \"{}\"\none_way = \"{}\"\nboth_ways = \"{}\"\n",
                     to_text(staged.latency), to_text(staged.one_way), to_text(staged.both_ways));
}

std::string curve_text(std::string_view key, const RateCurve& curve) {
  std::vector<std::string> points;
  for (const RateCurve::Point& point : curve.points) {
    points.push_back(fmt::format("{} {}", to_text(point.size), to_text(point.rate)));
  }
  return list_text(key, points);
}

std::string protocol_text(const Protocol& protocol) {
  std::vector<std::string> hops;
  for (const LinkType type : all_link_types)
    if (const Time hop = protocol.hop_over(type); hop > Time{})
      hops.push_back(fmt::format("{} = \"{}\"", name_of(type), to_text(hop)));
  return fmt::format(
      "\n[protocol.{}]\nstart = \"{}\"\nhop = {{ {} }}\nwire = \"{}/{}\"\npiece = \"{}\"\nrate = \"{}\"\n"
      "channels = {}\ngrain = \"{}\"\n",
      in_quotes(protocol.name), to_text(protocol.start), fmt::join(hops, ", "), protocol.wire, protocol.data,
      to_text(protocol.piece), to_text(protocol.rate), protocol.channels, to_text(protocol.grain));
}

std::string launching_text(const Launching& launching) {
  if (launching == Launching{}) return "";
  return fmt::format("\n[launching]\neach = \"{}\"\ngraph_saves = \"{}\"\n", to_text(launching.each),
                     to_text(launching.graph_saves));
}

std::string nccl_text(const std::optional<NcclCosts>& costs) {
  if (!costs) return "";
  std::string text = "\n[nccl]\n";
  if (!costs->gpus.empty()) text += fmt::format("gpus = {}\n", in_quotes(costs->gpus));
  if (!costs->fabric.empty()) text += fmt::format("fabric = {}\n", in_quotes(costs->fabric));
  if (!costs->gpudirect) text += "gpudirect = false\n";
  if (costs->behind_host) text += "behind_host = true\n";
  for (const NcclCost& cost : nccl_costs()) text += to_toml(cost, (*costs).*cost.value);
  text += to_toml("one_node", costs->one_node) + to_toml("many_nodes", costs->many_nodes);
  return text + measured_text(*costs);
}

// A tempo's times: size of the messages, time, fastest and slowest sweep.
std::string tempo_text(const Tempo& tempo) {
  if (!tempo.known()) return "";
  std::vector<std::string> times;
  for (const TempoTime& time : tempo.times)
    times.push_back(fmt::format("{} {} {} {}", to_text(time.message), to_text(time.time),
                                to_text(time.fastest), to_text(time.slowest)));
  return fmt::format("\n[tempo]\nbackend = {}\nranks = {}\nmessages = {}\n", in_quotes(tempo.backend),
                     tempo.ranks, tempo.messages) +
         list_text("times", times);
}

std::string network_text(const Interconnect& network) {
  if (network.nic == Bandwidth{}) return "";
  std::string text = fmt::format("\n[network]\nnic = \"{}\"\nlatency = \"{}\"\n", to_text(network.nic),
                                 to_text(network.latency));
  if (network.nics_per_node > 0) text += fmt::format("nics_per_node = {}\n", network.nics_per_node);
  if (network.behind_host) text += "behind_host = true\n";
  if (network.sharp) text += "sharp = true\n";
  if (network.rails) text += "rails = true\n";
  if (network.nodes_per_leaf > 0) text += fmt::format("nodes_per_leaf = {}\n", network.nodes_per_leaf);
  return text + fmt::format("oversubscription = {}\n", network.oversubscription);
}

}  // namespace

std::string measured_text(const NcclCosts& costs) {
  if (!costs.measured) return "";
  std::vector<std::string> lines;
  for (const MeasuredCall& call : costs.measured->calls()) lines.push_back(to_line(call));
  return list_text("measured", lines);
}

std::string machine_to_toml(const Machine& machine) {
  std::string text =
      fmt::format("name = {}\ntitle = {}\n", in_quotes(machine.name), in_quotes(machine.title));
  text += list_text("sources", machine.sources);
  if (!machine.measured.empty()) text += fmt::format("measured = {}\n", in_quotes(machine.measured));
  text += list_text("provenance", lines_of(machine.provenance));
  if (!machine.gpu.empty()) text += fmt::format("gpu = {}\n", in_quotes(machine.gpu));
  text += fmt::format("\ngpus = {}\n", machine.topology.gpus);
  if (machine.topology.per_node > 0) text += fmt::format("per_node = {}\n", machine.topology.per_node);
  if (machine.topology.gpus_forward) text += "gpus_forward = true\n";
  if (machine.topology.sharp) text += "sharp = true\n";
  text += list_text("nodes", node_lines(machine.topology));
  text += list_text("links", link_lines(machine.topology));
  if (!machine.nccl) text += costs_text("collective", machine.collective);
  text += costs_text("copy", machine.copy);
  text += text_of(machine.local) + text_of(machine.staged);
  text += "\n[work]\n";
  text += curve_text("send", machine.work.send);
  text += curve_text("receive", machine.work.receive);
  text += curve_text("reduce", machine.work.reduce);
  text += curve_text("copy", machine.work.copy);
  if (machine.work.by_memory) text += "by_memory = true\n";
  if (machine.work.at_both_ends) text += "at_both_ends = true\n";
  text += fmt::format("processors = {}\nmemory = \"{}\"\nslots = {}\n", machine.work.processors,
                      to_text(machine.work.memory), machine.work.slots);
  if (machine.work.memory > Bandwidth{})
    text += fmt::format("reduction_traffic = {}\n", machine.work.reduction_traffic);
  if (machine.work.wake > Time{}) text += fmt::format("wake = \"{}\"\n", to_text(machine.work.wake));
  if (machine.work.wake_beside > Time{})
    text += fmt::format("wake_beside = \"{}\"\n", to_text(machine.work.wake_beside));
  if (machine.work.per_message > Time{})
    text += fmt::format("per_message = \"{}\"\n", to_text(machine.work.per_message));
  if (machine.work.rendezvous > Time{})
    text += fmt::format("rendezvous = \"{}\"\neager = \"{}\"\n", to_text(machine.work.rendezvous),
                        to_text(machine.work.eager));
  if (machine.topology.multicast)
    text +=
        fmt::format("\n[multicast]\nlaunch = \"{}\"\nefficiency = {}\nfill = \"{}\"\nfilled_by = \"{}\"\n",
                    to_text(machine.multicast.launch), machine.multicast.efficiency,
                    to_text(machine.multicast.fill), to_text(machine.multicast.filled_by));
  for (const Protocol& protocol : machine.protocols) text += protocol_text(protocol);
  text += launching_text(machine.launching);
  text += nccl_text(machine.nccl);
  text += network_text(machine.network);
  return text + tempo_text(machine.tempo);
}

}  // namespace commlab
