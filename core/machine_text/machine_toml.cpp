#include "core/machine_text/machine_toml.h"

#include <algorithm>
#include <iterator>

#include "core/machine/cluster.h"
#include "core/machine/gpus_of_a_node.h"
#include "core/machine/machine.h"
#include "core/machine_text/machine_links.h"
#include "core/machine_text/parameter_keys.h"
#include "core/machine_text/server_parameters.h"
#include "core/machine_text/tempo_key.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {
namespace {

TomlKey network(const TomlReader& reader, Interconnect& into) {
  return reader.table("network", [&reader, &into] {
    return std::vector{reader.quantity<Bandwidth>("nic", parse_nic, "400G", into.nic),
                       reader.quantity<Time>("latency", parse_time, "5us", into.latency),
                       reader.number("nics_per_node", 1, most_gpus, into.nics_per_node),
                       reader.yes_or_no("behind_host", into.behind_host),
                       reader.yes_or_no("sharp", into.sharp),
                       reader.yes_or_no("rails", into.rails),
                       reader.number("nodes_per_leaf", 1, most_gpus, into.nodes_per_leaf),
                       reader.number("oversubscription", 1, 1000, into.oversubscription)};
  });
}

// "cpu0..1 cpu"
Status read_nodes(WiringReader& wiring, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == text.npos)
    return fail("node '{}' has no type; expected a name and a type, as in cpu0..1 cpu", text);
  const Result<NodeType> type = parse_node_type(text.substr(space + 1));
  if (!type) return fail("node '{}': {}", text, type.error().message);
  if (*type == NodeType::gpu)
    return fail("node '{}': the key gpus defines the GPUs; expected another type", text);
  const Status added = wiring.add_nodes(text.substr(0, space), *type);
  if (!added) return fail("node '{}': {}", text, added.error().message);
  return {};
}

TomlKey provenance_key(const TomlReader& reader, Provenance& into) {
  static constexpr const char* example = "driver: 580.65";
  return reader.list("provenance", example, [&into](std::string_view line) -> Status {
    if (add_line(into, line)) return {};
    return fail("'{}' has no name; expected a name and a value, as in {}", line, example);
  });
}

Result<Machine> read_machine(const toml::table& table, std::string_view file,
                             const std::filesystem::path& parameter_folder) {
  Machine machine;
  machine.name = std::filesystem::path(file).stem().string();
  Topology& topology = machine.topology;
  WiringReader wiring(topology);
  LinkKinds kinds;
  int gpus = 0;
  const TomlReader reader(file);

  const TomlKey gpu_count = {"gpus", [&](const toml::node& node) -> Status {
                               const Status status = reader.number("gpus", 1, most_gpus, gpus).read(node);
                               if (status) wiring.add_gpus(gpus);
                               return status;
                             }};
  const TomlKey every_other_pair = {
      "every_other_pair", [&](const toml::node& node) -> Status {
        if (!node.is_string()) return reader.wrong(node, "every_other_pair", "a type of link, as in \"sys\"");
        const Status joined = wiring.join_every_other_pair(kinds, node.as_string()->get());
        if (!joined) return reader.fail_at(node, joined.error().message);
        return {};
      }};
  ParameterFiles files(machine, kinds, parameter_folder);

  std::vector<TomlKey> keys = {
      reader.text("name", machine.name),
      reader.text("title", machine.title),
      sources_key(reader, machine.sources),
      reader.text("measured", machine.measured),
      provenance_key(reader, machine.provenance),
      reader.text("gpu", machine.gpu),
      gpu_count,
      reader.number("per_node", 1, most_gpus, topology.per_node),
      reader.yes_or_no("gpus_forward", topology.gpus_forward),
      reader.yes_or_no("sharp", topology.sharp),
      reader.list("nodes", "cpu0..1 cpu", [&](std::string_view text) { return read_nodes(wiring, text); }),
      reader.list("parameters", "h100-nvswitch", [&](std::string_view name) { return files.add(name); }),
      link_kinds_key(reader, kinds),
      reader.list("links", "gpu0 <-> gpu1 4x nvlink",
                  [&](std::string_view text) { return wiring.add_links(kinds, text); }),
      every_other_pair};
  std::ranges::move(parameter_keys(reader, machine), std::back_inserter(keys));
  keys.push_back(multicast_key(reader, machine));
  keys.push_back(network(reader, machine.network));
  keys.push_back(tempo_key(reader, machine.tempo));
  const Status read = reader.read(table, "", keys);
  if (!read) return tl::unexpected(read.error());
  const bool has_nvswitch =
      std::ranges::any_of(topology.nodes, [](const Node& n) { return n.type == NodeType::nvswitch; });
  if (const toml::node* said = table.get("multicast"); said != nullptr && !has_nvswitch)
    return reader.fail_at(*said, "[multicast] needs an NVSwitch; expected a node of type nvswitch in nodes");
  if (!has_nvswitch) topology.multicast = false, machine.multicast = {};  // the parameters' wiring may differ
  forget_incomplete_costs(machine);
  if (const toml::node* said = table.get("nccl"); said != nullptr && !machine.nccl)
    return reader.fail_at(*said,
                          "[nccl] does not give all costs; expected parameters = [\"calls\"] for the others");
  for (const char* const name : {"collective", "protocol"})
    if (const toml::node* said = table.get(name); said != nullptr && machine.nccl)
      return reader.fail_at(
          *said, fmt::format("[{}]: collectives cost here what [nccl] says; leave it out, or change a cost "
                             "there, as in [nccl] launch = \"6us\"",
                             name));
  if (gpus == 0)
    return fail("{}:1: the key gpus is missing; expected the number of GPUs, as in gpus = 8", file);
  if (topology.per_node > 0 && gpus % topology.per_node != 0)
    return fail("{}:{}: per_node = {} does not divide {} GPUs; expected nodes of equal size", file,
                table.get("per_node")->source().begin.line, topology.per_node, gpus);
  if (topology.per_node == 0) topology.per_node = gpus_of_a_node(topology);
  return machine;
}

