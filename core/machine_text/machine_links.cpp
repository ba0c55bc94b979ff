#include "core/machine_text/machine_links.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/machine/machine.h"

namespace commlab {
namespace {

constexpr std::array node_types = {NodeType::gpu,           NodeType::nvswitch, NodeType::pcie_switch,
                                   NodeType::cpu,           NodeType::memory,   NodeType::nic,
                                   NodeType::network_switch};

template <class Type, std::size_t n>
Result<Type> parse_type(std::string_view what, std::string_view text, const std::array<Type, n>& types) {
  std::vector<std::string> names;
  for (const Type type : types) {
    if (name_of(type) == text) return type;
    names.emplace_back(name_of(type));
  }
  return fail("unknown type of {} '{}'{}; expected {}", what, text, suggestion(text, names),
              fmt::join(names, ", "));
}

using Words = std::vector<std::string_view>;

// "gpu0..7": a stem and a range of numbers; a single name has no numbers.
struct Names {
  std::string_view stem;
  int first = 0;
  int last = 0;
  bool numbered = false;

  std::int64_t size() const { return std::int64_t{last} - first + 1; }
  std::string at(int i) const { return numbered ? fmt::format("{}{}", stem, first + i) : std::string(stem); }
};

Result<Names> parse_names(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == text.npos) return Names{.stem = text};

  std::size_t stem = dots;
  while (stem > 0 && is_digit(text[stem - 1])) --stem;
  const std::optional<int> first = parse_number<int>(text.substr(stem, dots - stem));
  const std::optional<int> last = parse_number<int>(text.substr(dots + 2));
  if (stem == 0 || !first || !last || *last < *first) {
    return fail("'{}' is not a range of nodes; expected one as in gpu0..7", text);
  }
  return Names{text.substr(0, stem), *first, *last, true};
}

Status check_links(const Topology& topology, std::int64_t more) {
  const std::int64_t links = std::ssize(topology.links) + more;
  if (links <= most_links) return {};
  return fail("that makes {} links; expected at most {}", with_commas(links), with_commas(most_links));
}

// What a line says after its ends: "4x nvlink 450GB/s 350ns". Every word is optional.
struct Wire {
  int lanes = 1;
  std::optional<LinkType> type;
  Bandwidth bandwidth;  // of one lane
  Time latency;
};

Status read_kind(const LinkKinds& kinds, std::string_view word, Wire& wire) {
  const auto kind = kinds.find(word);
  if (kind != kinds.end()) {
    wire.type = kind->second.type;
    wire.bandwidth = kind->second.bandwidth;
    wire.latency = kind->second.latency;
    return {};
  }
  const Result<LinkType> type = parse_link_type(word);
  if (type) {
    wire.type = *type;
    return {};
  }
  std::vector<std::string> names;
  for (const auto& entry : kinds) names.push_back(entry.first);
  for (const LinkType other : all_link_types)
    if (!kinds.contains(name_of(other))) names.emplace_back(name_of(other));
  return fail("unknown type '{}'{}; expected {}", word, suggestion(word, names), fmt::join(names, ", "));
}

Result<Wire> parse_wire(const LinkKinds& kinds, const Words& words) {
  Wire wire;
  auto word = words.begin();
  const auto begins_with_digit = [&] { return word != words.end() && is_digit(word->front()); };

  if (begins_with_digit() && word->back() == 'x') {
    const std::optional<int> lanes = parse_number<int>(word->substr(0, word->size() - 1));
    if (!lanes || *lanes < 1)
      return fail("'{}' is not a number of bonded links; expected one as in 4x", *word);
    wire.lanes = *lanes;
    ++word;
  }
  if (word != words.end() && !begins_with_digit()) {
    const Status kind = read_kind(kinds, *word, wire);
    if (!kind) return tl::unexpected(kind.error());
    ++word;
  }
  if (begins_with_digit()) {
    const Result<Bandwidth> bandwidth = parse_bandwidth(*word);
    if (!bandwidth) return tl::unexpected(bandwidth.error());
    if (bandwidth->bytes_per_second == 0) return fail("bandwidth 0; expected more than 0");
    wire.bandwidth = *bandwidth;
    ++word;
  }
  if (begins_with_digit()) {
    const Result<Time> latency = parse_time(*word);
    if (!latency) return tl::unexpected(latency.error());
    wire.latency = *latency;
    ++word;
  }
  if (word != words.end()) {
    return fail(
        "'{}' is out of place; expected a count (4x), a type, a bandwidth and a latency, in this order",
        *word);
  }
  if (wire.bandwidth.bytes_per_second == 0) {
    return fail("no bandwidth; expected one, as in 450GB/s, or a type with a bandwidth in [link.TYPE]");
  }
  if (wire.bandwidth.bytes_per_second > INT64_MAX / wire.lanes) {
    return fail("{} times {} is too large; expected less", wire.lanes, to_text(wire.bandwidth));
  }
  return wire;
}

// The type of a link if its line does not name one.
LinkType usual_type(const Topology& topology, NodeId a, NodeId b) {
  const auto either = [&](NodeType type) {
    return topology.nodes[a].type == type || topology.nodes[b].type == type;
  };
  const auto both = [&](NodeType type) {
    return topology.nodes[a].type == type && topology.nodes[b].type == type;
  };
  if (either(NodeType::nvswitch) || both(NodeType::gpu)) return LinkType::nvlink;
  if (either(NodeType::network_switch)) return LinkType::network;
  if (either(NodeType::memory)) return LinkType::memory;
  if (both(NodeType::cpu)) return LinkType::socket;
  return LinkType::pcie;
}

void join(Topology& topology, NodeId a, NodeId b, const Wire& wire, bool both_directions) {
  const LinkType type = wire.type.value_or(usual_type(topology, a, b));
  const Bandwidth bandwidth = {wire.lanes * wire.bandwidth.bytes_per_second};
  topology.links.push_back({a, b, type, bandwidth, wire.latency, wire.lanes});
  if (both_directions) topology.links.push_back({b, a, type, bandwidth, wire.latency, wire.lanes});
}

// How many neighbours of the other range each node of a range is joined to.
struct Spread {
  std::size_t from;
  std::size_t to;
};

Result<Spread> spread_of(const std::vector<NodeId>& from, const std::vector<NodeId>& to) {
  const std::size_t most = std::max(from.size(), to.size());
  if (most % from.size() != 0 || most % to.size() != 0)
    return fail("each joins {} nodes to {}; expected equal numbers, or one a multiple of the other",
                from.size(), to.size());
  return Spread{most / from.size(), most / to.size()};
}

}  // namespace

