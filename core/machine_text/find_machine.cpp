#include "core/machine_text/find_machine.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/ranges.h>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/files/read_file.h"
#include "core/machine/cluster.h"
#include "core/machine/gpu_model.h"
#include "core/machine/network_classes.h"
#include "core/machine_text/machine_families.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/nccl_topology.h"
#include "core/machine_text/rocm_topology.h"
#include "core/machine_text/topo_matrix.h"
#include "core/machine_text/topo_matrix_text.h"

namespace commlab {
namespace {

// Whether --gpu names the machine's own GPU.
Status has_gpu(const Machine& machine, const std::string& gpu, const std::filesystem::path& path) {
  const Result<GpuModel> asked = find_gpu_model(gpu), own = find_gpu_model(machine.gpu);
  if (!asked) return fail("--gpu: {}", asked.error().message);
  if (own && own->name == asked->name) return {};
  return fail("--gpu {}: {} already names its GPUs{}; --gpu is for a pasted nvidia-smi topo -m", gpu,
              path.string(), machine.gpu.empty() ? "" : fmt::format(", {}", machine.gpu));
}

// The content of the file tells its format.
Result<Machine> machine_from_file(const std::filesystem::path& path, const std::filesystem::path& folder,
                                  const MachineHints& hints, const FindNode& find_inner) {
  const Result<std::string> text = read_file(path);
  if (!text)
    return fail("machine file {}; expected a TOML file such as sim/machines/hcm8.toml", text.error().message);
  const std::filesystem::path parameters = folder / "parameters";
  if (looks_like_xml(*text)) return machine_from_nccl_topology(*text, path.string(), hints.gpu, parameters);
  if (looks_like_rocm_topology(*text))
    return machine_from_rocm_topology(*text, path.string(), hints.gpu, parameters);
  if (looks_like_topo_matrix(*text))
    return machine_from_topo_matrix(*text, path.string(), hints.gpu, parameters);
  Result<Machine> machine = machine_from_toml(*text, path.string(), parameters, find_inner);
  if (!machine && path.extension() != ".toml")
    return fail(
        "{}: neither NCCL's topology XML nor a pasted nvidia-smi topo -m; read as a machine's TOML, {}",
        path.string(), machine.error().message);
  if (!machine || hints.gpu.empty()) return machine;
  if (const Status same = has_gpu(*machine, hints.gpu, path); !same) return tl::unexpected(same.error());
  return machine;
}

// "2x dgx-h100" or "2x dgx-h100,400G,rail,2:1".
struct ClusterName {
  int nodes;
  std::string_view node;
  std::string_view network;  // the words after the node; may be empty
};

// A SPEC itself has three parts between commas, and perhaps multicast; what follows these is the network.
std::optional<ClusterName> parse_cluster_name(std::string_view name) {
  const std::size_t times = name.find("x ");
  if (times == name.npos) return std::nullopt;
  const auto nodes = parse_number<int>(name.substr(0, times));
  if (!nodes) return std::nullopt;
  std::string_view rest = name.substr(std::min(name.find_first_not_of(' ', times + 1), name.size()));

  std::size_t comma = rest.find(',');
  const bool is_spec = rest.substr(0, comma).find(':') != rest.npos;
  for (int part = 0; is_spec && part < 2 && comma != rest.npos; ++part) comma = rest.find(',', comma + 1);
  constexpr std::string_view multicast = ",multicast";
  if (comma != rest.npos && rest.substr(comma).starts_with(multicast))
    comma = rest.find(',', comma + multicast.size());
  if (comma == rest.npos) return ClusterName{*nodes, rest, {}};
  return ClusterName{*nodes, rest.substr(0, comma), rest.substr(comma + 1)};
}

// Whether the folder has a machine of this name. Listing all names would take longer.
bool is_name(std::string_view name, const std::filesystem::path& folder) {
  std::error_code ignored;
  return name.find('/') == name.npos &&
         std::filesystem::is_regular_file(folder / fmt::format("{}.toml", name), ignored);
}

Result<Machine> find_node(std::string_view name, const std::filesystem::path& folder,
                          const MachineHints& hints, const FindNode& find_inner) {
  if (is_name(name, folder))
    return machine_from_file(folder / fmt::format("{}.toml", name), folder, hints, find_inner);
  std::error_code ignored;
  const bool is_spec = name.find(':') != name.npos;
  const bool is_path = (name.find('/') != name.npos && !is_spec) || name.ends_with(".toml") ||
                       std::filesystem::is_regular_file(name, ignored);
  if (is_path) return machine_from_file(name, folder, hints, find_inner);
  if (is_spec && !hints.gpu.empty())
    return fail("--gpu {}: {} already gives its rates; --gpu is for a pasted nvidia-smi topo -m", hints.gpu,
                name);
  if (is_spec) return machine_from_spec(name);
  return fail(
      "unknown machine '{}'{}; expected a name of commlab list machines, a file, or a SPEC like "
      "switch:8,450GB/s,350ns",
      name, suggestion(name, machine_names(folder)));
}

constexpr std::string_view with_sharp = infiniband;  // NVIDIA Quantum switches

tl::unexpected<Error> no_word_of_a_network(std::string_view word) {
  std::vector<std::string> words(network_classes.begin(), network_classes.end());
  words.emplace_back(unknown_network);
  words.insert(words.begin(), {"rail", "sharp"});
  return fail(
      "'{}' is no word of a network{}; there are 400G (the rate of a NIC), 4 NICs, rail, leaf=4, 2:1 "
      "(oversubscription), sharp (switches reduce), {}, {}",
      word, suggestion(word, words), fmt::join(network_classes, ", "), unknown_network);
}

// One word: a fabric, rail, leaf=4 (nodes under one leaf switch), 2:1 (bandwidth below a leaf to above),
// sharp (switches reduce), 4 NICs, or else the rate of a NIC.
Status read_word(NetworkWords& into, std::string_view word) {
  const auto number_before = [&](std::string_view unit) {
    return word.ends_with(unit) ? parse_number<int>(trimmed(word.substr(0, word.size() - unit.size())))
                                : std::nullopt;
  };
  constexpr std::string_view leaf = "leaf=";
  const bool is_class = std::ranges::find(network_classes, word) != network_classes.end();
  if (is_class || word == unknown_network) {
    into.fabric = std::string(word);
  } else if (word == "rail") {
    into.network.rails = true;
  } else if (word == "sharp") {
    into.network.sharp = true;
  } else if (word.starts_with(leaf)) {
    const auto nodes = parse_number<int>(word.substr(leaf.size()));
    if (!nodes || *nodes < 1) return fail("'{}': expected a number of nodes, as in leaf=4", word);
    into.network.nodes_per_leaf = *nodes;
  } else if (const auto over = number_before(":1")) {
    if (*over < 1) return fail("'{}': expected 1:1 or more, as in 2:1", word);
    into.network.oversubscription = *over;
  } else if (const auto nics = word.ends_with("NIC") ? number_before("NIC") : number_before("NICs")) {
    if (*nics < 1) return fail("'{}': expected at least 1 NIC", word);
    into.network.nics_per_node = *nics;
  } else {
    if (word.find_first_of("0123456789") == word.npos) return no_word_of_a_network(word);
    const Result<Bandwidth> rate = parse_nic(word);
    if (!rate) return tl::unexpected(rate.error());
    into.network.nic = *rate;
    into.nic = word;
  }
  return {};
}

Result<NetworkWords> read_words(std::string_view name, std::string_view text) {
  return network_words(text).map_error([&](const Error& error) {
    return Error{fmt::format("machine '{}': {}", name, error.message), error.fault};
  });
}

Result<Machine> find_cluster(std::string_view name, const ClusterName& parts,
                             const std::filesystem::path& folder, const MachineHints& hints) {
  Result<NetworkWords> read = read_words(name, parts.network);
  if (!read) return tl::unexpected(read.error());
  NetworkWords& words = *read;
  if (!hints.nic.empty()) {
    if (words.network.nic != Bandwidth{})
      return fail("machine '{}' and --nic {} both say how fast a NIC is; give one of them", name, hints.nic);
    const Result<Bandwidth> rate = parse_nic(hints.nic);
    if (!rate) return fail("machine '{}': {}", name, rate.error().message);
    words.network.nic = *rate;
  }
  const MachineHints of_node{.nic = {}, .gpu = hints.gpu};
  Result<Machine> node = find_node(parts.node, folder, of_node, [&](std::string_view like) {
    return find_node(like, folder, of_node, {});
  });
  if (!node) return tl::unexpected(node.error());
  if (!words.fabric.empty())
    if (const Status added = add_parameters(*node, words.fabric, folder / "parameters"); !added)
      return tl::unexpected(added.error());
  Result<Machine> cluster = cluster_of(*node, parts.nodes, words.network);
  if (!cluster) return fail("machine '{}': {}", name, cluster.error().message);
  for (const std::string_view said : {parts.network, std::string_view(hints.nic)})
    if (!said.empty()) cluster->name += fmt::format(",{}", said);
  return cluster;
}

}  // namespace

Result<NetworkWords> network_words(std::string_view text) {
  NetworkWords words;
  for (const std::string_view word : split_at(text, ',')) {
    if (text.empty()) break;
    if (const Status read = read_word(words, trimmed(word)); !read) return tl::unexpected(read.error());
  }
  if (words.network.sharp && !words.fabric.empty() && words.fabric != with_sharp)
    return fail("'sharp': the switches of {} do not reduce; SHARP is a part of {}", words.fabric, with_sharp);
  return words;
}

Result<NodeOfCluster> node_of_cluster(std::string_view name) {
  const std::optional<ClusterName> parts = parse_cluster_name(name);
  if (!parts) return NodeOfCluster{.nodes = 1, .node = std::string(name), .words = {}};
  return read_words(name, parts->network).map([&](const NetworkWords& words) {
    return NodeOfCluster{.nodes = parts->nodes, .node = std::string(parts->node), .words = words};
  });
}

Result<Machine> find_machine(std::string_view name, const std::filesystem::path& machine_folder,
                             const MachineHints& hints) {
  if (const std::optional<ClusterName> parts = parse_cluster_name(name))
    return find_cluster(name, *parts, machine_folder, hints);
  const FindNode find_inner = [&](std::string_view node) {
    return find_node(node, machine_folder, hints, {});
  };
  Result<Machine> machine = find_node(name, machine_folder, hints, find_inner);
  if (machine && !hints.nic.empty())
    return fail(
        "--nic {}: {} already describes its network; --nic is for several nodes, as in "
        "--machine \"2x {}\"",
        hints.nic, name, name);
  return machine;
}

std::vector<std::string> machine_names(const std::filesystem::path& machine_folder) {
  std::vector<std::string> names;
  std::error_code none;  // a folder that does not exist has no machines
  for (const auto& entry : std::filesystem::directory_iterator(machine_folder, none)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace commlab