// nodes = 2, node = "dgx-h100", [network]: what the file leaves out is taken from the node.
Result<Machine> read_cluster(const toml::table& table, std::string_view file,
                             const std::filesystem::path& parameter_folder, const FindNode& find_node) {
  const TomlReader reader(file);
  const toml::node& named = *table.get("node");
  if (!named.is_string()) return reader.wrong(named, "node", "the name of a machine, as in \"dgx-h100\"");
  if (!find_node) return reader.fail_at(named, "a cluster cannot be a node; expected a single node's file");
  const Result<Machine> found = find_node(named.as_string()->get());
  if (!found) return reader.fail_at(named, found.error().message);

  Machine node = *found;  // the file may change its costs
  std::string name = std::filesystem::path(file).stem().string();
  std::string title;
  std::vector<std::string> said_sources;
  Interconnect said_network;
  int nodes = 0;
  std::string ignored;
  std::vector<TomlKey> keys = {reader.text("name", name),
                               reader.text("title", title),
                               sources_key(reader, said_sources),
                               reader.text("measured", node.measured),
                               reader.number("nodes", 1, most_gpus, nodes),
                               reader.text("node", ignored),
                               network(reader, said_network),
                               reader.list("parameters", "a100", [&](std::string_view parameters) {
                                 return add_parameters(node, parameters, parameter_folder);
                               })};
  std::ranges::move(parameter_keys(reader, node), std::back_inserter(keys));
  const Status read = reader.read(table, "", keys);
  if (!read) return tl::unexpected(read.error());
  if (nodes == 0)
    return reader.fail_at(named, "the key nodes is missing; expected the number of nodes, as in nodes = 2");

  Result<Machine> cluster = cluster_of(node, nodes, said_network);
  if (!cluster) return reader.fail_at(named, cluster.error().message);
  cluster->name = name;
  if (!title.empty()) cluster->title = title;
  cluster->sources.insert(cluster->sources.begin(), said_sources.begin(), said_sources.end());
  return cluster;
}

// like = "dgx-h100": that machine, with the costs and the network that the file gives.
Result<Machine> read_like(const toml::table& table, std::string_view file,
                          const std::filesystem::path& parameter_folder, const FindNode& find_node) {
  const TomlReader reader(file);
  const toml::node& named = *table.get("like");
  if (!named.is_string()) return reader.wrong(named, "like", "the name of a machine, as in \"dgx-h100\"");
  if (!find_node)
    return reader.fail_at(named,
                          "a machine cannot be like another file; expected a name of commlab list machines");
  const Result<Machine> found = find_node(named.as_string()->get());
  if (!found) return reader.fail_at(named, found.error().message);

  Machine machine = *found;
  machine.tempo = {};
  machine.provenance = {};
  machine.name = std::filesystem::path(file).stem().string();
  std::vector<std::string> said_sources;
  std::string ignored;
  std::vector<TomlKey> keys = {reader.text("name", machine.name),
                               reader.text("title", machine.title),
                               sources_key(reader, said_sources),
                               reader.text("measured", machine.measured),
                               reader.text("like", ignored),
                               reader.list("parameters", "a100", [&](std::string_view parameters) {
                                 return add_parameters(machine, parameters, parameter_folder);
                               })};
  std::ranges::move(parameter_keys(reader, machine), std::back_inserter(keys));
  keys.push_back(network(reader, machine.network));
  const Status read = reader.read(table, "", keys);
  if (!read) return tl::unexpected(read.error());
  machine.sources.insert(machine.sources.begin(), said_sources.begin(), said_sources.end());
  return machine;
}

}  // namespace

Status add_parameters(Machine& machine, std::string_view name, const std::filesystem::path& folder) {
  LinkKinds ignored;
  const bool multicast = machine.topology.multicast;  // follows from the wiring, not from the parameters
  const Status added = ParameterFiles(machine, ignored, folder).add(name);
  machine.topology.multicast = multicast;
  forget_incomplete_costs(machine);
  return added;
}

Result<Machine> machine_from_toml(std::string_view text, std::string_view file_name,
                                  const std::filesystem::path& parameter_folder, const FindNode& find_node) {
  return parse_toml(text, file_name).and_then([&](const toml::table& table) {
    if (table.contains("like")) return read_like(table, file_name, parameter_folder, find_node);
    return table.contains("node") ? read_cluster(table, file_name, parameter_folder, find_node)
                                  : read_machine(table, file_name, parameter_folder);
  });
}

}  // namespace commlab