Result<LinkType> parse_link_type(std::string_view text) { return parse_type("link", text, all_link_types); }
Result<NodeType> parse_node_type(std::string_view text) { return parse_type("node", text, node_types); }

void WiringReader::add_gpus(int gpus) {
  for (int i = 0; i < gpus; ++i) {
    const std::string name = fmt::format("gpu{}", i);
    ids_.emplace(name, topology_.add(name, NodeType::gpu));
  }
}

Status WiringReader::add_nodes(std::string_view text, NodeType type) {
  const Result<Names> names = parse_names(text);
  if (!names) return tl::unexpected(names.error());
  const std::int64_t nodes = std::ssize(topology_.nodes) + names->size();
  if (nodes > most_nodes)
    return fail("that makes {} nodes; expected at most {}", with_commas(nodes), with_commas(most_nodes));
  for (int i = 0; i < names->size(); ++i) {
    const std::string name = names->at(i);
    if (!ids_.try_emplace(name, static_cast<NodeId>(topology_.nodes.size())).second)
      return fail("node '{}' is defined twice; expected a different name for each node", name);
    topology_.add(name, type);
  }
  return {};
}

Result<std::vector<NodeId>> WiringReader::nodes_of(std::string_view text) const {
  const Result<Names> names = parse_names(text);
  if (!names) return tl::unexpected(names.error());
  std::vector<NodeId> nodes;
  for (int i = 0; i < names->size(); ++i) {
    const std::string name = names->at(i);
    const auto known = ids_.find(name);
    const Result<NodeId> node = known == ids_.end() ? topology_.find(name) : known->second;
    if (!node) return tl::unexpected(node.error());
    nodes.push_back(*node);
  }
  return nodes;
}

