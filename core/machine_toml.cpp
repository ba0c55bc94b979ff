// Reads the file of a machine or of a cluster. Every key is one row of a list: its name and the
// function that reads its value, so that an unknown key can offer the nearest one, and every error
// says where it is. What can be written here: sim/machines/hcm8.toml, sim/machines/dgx-h100.toml.
#include "core/machine.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>

#include <toml++/toml.h>

#include "core/cluster.h"
#include "core/machine_links.h"
#include "core/nearest.h"

namespace commlab {
namespace {

struct Key {
  std::string name;
  std::function<Status(const toml::node&)> read;
};

class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  tl::unexpected<Error> fail_at(const toml::node& node, std::string_view sentence) const {
    return fail("{}:{}: {}", file_, node.source().begin.line, sentence);
  }
  tl::unexpected<Error> wrong(const toml::node& node, std::string_view key, std::string_view expected) const {
    return fail_at(node, fmt::format("{} is wrong here; expected {}", key, expected));
  }

  // In the order of `keys`, whatever their order in the file.
  Status read(const toml::table& table, std::string_view where, const std::vector<Key>& keys) const {
    std::vector<std::string> names;
    for (const Key& key : keys) names.push_back(key.name);
    for (const auto& [name, node] : table) {
      if (std::ranges::find(names, name.str()) != names.end()) continue;
      return fail("{}:{}: unknown key '{}'{}{}; expected {}", file_, name.source().begin.line, name.str(),
                  where, suggestion(name.str(), names), fmt::join(names, ", "));
    }
    for (const Key& key : keys) {
      const toml::node* node = table.get(key.name);
      if (node == nullptr) continue;
      if (const Status status = key.read(*node); !status) return status;
    }
    return {};
  }

  Key text(std::string name, std::string& into) const {
    return {name, [this, name, &into](const toml::node& node) -> Status {
              if (!node.is_string()) return wrong(node, name, "a text in quotes");
              into = node.as_string()->get();
              return {};
            }};
  }

  Key yes_or_no(std::string name, bool& into) const {
    return {name, [this, name, &into](const toml::node& node) -> Status {
              if (!node.is_boolean()) return wrong(node, name, "true or false");
              into = node.as_boolean()->get();
              return {};
            }};
  }

  Key number(std::string name, int least, std::int64_t most, int& into) const {
    return {name, [this, name, least, most, &into](const toml::node& node) -> Status {
              if (!node.is_integer() || node.as_integer()->get() < least || node.as_integer()->get() > most) {
                return wrong(node, name, fmt::format("a whole number from {} to {}", least, most));
              }
              into = static_cast<int>(node.as_integer()->get());
              return {};
            }};
  }

  // A part of a whole.
  Key share(std::string name, double& into) const {
    return {name, [this, name, &into](const toml::node& node) -> Status {
              const std::optional<double> value = node.value<double>();
              if (!node.is_number() || !(*value > 0 && *value <= 1))
                return wrong(node, name, "a number above 0 and up to 1, as in 0.83");
              into = *value;
              return {};
            }};
  }

  // A text with a unit: Time or Bandwidth.
  template <class Value>
  Key quantity(std::string name, Result<Value> (*parse)(std::string_view), std::string_view example,
               Value& into) const {
    return {name, [this, name, parse, example, &into](const toml::node& node) -> Status {
              if (!node.is_string())
                return wrong(node, name, fmt::format("a text with a unit, as in \"{}\"", example));
              const Result<Value> value = parse(node.as_string()->get());
              if (!value) return fail_at(node, fmt::format("{}: {}", name, value.error().message));
              into = *value;
              return {};
            }};
  }

  // Each text of a list, or what `take` has against it.
  Key list(std::string name, std::string_view example, std::function<Status(std::string_view)> take) const {
    return {name, [this, name, example, take](const toml::node& node) -> Status {
              const std::string expected = fmt::format("a list of texts, as in [\"{}\"]", example);
              if (!node.is_array()) return wrong(node, name, expected);
              for (const toml::node& element : *node.as_array()) {
                if (!element.is_string()) return wrong(element, name, expected);
                const Status status = take(element.as_string()->get());
                if (!status) return fail_at(element, status.error().message);
              }
              return {};
            }};
  }

