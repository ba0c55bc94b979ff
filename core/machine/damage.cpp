#include "core/machine/damage.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/machine/cluster.h"

namespace commlab {
namespace {

// The largest factor: a link of 1 GB/s moves a byte per second. The simulator's times count on this limit.
constexpr std::int64_t most_slow = 1'000'000'000;
constexpr int lanes_of_a_slot = 16;

// How much of its rate something has left.
struct Pace {
  double times = 1;        // so many times slower
  bool told = true;        // whether the hardware says so
  bool of_a_slot = false;  // it is about PCIe lanes
  Bandwidth at_most{};     // 0: no limit
};

std::optional<double> number(std::string_view text) {
  return parse_number<double>(text, std::chars_format::fixed);
}

std::optional<Pace> pace_of(std::string_view text) {
  if (const std::size_t slash = text.find('/');
      slash != text.npos && !text.ends_with("B/s") && !text.ends_with("b/s")) {
    const auto part = parse_number<std::int64_t>(text.substr(0, slash)),
               whole = parse_number<std::int64_t>(text.substr(slash + 1));
    if (!part || !whole || *part < 1 || *part > *whole) return std::nullopt;
    return Pace{.times = static_cast<double>(*whole) / static_cast<double>(*part)};
  }
  if (text.ends_with('x')) {
    const std::optional<double> times = number(text.substr(0, text.size() - 1));
    return times ? std::optional(Pace{.times = *times, .told = false}) : std::nullopt;
  }
  if (text.starts_with('x')) {
    const auto lanes = parse_number<int>(text.substr(1));
    if (!lanes || *lanes < 1 || *lanes > lanes_of_a_slot) return std::nullopt;
    return Pace{.times = static_cast<double>(lanes_of_a_slot) / *lanes, .of_a_slot = true};
  }
  if (text.ends_with('%')) {
    const std::optional<double> percent = number(text.substr(0, text.size() - 1));
    return percent ? std::optional(Pace{.times = 100 / *percent}) : std::nullopt;
  }
  const Result<Bandwidth> rate = parse_nic(text);
  return rate ? std::optional(Pace{.at_most = *rate}) : std::nullopt;
}

Result<Pace> read_pace(std::string_view text) {
  const std::optional<Pace> pace = pace_of(text);
  if (pace && 1 <= pace->times && pace->times <= most_slow) return *pace;
  return fail(
      "'{}' is no pace; expected times slower, as in 2x (1 to {}), a part, as in 17/18 or 50%, PCIe lanes, "
      "as in x8, or a rate, as in 200G or 25GB/s",
      text, most_slow);
}

std::string neighbours_of(const Topology& topology, NodeId node) {
  std::set<NodeId> neighbours;
  for (const Link& link : topology.links)
    if (link.from == node) neighbours.insert(link.to);
  std::vector<std::string> names;
  for (const NodeId neighbour : neighbours) names.push_back(topology.nodes[neighbour].name);
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

template <class Chosen>
std::vector<LinkId> links_that(const Topology& topology, Chosen chosen) {
  std::vector<LinkId> found;
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id)
    if (chosen(topology.links[index(id)])) found.push_back(id);
  return found;
}

// "gpu0-gpu1": the links between two nodes, in both directions.
Result<std::vector<LinkId>> links_joining(const Topology& topology, std::string_view from_name,
                                          std::string_view to_name) {
  const Result<NodeId> from = topology.find(from_name);
  if (!from) return tl::unexpected(from.error());
  const Result<NodeId> to = topology.find(to_name);
  if (!to) return tl::unexpected(to.error());
  std::vector<LinkId> links = links_that(topology, [&](const Link& link) {
    return (link.from == *from && link.to == *to) || (link.from == *to && link.to == *from);
  });
  if (!links.empty()) return links;
  return fail("no link joins {} and {}; {} is joined to {}", from_name, to_name, from_name,
              neighbours_of(topology, *from));
}

std::optional<LinkType> link_type(std::string_view name) {
  const auto* const found = std::ranges::find(all_link_types, name, [](LinkType t) { return name_of(t); });
  return found == all_link_types.end() ? std::nullopt : std::optional(*found);
}

// A link, a device, or the links of one kind at a device.
Result<std::vector<LinkId>> links_of(const Topology& topology, std::string_view what) {
  if (const std::size_t dash = what.find('-'); dash != what.npos)
    return links_joining(topology, what.substr(0, dash), what.substr(dash + 1));
  const std::size_t dot = what.rfind('.');
  const std::optional<LinkType> type = dot == what.npos ? std::nullopt : link_type(what.substr(dot + 1));
  const Result<NodeId> node = topology.find(type ? what.substr(0, dot) : what);
  if (!node) return tl::unexpected(node.error());
  std::vector<LinkId> links = links_that(topology, [&](const Link& link) {
    return (link.from == *node || link.to == *node) && (!type || link.type == *type);
  });
  if (!links.empty()) return links;
  return fail("{} has no {}link", topology.nodes[*node].name, type ? fmt::format("{} ", name_of(*type)) : "");
}

// "gpu3:2x": what, and how.
struct Words {
  std::string_view what, how;
};
Words split(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  return {text.substr(0, colon), text.substr(std::min(colon + 1, text.size()))};
}

std::optional<NodeId> gpu_alone(const Topology& topology, std::string_view what) {
  const Result<NodeId> node = topology.find(what);
  return node && *node < topology.gpus ? std::optional(*node) : std::nullopt;
}

// At least 1 byte per second. A factor of 1 changes nothing, not even a rate that no double holds.
Bandwidth slowed(Bandwidth bandwidth, double times) {
  if (times == 1) return bandwidth;
  const auto rate = static_cast<double>(bandwidth.bytes_per_second) / times;
  const bool fits = rate < static_cast<double>(INT64_MAX);
  return {fits ? std::max<std::int64_t>(1, static_cast<std::int64_t>(rate)) : bandwidth.bytes_per_second};
}

// What is known of each link of the sound topology.
struct LinkDamage {
  bool cut = false;
  double times = 1, told_times = 1;  // slower in all; and as far as the hardware says so
  Bandwidth at_most{};
  Time more{};
  bool is_told() const { return cut || told_times > 1 || at_most > Bandwidth{}; }
};

class Damages {
 public:
  explicit Damages(const Topology& sound) : sound_(sound), links_(sound.links.size()) {}