Status WiringReader::add_links(const LinkKinds& kinds, std::string_view line) {
  const Status added = add_links_of(kinds, split_at_blanks(line));
  if (!added) return fail("link '{}': {}", line, added.error().message);
  return {};
}

Status WiringReader::add_links_of(const LinkKinds& kinds, Words words) {
  const bool each = !words.empty() && words[0] == "each";
  if (each) words.erase(words.begin());
  if (words.size() < 3 || (words[1] != "<->" && words[1] != "->")) {
    return fail("no arrow; expected A <-> B or A -> B, as in gpu0..7 <-> nvswitch 450GB/s 350ns");
  }
  const Result<std::vector<NodeId>> from = nodes_of(words[0]);
  if (!from) return tl::unexpected(from.error());
  const Result<std::vector<NodeId>> to = nodes_of(words[2]);
  if (!to) return tl::unexpected(to.error());
  const Result<Wire> wire = parse_wire(kinds, Words(words.begin() + 3, words.end()));
  if (!wire) return tl::unexpected(wire.error());

  const bool both_directions = words[1] == "<->";
  const std::int64_t pairs =
      each ? std::max(std::ssize(*from), std::ssize(*to)) : std::ssize(*from) * std::ssize(*to);
  if (const Status few = check_links(topology_, both_directions ? 2 * pairs : pairs); !few) return few;
  const auto join_two = [&](NodeId a, NodeId b) -> Status {
    if (a == b) return fail("{} is joined to itself; expected two nodes", topology_.nodes[a].name);
    join(topology_, a, b, *wire, both_directions);
    return {};
  };
  if (each) {
    const Result<Spread> spread = spread_of(*from, *to);
    if (!spread) return tl::unexpected(spread.error());
    for (std::size_t i = 0; i < std::max(from->size(), to->size()); ++i)
      if (const Status joined = join_two((*from)[i / spread->from], (*to)[i / spread->to]); !joined)
        return joined;
    return {};
  }
  for (const NodeId a : *from)
    for (const NodeId b : *to)
      if (const Status joined = join_two(a, b); !joined) return joined;
  return {};
}

Status WiringReader::join_every_other_pair(const LinkKinds& kinds, std::string_view what) {
  const Result<Wire> wire = parse_wire(kinds, split_at_blanks(what));
  if (!wire) return fail("every_other_pair '{}': {}", what, wire.error().message);
  const std::int64_t gpus = topology_.gpus;
  if (const Status few = check_links(topology_, gpus * (gpus - 1)); !few)
    return fail("every_other_pair of {} GPUs: {}", gpus, few.error().message);

  std::set<std::pair<NodeId, NodeId>> joined;
  for (const Link& link : topology_.links) joined.insert(std::minmax(link.from, link.to));
  for (NodeId a = 0; a < topology_.gpus; ++a) {
    for (NodeId b = a + 1; b < topology_.gpus; ++b) {
      if (!joined.contains({a, b})) join(topology_, a, b, *wire, true);
    }
  }
  return {};
}

std::string link_line(const Topology& topology, const Link& link, bool both_directions) {
  assert(link.bandwidth.bytes_per_second % link.lanes == 0 && "a multiple of its lanes");
  const std::string lanes = link.lanes == 1 ? "" : fmt::format("{}x ", link.lanes);
  const std::string latency = link.latency == Time{} ? "" : fmt::format(" {}", to_text(link.latency));
  return fmt::format("{} {} {}  {}{} {}{}", topology.nodes[link.from].name, both_directions ? "<->" : "->",
                     topology.nodes[link.to].name, lanes, name_of(link.type),
                     to_text(Bandwidth{link.bandwidth.bytes_per_second / link.lanes}), latency);
}

}  // namespace commlab