  Key table(std::string name, std::function<std::vector<Key>()> keys) const {
    return {name, [this, name, keys](const toml::node& node) -> Status {
              if (!node.is_table()) return wrong(node, name, fmt::format("a table, [{}]", name));
              return read(*node.as_table(), fmt::format(" in [{}]", name), keys());
            }};
  }

 private:
  std::string_view file_;
};

Key costs(const Reader& reader, std::string name, Costs& into) {
  return reader.table(name, [&reader, &into] {
    return std::vector{reader.quantity<Time>("launch", parse_time, "8.4us", into.launch),
                       reader.quantity<Time>("overhead", parse_time, "1us", into.overhead),
                       reader.quantity<Time>("latency", parse_time, "3.4us", into.latency)};
  });
}

// A table that is there, even empty, says that the machine's NVSwitches can.
Key multicast(const Reader& reader, Machine& machine) {
  const Key table = reader.table("multicast", [&reader, &machine] {
    return std::vector{reader.quantity<Time>("launch", parse_time, "55us", machine.multicast.launch),
                       reader.share("efficiency", machine.multicast.efficiency)};
  });
  return {"multicast", [&reader, &machine, table](const toml::node& node) -> Status {
            const auto is_switch = [](const Node& n) { return n.type == NodeType::nvswitch; };
            if (std::ranges::none_of(machine.topology.nodes, is_switch))
              return reader.fail_at(node,
                                    "[multicast], but no nvswitch among the nodes that could; expected one");
            machine.topology.multicast = true;
            return table.read(node);
          }};
}

// "16/15": so many bytes on the wire for so many of data.
Status read_wire(Protocol& protocol, std::string_view text) {
  const char* const end = text.data() + text.size();
  int wire = 0, data = 0;
  const auto [slash, wrong] = std::from_chars(text.data(), end, wire);
  const bool has_both = wrong == std::errc{} && slash != end && *slash == '/';
  const auto rest = has_both ? std::from_chars(slash + 1, end, data) : std::from_chars_result{slash, wrong};
  if (!has_both || rest.ec != std::errc{} || rest.ptr != end || data < 1 || wire < data)
    return fail("wire: '{}'; expected bytes on the wire over bytes of data, as in 16/15", text);
  protocol.wire = wire;
  protocol.data = data;
  return {};
}

std::vector<Key> hop_keys(const Reader& reader, Protocol& protocol) {
  std::vector<Key> keys;
  for (const LinkType type : all_link_types)
    keys.push_back(reader.quantity<Time>(std::string(name_of(type)), parse_time, "0.5us",
                                         protocol.hop[static_cast<std::size_t>(type)]));
  return keys;
}

std::vector<Key> protocol_keys(const Reader& reader, Protocol& protocol) {
  return {reader.quantity<Time>("start", parse_time, "2us", protocol.start),
          reader.table("hop", [&reader, &protocol] { return hop_keys(reader, protocol); }),
          {"wire",
           [&reader, &protocol](const toml::node& node) -> Status {
             if (!node.is_string()) return reader.wrong(node, "wire", "a text, as in \"16/15\"");
             const Status read = read_wire(protocol, node.as_string()->get());
             return read ? read : Status(reader.fail_at(node, read.error().message));
           }},
          reader.quantity<Bytes>("piece", parse_bytes, "512KiB", protocol.piece),
          reader.quantity<Bandwidth>("rate", parse_bandwidth, "5GB/s", protocol.rate),
          reader.number("channels", 1, 1024, protocol.channels),
          reader.quantity<Bytes>("grain", parse_bytes, "4KiB", protocol.grain)};
}

// [protocol.ll]: kept in order of their names, as they come back once written; one that is known already is
// changed.
Key protocols(const Reader& reader, std::vector<Protocol>& known) {
  return {"protocol", [&reader, &known](const toml::node& node) -> Status {
            if (!node.is_table()) return reader.wrong(node, "protocol", "tables, as in [protocol.ll]");
            for (const auto& [name, table] : *node.as_table()) {
              if (!table.is_table())
                return reader.wrong(table, fmt::format("protocol.{}", name.str()), "a table");
              auto found = std::ranges::lower_bound(known, name.str(), {}, &Protocol::name);
              if (found == known.end() || found->name != name.str())
                found = known.insert(found, {.name = std::string(name.str())});
              const Status read = reader.read(*table.as_table(), fmt::format(" in [protocol.{}]", name.str()),
                                              protocol_keys(reader, *found));
              if (!read) return read;
            }
            return {};
          }};
}

// [network_hops]: of each protocol that the machine has, over network links; of others, nothing.
Key network_hops(const Reader& reader, std::vector<Protocol>& known) {
  return {"network_hops", [&reader, &known](const toml::node& node) -> Status {
            const std::string expected = "a time for each protocol, as in ll = \"7us\"";
            if (!node.is_table()) return reader.wrong(node, "network_hops", expected);
            for (const auto& [name, value] : *node.as_table()) {
              Time hop;
              const std::string protocol(name.str());
              if (const Status read = reader.quantity<Time>(protocol, parse_time, "7us", hop).read(value);
                  !read)
                return read;
              const auto found = std::ranges::find(known, protocol, &Protocol::name);
              if (found != known.end()) found->hop[static_cast<std::size_t>(LinkType::network)] = hop;
            }
            return {};
          }};
}

Key launching(const Reader& reader, Launching& into) {
  return reader.table("launching", [&reader, &into] {
    return std::vector{reader.quantity<Time>("each", parse_time, "4.7us", into.each),
                       reader.quantity<Time>("graph_saves", parse_time, "3.3us", into.graph_saves)};
  });
}

// "64KiB 9GB/s"
Status add_point(RateCurve& curve, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == text.npos)
    return fail("'{}' is no point; expected a size and a rate, as in 64KiB 9GB/s", text);
  const Result<Bytes> size = parse_bytes(text.substr(0, space));
  if (!size) return tl::unexpected(size.error());
  const Result<Bandwidth> rate = parse_bandwidth(text.substr(space + 1));
  if (!rate) return tl::unexpected(rate.error());
  if (rate->bytes_per_second == 0) return fail("'{}' has rate 0; expected more than 0", text);
  if (curve.limited() && *size <= curve.points.back().size) {
    return fail("'{}' comes after {}; expected rising sizes", text, to_text(curve.points.back().size));
  }
  curve.points.push_back({*size, *rate});
  return {};
}