  Status slow(std::string_view text) {
    const auto [what, how] = split(text);
    if (how.empty())
      return fail(
          "no pace; expected a GPU, another device or a link, and how slow it is, as in gpu3:2x, "
          "gpu3.nvlink:17/18, node0.nic3:50% or gpu0-gpu1:4x");
    const Result<Pace> pace = read_pace(how);
    if (!pace) return tl::unexpected(pace.error());
    const std::optional<NodeId> gpu = gpu_alone(sound_, what);
    if (gpu && !pace->of_a_slot) return slow_gpu(*gpu, *pace);
    Result<std::vector<LinkId>> links = links_of(sound_, what);
    if (!links) return tl::unexpected(links.error());
    if (pace->of_a_slot)
      std::erase_if(*links, [&](LinkId id) { return sound_.links[index(id)].type != LinkType::pcie; });
    if (links->empty()) return fail("{} has no PCIe link; expected one, as {} counts PCIe lanes", what, how);
    for (const LinkId id : *links) {
      LinkDamage& link = links_[index(id)];
      link.times *= pace->times;
      if (pace->told) link.told_times *= pace->times;
      if (pace->at_most > Bandwidth{})
        link.at_most = link.at_most == Bandwidth{} ? pace->at_most : std::min(link.at_most, pace->at_most);
    }
    return {};
  }

  Status late(std::string_view text) {
    const auto [what, how] = split(text);
    const Result<Time> more = parse_time(how);
    if (!more)
      return fail("{}; expected a link, a device or a GPU and a time, as in gpu0-gpu1:10us or gpu3:50us",
                  more.error().message);
    if (gpu_alone(sound_, what)) return {};
    return links_of(sound_, what).map([&](const std::vector<LinkId>& links) {
      for (const LinkId id : links) links_[index(id)].more += *more;
    });
  }

  Status cut(std::string_view what) {
    if (gpu_alone(sound_, what))
      return fail(
          "{} is a GPU, and has a rank; expected a link or another device, as in gpu0-gpu1, {}.nvlink or "
          "node0.nic3",
          what, what);
    return links_of(sound_, what).map([&](const std::vector<LinkId>& links) {
      for (const LinkId id : links) links_[index(id)].cut = true;
    });
  }

  DamagedTopology all() {
    cut_dead_nics();
    DamagedTopology left{.told = without_cut_links(), .real = {}, .nodes = nodes()};
    left.real = left.told;
    LinkId place = 0;
    for (const LinkDamage& damage : links_) {
      if (damage.cut) continue;
      Link &told = left.told.links[index(place)], &real = left.real.links[index(place)];
      told.bandwidth = slowed(told.bandwidth, damage.told_times);
      if (damage.at_most > Bandwidth{}) told.bandwidth = std::min(told.bandwidth, damage.at_most);
      constexpr double rounding = 1e-9;
      told.lanes = std::max(1, static_cast<int>(told.lanes / damage.told_times + rounding));
      real = told;
      const double times = damage.times / damage.told_times;
      real.bandwidth = slowed(told.bandwidth, times);
      if (times > 1) real.told = told.bandwidth;
      real.latency += damage.more;
      if (times > 1) left.slowed.push_back({place, times});
      ++place;
    }
    return left;
  }

