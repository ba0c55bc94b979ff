#include "core/machine_text/server_parameters.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/base/nearest.h"
#include "core/files/read_file.h"
#include "core/machine/gpu_model.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/parameter_keys.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {
namespace {

constexpr std::array all_wirings = {NvlinkWiring::none, NvlinkWiring::nvswitch, NvlinkWiring::all_pairs,
                                    NvlinkWiring::cube_mesh, NvlinkWiring::bridges};

// The [server] table of a file.
struct ForServers {
  std::vector<std::string> gpus;
  std::vector<NvlinkWiring> nvlinks;
  std::string machine;

  bool are(std::string_view gpu, NvlinkWiring wiring) const {
    return std::ranges::find(gpus, gpu) != gpus.end() && std::ranges::find(nvlinks, wiring) != nvlinks.end();
  }
};

Result<NvlinkWiring> parse_nvlink_wiring(std::string_view text) {
  std::vector<std::string> names;
  for (const NvlinkWiring wiring : all_wirings) {
    if (name_of(wiring) == text) return wiring;
    names.emplace_back(name_of(wiring));
  }
  return fail("unknown wiring '{}'{}; expected {}", text, suggestion(text, names), fmt::join(names, ", "));
}

TomlKey server_key(const TomlReader& reader, ForServers& into) {
  return reader.table("server", [&reader, &into] {
    return std::vector{reader.list("gpus", "A100",
                                   [&into](std::string_view text) -> Status {
                                     const Result<GpuModel> model = find_gpu_model(text);
                                     if (!model) return tl::unexpected(model.error());
                                     into.gpus.emplace_back(model->name);
                                     return {};
                                   }),
                       reader.list("nvlinks", "nvswitch",
                                   [&into](std::string_view text) -> Status {
                                     const Result<NvlinkWiring> wiring = parse_nvlink_wiring(text);
                                     if (!wiring) return tl::unexpected(wiring.error());
                                     into.nvlinks.push_back(*wiring);
                                     return {};
                                   }),
                       reader.text("machine", into.machine)};
  });
}

Result<toml::table> read_parameter_file(const std::filesystem::path& file) {
  return read_file(file).and_then([&](const std::string& text) { return parse_toml(text, file.string()); });
}

}  // namespace

std::string_view name_of(NvlinkWiring wiring) {
  switch (wiring) {
    case NvlinkWiring::none: return "none";
    case NvlinkWiring::nvswitch: return "nvswitch";
    case NvlinkWiring::all_pairs: return "all pairs";
    case NvlinkWiring::cube_mesh: return "cube mesh";
    case NvlinkWiring::bridges: return "bridges";
  }
  return {};
}

std::string_view phrase_for(NvlinkWiring wiring) {
  switch (wiring) {
    case NvlinkWiring::none: return "without NVLinks";
    case NvlinkWiring::nvswitch: return "with NVLinks to NVSwitch";
    case NvlinkWiring::all_pairs: return "with NVLinks between all pairs";
    case NvlinkWiring::cube_mesh: return "with NVLinks in a cube mesh";
    case NvlinkWiring::bridges: return "with NVLinks between some pairs";
  }
  return {};
}

NvlinkWiring nvlink_wiring_of(const Topology& topology) {
  bool has_any = false;
  std::set<std::pair<NodeId, NodeId>> pairs;
  std::vector<NodeId> group(topology.gpus);  // of each GPU: the lowest GPU in its group of joined GPUs
  std::iota(group.begin(), group.end(), 0);
  for (const Link& link : topology.links) {
    if (link.type != LinkType::nvlink) continue;
    has_any = true;
    if (topology.nodes[link.to].type == NodeType::nvswitch) return NvlinkWiring::nvswitch;
    if (link.from >= topology.gpus || link.to >= topology.gpus) continue;
    pairs.emplace(std::min(link.from, link.to), std::max(link.from, link.to));
    const auto [low, high] = std::minmax({group[link.from], group[link.to]});
    std::ranges::replace(group, NodeId{high}, NodeId{low});
  }
  if (!has_any) return NvlinkWiring::none;
  const std::size_t gpus = group.size();
  if (gpus > 1 && pairs.size() == gpus * (gpus - 1) / 2) return NvlinkWiring::all_pairs;
  const bool all_joined = std::ranges::all_of(group, [](NodeId lowest) { return lowest == 0; });
  return all_joined && gpus > 1 ? NvlinkWiring::cube_mesh : NvlinkWiring::bridges;
}

Status ParameterFiles::add(std::string_view name) {
  if (std::ranges::find(added_, name) != added_.end()) return {};
  const std::vector<std::string> names = machine_names(folder_);
  if (std::ranges::find(names, name) == names.end())
    return fail("unknown parameters '{}'{}; expected {}", name, suggestion(name, names),
                names.empty() ? fmt::format("files in {}", folder_.string())
                              : fmt::format("{}", fmt::join(names, ", ")));
  added_.emplace_back(name);
  const std::filesystem::path path = folder_ / fmt::format("{}.toml", name);
  const Result<toml::table> table = read_parameter_file(path);
  if (!table) return tl::unexpected(table.error());
  const std::string file = path.string();
  const TomlReader reader(file);
  ForServers servers;
  std::vector<TomlKey> keys = {
      reader.list("parameters", "h100", [this](std::string_view first) { return add(first); }),
      sources_key(reader, machine_.sources), server_key(reader, servers), link_kinds_key(reader, kinds_)};
  std::ranges::move(parameter_keys(reader, machine_), std::back_inserter(keys));
  keys.push_back(multicast_key(reader, machine_));
  return reader.read(*table, "", keys);
}

void forget_incomplete_costs(Machine& machine) {
  if (machine.nccl && !is_complete(*machine.nccl)) machine.nccl.reset();
}

Result<ServerParameters> find_server_parameters(std::string_view gpu, NvlinkWiring wiring,
                                                const std::filesystem::path& folder) {
  std::optional<ServerParameters> found;
  for (const std::string& name : machine_names(folder)) {
    const std::filesystem::path path = folder / fmt::format("{}.toml", name);
    const Result<toml::table> table = read_parameter_file(path);
    if (!table) return tl::unexpected(table.error());
    const toml::node* server = table->get("server");
    if (server == nullptr) continue;
    const std::string file = path.string();
    const TomlReader reader(file);
    ForServers servers;
    if (const Status read = server_key(reader, servers).read(*server); !read)
      return tl::unexpected(read.error());
    if (!servers.are(gpu, wiring)) continue;
    if (found)
      return fail("both {} and {} in {} are for {} {}; expected one", found->name, name, folder.string(), gpu,
                  phrase_for(wiring));
    found = {.name = name, .machine = servers.machine};
  }
  if (!found)
    return fail("no parameters for {} {} in {}; expected a file there whose [server] names them", gpu,
                phrase_for(wiring), folder.string());
  return *found;
}

}  // namespace commlab