Key curve(const Reader& reader, std::string name, RateCurve& into) {
  return reader.list(name, "64KiB 9GB/s", [&into](std::string_view text) { return add_point(into, text); });
}

Key work(const Reader& reader, Work& into) {
  return reader.table("work", [&reader, &into] {
    constexpr int most = std::numeric_limits<int>::max();
    return std::vector{curve(reader, "send", into.send),
                       curve(reader, "receive", into.receive),
                       curve(reader, "reduce", into.reduce),
                       curve(reader, "copy", into.copy),
                       reader.number("processors", 0, most, into.processors),
                       reader.quantity<Bandwidth>("memory", parse_bandwidth, "20GB/s", into.memory),
                       reader.number("slots", 1, most, into.slots),
                       reader.quantity<Time>("wake", parse_time, "3us", into.wake)};
  });
}

Key network(const Reader& reader, Interconnect& into) {
  return reader.table("network", [&reader, &into] {
    return std::vector{reader.quantity<Bandwidth>("nic", parse_nic, "400G", into.nic),
                       reader.quantity<Time>("latency", parse_time, "5us", into.latency),
                       reader.number("nics_per_node", 1, most_gpus, into.nics_per_node),
                       reader.yes_or_no("rails", into.rails),
                       reader.number("nodes_per_leaf", 1, most_gpus, into.nodes_per_leaf),
                       reader.number("oversubscription", 1, 1000, into.oversubscription)};
  });
}

