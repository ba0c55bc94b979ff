#include "sim/faults.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "core/base/numbers.h"
#include "core/machine/link_name.h"

namespace commlab {
namespace {

// The largest factor: a link of 1 GB/s moves a byte per second. The simulator's times count on this limit.
constexpr std::int64_t most_slow = 1'000'000'000;

// "1.5x" and "5%": a number and one letter; nullopt for any other text.
std::optional<double> number_before(std::string_view text, char letter) {
  if (text.empty() || text.back() != letter) return std::nullopt;
  text.remove_suffix(1);
  const std::optional<double> number = parse_number<double>(text, std::chars_format::fixed);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string neighbours_of(const Topology& topology, NodeId node) {
  std::set<NodeId> neighbours;
  for (const Link& link : topology.links)
    if (link.from == node) neighbours.insert(link.to);
  std::vector<std::string> names;
  for (const NodeId neighbour : neighbours) names.push_back(topology.nodes[neighbour].name);
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

// "gpu0-gpu1": the ends of a link.
Result<LinkEnds> parse_link(const Topology& topology, std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == text.npos) return fail("'{}' is not a link; expected two nodes, as in gpu0-gpu1", text);
  const Result<NodeId> from = topology.find(text.substr(0, dash));
  if (!from) return tl::unexpected(from.error());
  const Result<NodeId> to = topology.find(text.substr(dash + 1));
  if (!to) return tl::unexpected(to.error());
  for (const Link& link : topology.links)
    if ((link.from == *from && link.to == *to) || (link.from == *to && link.to == *from))
      return LinkEnds{*from, *to};
  return fail("no link joins {} and {}; {} is joined to {}", topology.nodes[*from].name,
              topology.nodes[*to].name, topology.nodes[*from].name, neighbours_of(topology, *from));
}

Result<NodeId> parse_gpu_or_nic(const Topology& topology, std::string_view text) {
  const Result<NodeId> node = topology.find(text);
  if (!node) return tl::unexpected(node.error());
  if (*node >= topology.gpus && topology.nodes[*node].type != NodeType::nic)
    return fail("{} is neither a GPU nor a NIC; expected gpu0 to gpu{}, or a link, as in gpu0-gpu1", text,
                topology.gpus - 1);
  return node;
}

// A NIC is slow if every link at it is.
void slow_nic(Faults& faults, const Topology& topology, NodeId nic, double factor) {
  std::set<NodeId> neighbours;
  for (const Link& link : topology.links) {
    if (link.from == nic) neighbours.insert(link.to);
    if (link.to == nic) neighbours.insert(link.from);
  }
  for (const NodeId neighbour : neighbours) faults.slow_links.push_back({nic, neighbour, factor});
}

}  // namespace

Status add_slow(Faults& faults, const Topology& topology, std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) {
    return fail(
        "--slow '{}': no factor; expected a GPU, a NIC or a link and a factor, as in gpu3:2x or gpu0-gpu1:4x",
        text);
  }
  const std::string_view who = text.substr(0, colon);
  const std::optional<double> factor = number_before(text.substr(colon + 1), 'x');
  if (!factor || *factor < 1 || *factor > most_slow) {
    return fail("--slow '{}': factor '{}'; expected a number from 1 to {}, as in 2x", text,
                text.substr(colon + 1), most_slow);
  }

  if (who.find('-') == who.npos) {
    const Result<NodeId> gpu = parse_gpu_or_nic(topology, who);
    if (!gpu) return fail("--slow '{}': {}", text, gpu.error().message);
    if (*gpu >= topology.gpus) return slow_nic(faults, topology, *gpu, *factor), Status{};
    double together = *factor;
    for (const Faults::SlowGpu& slow : faults.slow_gpus)
      if (slow.gpu == *gpu) together *= slow.factor;
    if (together > most_slow)
      return fail("--slow '{}': gpu{} is slowed {} times in all; expected at most {}", text, *gpu, together,
                  most_slow);
    faults.slow_gpus.push_back({*gpu, *factor});
  } else {
    const Result<LinkEnds> ends = parse_link(topology, who);
    if (!ends) return fail("--slow '{}': {}", text, ends.error().message);
    faults.slow_links.push_back({ends->from, ends->to, *factor});
  }
  return {};
}

Status add_late(Faults& faults, const Topology& topology, std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const Result<Time> more = parse_time(text.substr(std::min(colon + 1, text.size())));
  if (!more)
    return fail("--late '{}': {}; expected a link or a GPU and a time, as in gpu0-gpu1:10us or gpu3:50us",
                text, more.error().message);
  const std::string_view who = text.substr(0, colon);
  if (who.find('-') == who.npos) {
    const Result<NodeId> gpu = topology.find(who);
    if (!gpu) return fail("--late '{}': {}", text, gpu.error().message);
    if (*gpu >= topology.gpus)
      return fail("--late '{}': {} is no GPU, so no rank begins there; expected gpu0 to gpu{}", text, who,
                  topology.gpus - 1);
    faults.late_gpus.push_back({*gpu, *more});
    return {};
  }
  const Result<LinkEnds> ends = parse_link(topology, text.substr(0, colon));
  if (!ends) return fail("--late '{}': {}", text, ends.error().message);
  faults.late_links.push_back({ends->from, ends->to, *more});
  return {};
}

Status add_cut(Faults& faults, const Topology& topology, std::string_view text) {
  const Result<LinkEnds> ends = parse_link(topology, text);
  if (!ends) return fail("--cut '{}': {}", text, ends.error().message);
  faults.cut_links.push_back({ends->from, ends->to});
  return {};
}

Status set_jitter(Faults& faults, std::string_view text) {
  const std::optional<double> percent = number_before(text, '%');
  if (!percent || *percent < 0 || *percent > 100) {
    return fail("--jitter '{}': not a percentage; expected 0% to 100%, as in 5%", text);
  }
  faults.jitter = *percent / 100;
  return {};
}

}  // namespace commlab