 private:
  Status slow_gpu(NodeId gpu, const Pace& pace) {
    if (pace.at_most > Bandwidth{})
      return fail("a GPU alone has no rate; expected links of {}, as in {}.nvlink:200GB/s",
                  sound_.nodes[gpu].name, sound_.nodes[gpu].name);
    double& together = gpus_.try_emplace(gpu, 1).first->second;
    together *= pace.times;
    if (together <= most_slow) return {};
    return fail("gpu{} is slowed {} times in all; expected at most {}", gpu, together, most_slow);
  }

  bool is_left(NodeId nic, bool network) const {
    for (LinkId id = 0; id < static_cast<LinkId>(links_.size()); ++id) {
      const Link& link = sound_.links[index(id)];
      if (link.from == nic && (link.type == LinkType::network) == network && !links_[index(id)].cut)
        return true;
    }
    return false;
  }
  // A NIC with one way only, out of the node or into it, is as dead as one without any.
  void cut_dead_nics() {
    std::set<NodeId> touched;
    for (LinkId id = 0; id < static_cast<LinkId>(links_.size()); ++id) {
      const NodeId from = sound_.links[index(id)].from;
      if (links_[index(id)].cut && sound_.nodes[from].type == NodeType::nic) touched.insert(from);
    }
    std::erase_if(touched, [&](NodeId nic) { return is_left(nic, true) && is_left(nic, false); });
    for (LinkId id = 0; id < static_cast<LinkId>(links_.size()); ++id) {
      const Link& link = sound_.links[index(id)];
      links_[index(id)].cut |= touched.contains(link.from) || touched.contains(link.to);
    }
  }

  Topology without_cut_links() const {
    Topology left = sound_;
    left.links.clear();
    for (std::size_t id = 0; id < links_.size(); ++id)
      if (!links_[id].cut) left.links.push_back(sound_.links[id]);
    return left;
  }

  std::vector<int> nodes() const {
    if (sound_.per_node == 0) return {};
    constexpr int nowhere = -1;
    std::vector<int> node_of(sound_.nodes.size(), nowhere);
    for (NodeId gpu = 0; gpu < sound_.gpus; ++gpu) node_of[gpu] = gpu / sound_.per_node;
    for (bool grew = true; grew;) {
      grew = false;
      for (const Link& link : sound_.links) {
        if (link.type == LinkType::network || node_of[link.from] == nowhere || node_of[link.to] != nowhere)
          continue;
        node_of[link.to] = node_of[link.from];
        grew = true;
      }
    }
    std::set<int> nodes;
    for (std::size_t id = 0; id < links_.size(); ++id)
      if (links_[id].is_told())
        for (const NodeId end : {sound_.links[id].from, sound_.links[id].to}) nodes.insert(node_of[end]);
    nodes.erase(nowhere);
    return {nodes.begin(), nodes.end()};
  }

  const Topology& sound_;
  std::vector<LinkDamage> links_;
  std::map<NodeId, double> gpus_;  // times slower in all
};

}  // namespace

Result<DamagedTopology> damaged(const Topology& sound, const DamageWords& words) {
  Damages damages(sound);
  for (const std::string& text : words.slow)
    if (const Status read = damages.slow(text); !read)
      return fail("--slow '{}': {}", text, read.error().message);
  for (const std::string& text : words.late)
    if (const Status read = damages.late(text); !read)
      return fail("--late '{}': {}", text, read.error().message);
  for (const std::string& text : words.cut)
    if (const Status read = damages.cut(text); !read)
      return fail("--cut '{}': {}", text, read.error().message);
  return damages.all();
}

std::optional<SlowGpu> slow_gpu(const Topology& topology, std::string_view words) {
  const auto [what, how] = split(words);
  const std::optional<NodeId> gpu = gpu_alone(topology, what);
  const Result<Pace> pace = read_pace(how);
  if (!gpu || !pace || pace->of_a_slot) return std::nullopt;
  return SlowGpu{*gpu, pace->times};
}

std::optional<LateGpu> late_gpu(const Topology& topology, std::string_view words) {
  const auto [what, how] = split(words);
  const std::optional<NodeId> gpu = gpu_alone(topology, what);
  const Result<Time> more = parse_time(how);
  return gpu && more ? std::optional(LateGpu{*gpu, *more}) : std::nullopt;
}

}  // namespace commlab