// [link.sys] type = "socket", bandwidth = "7.5GB/s". A kind named like a type has that type.
Status read_kind(const Reader& reader, const toml::node& node, std::string name, LinkKind& kind) {
  if (!node.is_table()) return reader.wrong(node, "link." + name, fmt::format("a table, [link.{}]", name));
  std::string type = name;
  const Status read =
      reader.read(*node.as_table(), fmt::format(" in [link.{}]", name),
                  {reader.text("type", type),
                   reader.quantity<Bandwidth>("bandwidth", parse_bandwidth, "25GB/s", kind.bandwidth),
                   reader.quantity<Time>("latency", parse_time, "350ns", kind.latency)});
  if (!read) return read;
  if (kind.bandwidth.bytes_per_second == 0) {
    return reader.fail_at(node, fmt::format("[link.{}] has no bandwidth or 0; expected more than 0", name));
  }
  const Result<LinkType> known = parse_link_type(type);
  if (!known) return reader.fail_at(node, fmt::format("[link.{}]: {}", name, known.error().message));
  kind.type = *known;
  return {};
}

Key link_kinds(const Reader& reader, LinkKinds& kinds) {
  return {"link", [&reader, &kinds](const toml::node& node) -> Status {
            if (!node.is_table()) return reader.wrong(node, "link", "tables, as in [link.nvlink]");
            for (const auto& [name, kind] : *node.as_table()) {
              const Status status =
                  read_kind(reader, kind, std::string(name.str()), kinds[std::string(name.str())]);
              if (!status) return status;
            }
            return {};
          }};
}

// "cpu0..1 cpu"
Status read_nodes(Topology& topology, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == text.npos)
    return fail("node '{}' has no type; expected a name and a type, as in cpu0..1 cpu", text);
  const Result<NodeType> type = parse_node_type(text.substr(space + 1));
  if (!type) return fail("node '{}': {}", text, type.error().message);
  if (*type == NodeType::gpu) return fail("node '{}': GPUs are counted by gpus; expected another type", text);
  const Status added = add_nodes(topology, text.substr(0, space), *type);
  if (!added) return fail("node '{}': {}", text, added.error().message);
  return {};
}

Key sources(const Reader& reader, std::vector<std::string>& into) {
  return reader.list("sources", "nvlink 25GB/s: data sheet", [&into](std::string_view text) -> Status {
    into.emplace_back(text);
    return {};
  });
}

// What machines of one generation have in common: costs and work, no wiring.
std::vector<Key> common_keys(const Reader& reader, Machine& machine) {
  return {costs(reader, "collective", machine.collective),
          costs(reader, "copy", machine.copy),
          work(reader, machine.work),
          protocols(reader, machine.protocols),
          network_hops(reader, machine.protocols),
          launching(reader, machine.launching)};
}

Result<toml::table> parse_toml(std::string_view text, std::string_view file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return fail("{}:{}: not TOML: {}", file, error.source().begin.line, error.description());
  }
}

Result<Machine> read_machine(const toml::table& table, std::string_view file,
                             const std::filesystem::path& parameter_folder) {
  Machine machine;
  machine.name = std::filesystem::path(file).stem().string();
  Topology& topology = machine.topology;
  LinkKinds kinds;
  int gpus = 0;
  const Reader reader(file);

  const Key gpu_count = {"gpus", [&](const toml::node& node) -> Status {
                           const Status status = reader.number("gpus", 1, most_gpus, gpus).read(node);
                           if (!status) return status;
                           for (int i = 0; i < gpus; ++i)
                             topology.add(fmt::format("gpu{}", i), NodeType::gpu);
                           return {};
                         }};
  const Key every_other_pair = {
      "every_other_pair", [&](const toml::node& node) -> Status {
        if (!node.is_string()) return reader.wrong(node, "every_other_pair", "a type of link, as in \"sys\"");
        const Status joined = join_every_other_pair(topology, kinds, node.as_string()->get());
        if (!joined) return reader.fail_at(node, joined.error().message);
        return {};
      }};
  const Key parameters = reader.list("parameters", "a100", [&](std::string_view name) {
    return add_parameters(machine, name, parameter_folder);
  });

  std::vector<Key> keys = {
      reader.text("name", machine.name),
      reader.text("title", machine.title),
      sources(reader, machine.sources),
      reader.text("measured", machine.measured),
      reader.text("gpu", machine.gpu),
      gpu_count,
      reader.number("per_node", 1, most_gpus, topology.per_node),
      reader.yes_or_no("gpus_forward", topology.gpus_forward),
      reader.list("nodes", "cpu0..1 cpu", [&](std::string_view text) { return read_nodes(topology, text); }),
      link_kinds(reader, kinds),
      reader.list("links", "gpu0 <-> gpu1 4x nvlink",
                  [&](std::string_view text) { return add_links(topology, kinds, text); }),
      every_other_pair,
      parameters};
  std::ranges::move(common_keys(reader, machine), std::back_inserter(keys));
  keys.push_back(multicast(reader, machine));
  keys.push_back(network(reader, machine.network));
  const Status read = reader.read(table, "", keys);
  if (!read) return tl::unexpected(read.error());
  if (gpus == 0) return fail("{}:1: no gpus; expected the number of GPUs, as in gpus = 8", file);
  if (topology.per_node > 0 && gpus % topology.per_node != 0)
    return fail("{}:{}: per_node = {} does not divide {} GPUs; expected nodes of equal size", file,
                table.get("per_node")->source().begin.line, topology.per_node, gpus);
  return machine;
}

// nodes = 2, node = "dgx-h100", [network]: what is not said here is as in the node.
Result<Machine> read_cluster(const toml::table& table, std::string_view file,
                             const std::filesystem::path& parameter_folder, const FindNode& find_node) {
  const Reader reader(file);
  const toml::node& named = *table.get("node");
  if (!named.is_string()) return reader.wrong(named, "node", "the name of a machine, as in \"dgx-h100\"");
  if (!find_node) return reader.fail_at(named, "a cluster cannot be a node; expected a single node's file");
  const Result<Machine> found = find_node(named.as_string()->get());
  if (!found) return reader.fail_at(named, found.error().message);

  Machine node = *found;  // whose costs the file may change
  std::string name = std::filesystem::path(file).stem().string();
  std::string title;
  std::vector<std::string> said_sources;
  Interconnect said_network;
  int nodes = 0;
  std::string ignored;
  std::vector<Key> keys = {reader.text("name", name),
                           reader.text("title", title),
                           sources(reader, said_sources),
                           reader.text("measured", node.measured),
                           reader.number("nodes", 1, most_gpus, nodes),
                           reader.text("node", ignored),
                           network(reader, said_network),
                           reader.list("parameters", "a100", [&](std::string_view parameters) {
                             return add_parameters(node, parameters, parameter_folder);
                           })};
  std::ranges::move(common_keys(reader, node), std::back_inserter(keys));
  const Status read = reader.read(table, "", keys);
  if (!read) return tl::unexpected(read.error());
  if (nodes == 0) return reader.fail_at(named, "no nodes; expected how many there are, as in nodes = 2");

  Result<Machine> cluster = cluster_of(node, nodes, said_network);
  if (!cluster) return reader.fail_at(named, cluster.error().message);
  cluster->name = name;
  if (!title.empty()) cluster->title = title;
  cluster->sources.insert(cluster->sources.begin(), said_sources.begin(), said_sources.end());
  return cluster;
}

}  // namespace

Status add_parameters(Machine& machine, std::string_view name, const std::filesystem::path& folder) {
  const std::vector<std::string> names = machine_names(folder);
  if (std::ranges::find(names, name) == names.end())
    return fail("unknown parameters '{}'{}; expected {}", name, suggestion(name, names),
                names.empty() ? fmt::format("files in {}", folder.string())
                              : fmt::format("{}", fmt::join(names, ", ")));
  const std::filesystem::path file = folder / fmt::format("{}.toml", name);
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const Result<toml::table> table = parse_toml(text, file.string());
  if (!table) return tl::unexpected(table.error());
  const std::string where = file.string();
  const Reader reader(where);
  std::vector<Key> keys = common_keys(reader, machine);
  keys.push_back(sources(reader, machine.sources));
  return reader.read(*table, "", keys);
}

Result<Machine> machine_from_toml(std::string_view text, std::string_view file_name,
                                  const std::filesystem::path& parameter_folder, const FindNode& find_node) {
  return parse_toml(text, file_name).and_then([&](const toml::table& table) {
    return table.contains("node") ? read_cluster(table, file_name, parameter_folder, find_node)
                                  : read_machine(table, file_name, parameter_folder);
  });
}

}  // namespace commlab
