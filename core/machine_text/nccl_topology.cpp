#include "core/machine_text/nccl_topology.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/machine/cluster.h"
#include "core/machine/gpu_model.h"
#include "core/machine/nccl_rates.h"
#include "core/machine_text/imported_machine.h"

namespace commlab {
namespace {

constexpr int deepest = 64;  // elements inside elements
constexpr int most_gpus_in_file = 4096;
constexpr int most_nvlinks = 64;                               // NVLinks of one GPU to one peer
constexpr std::string_view hidden_switch = "fffffff:ffff:ff";  // an NVSwitch that a virtual machine hides

std::string shown(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 40)) result += c >= ' ' && c <= '~' ? c : '?';
  return result;
}

// "16", "400000"; with base 16 also "0x030200". nullopt if the text is not a whole number.
std::optional<std::int64_t> number_in(std::string_view text, int base = 10) {
  if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
  return parse_number<std::int64_t>(text, base);
}

Bandwidth rate_between_sockets(pugi::xml_node cpu) {
  return nccl_socket_rate({.architecture = cpu.attribute("arch").value(),
                           .vendor = cpu.attribute("vendor").value(),
                           .family = cpu.attribute("familyid").as_int(),
                           .model = cpu.attribute("modelid").as_int()});
}

struct Gpu {
  pugi::xml_node element;  // of a static topology, <pci>
  pugi::xml_node pci;
  int sm = 0;  // 0: not said
  std::int64_t rank = 0;
};

// A GPU of NCCL_TOPO_FILE: what it is, its class says.
bool is_gpu_by_class(pugi::xml_node pci) {
  return std::string_view(pci.attribute("class").value()).starts_with("0x03");
}

// Several hosts in one file may have the same bus ids.
std::string place_of(pugi::xml_node element, std::string_view bus) {
  while (element && std::strcmp(element.name(), "cpu") != 0) element = element.parent();
  return fmt::format("{} {}", element.attribute("host_hash").value(), lower_case(bus));
}

class TopologyReader {
 public:
  TopologyReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<ImportedWiring> read(std::string_view gpu_name) {
    const pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
    if (!parsed) return fail_at(parsed.offset, fmt::format("not XML: {}", lower_case(parsed.description())));
    const pugi::xml_node system = document_.child("system");
    if (document_.child("graphs"))
      return fail_at(
          0,
          "NCCL's graphs, which NCCL_GRAPH_DUMP_FILE writes: the rings and trees that it chose, not "
          "the machine, and commlab machine graphs shows them; expected the topology, which "
          "NCCL_TOPO_DUMP_FILE writes");
    if (!system) return fail_at(0, "no <system> element; expected what NCCL_TOPO_DUMP_FILE writes");
    const std::string version = system.attribute("version").value();
    if (version != "1" && version != "2")
      return wrong(system, fmt::format("version '{}'; expected 1, or RCCL's 2", shown(version)));
    if (const Status found = find_gpus(system, 0); !found) return tl::unexpected(found.error());
    if (gpus_.empty()) find_gpus_by_class(system, 0);
    if (gpus_.empty()) return wrong(system, "no GPU with a rank; expected <gpu ... rank=\"0\">");
    if (const Status named = name_gpus(gpu_name); !named) return tl::unexpected(named.error());
    for (const pugi::xml_node cpu : system.children("cpu"))
      if (const Status added = add_cpu(cpu); !added) return tl::unexpected(added.error());
    join_sockets();
    for (NodeId gpu = 0; gpu < static_cast<NodeId>(gpus_.size()); ++gpu)
      if (const Status joined = add_nvlinks(gpu); !joined) return tl::unexpected(joined.error());
    if (is_static_)
      if (const Status assumed = assume_nvlinks(); !assumed) return tl::unexpected(assumed.error());
    return wiring();
  }

 private:
  tl::unexpected<Error> fail_at(std::ptrdiff_t offset, std::string_view sentence) const {
    const std::size_t end =
        std::min(text_.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    const auto line = 1 + std::ranges::count(text_.substr(0, end), '\n');
    return fail("{}:{}: {}", file_, line, sentence);
  }
  tl::unexpected<Error> wrong(pugi::xml_node element, std::string_view sentence) const {
    return fail_at(element.offset_debug(), fmt::format("<{}> {}", shown(element.name()), sentence));
  }

  Status find_gpus(pugi::xml_node element, int depth) {
    if (depth == deepest)
      return wrong(element, fmt::format("is more than {} elements deep; expected fewer", deepest));
    for (const pugi::xml_node child : element.children()) {
      if (std::strcmp(child.name(), "gpu") != 0) {
        if (const Status found = find_gpus(child, depth + 1); !found) return found;
        continue;
      }
      const pugi::xml_attribute rank = child.attribute("rank");
      if (!rank) continue;
      const std::optional<std::int64_t> number = number_in(rank.value());
      if (!number || *number < 0)
        return wrong(child, fmt::format("rank '{}'; expected a whole number", shown(rank.value())));
      if (std::strcmp(element.name(), "pci") != 0)
        return wrong(child, fmt::format("stands in <{}>; expected it in a <pci>", shown(element.name())));
      if (static_cast<int>(gpus_.size()) == most_gpus_in_file)
        return wrong(child, fmt::format("is one of more than {} GPUs; expected fewer", most_gpus_in_file));
      gpus_.push_back({child, element, child.attribute("sm").as_int(), *number});
    }
    return {};
  }

  // A static topology, which vendors and clouds ship for NCCL_TOPO_FILE, has neither ranks nor NVLinks: NCCL
  // finds them itself. Ranks are assumed in order of bus ids, as nvidia-smi numbers GPUs.
  void find_gpus_by_class(pugi::xml_node element, int depth) {
    for (const pugi::xml_node child : element.children()) {
      const bool is_pci = std::strcmp(child.name(), "pci") == 0;
      if (is_pci && is_gpu_by_class(child) && gpus_.size() < most_gpus_in_file)
        gpus_.push_back({child, child, child.child("gpu").attribute("sm").as_int(), 0});
      else if (depth < deepest)
        find_gpus_by_class(child, depth + 1);
    }
    if (depth > 0 || gpus_.empty()) return;
    std::ranges::stable_sort(gpus_, {},
                             [](const Gpu& gpu) { return lower_case(gpu.pci.attribute("busid").value()); });
    for (std::size_t i = 0; i < gpus_.size(); ++i) gpus_[i].rank = static_cast<std::int64_t>(i);
    is_static_ = true;
    assumed_.emplace_back(
        "Assumed: ranks in order of bus ids, since this is a static topology (for NCCL_TOPO_FILE), without "
        "ranks; "
        "NCCL_TOPO_DUMP_FILE writes a file that has them, with NVLinks and NICs.");
  }

  // From eight GPUs on, boards since the A100 have NVSwitches.
  Status assume_nvlinks() {
    constexpr int least_of_a_switch = 8, a100 = 80;
    if (model_.is_card || model_.nvlinks == 0 || topology_.gpus == 1) return {};
    if (model_.sm < a100 || topology_.gpus < least_of_a_switch)
      return wrong(gpus_.front().element,
                   fmt::format("is one of {} {} without their NVLinks, since this is a static topology (for "
                               "NCCL_TOPO_FILE); expected the file that NCCL_TOPO_DUMP_FILE writes",
                               topology_.gpus, model_.name));
    for (NodeId gpu = 0; gpu < topology_.gpus; ++gpu)
      topology_.connect(gpu, nvswitch(), LinkType::nvlink, unrated_nvlinks(model_.nvlinks), {},
                        model_.nvlinks);
    assumed_.push_back(fmt::format("Assumed: {} NVLinks of each GPU to NVSwitch, as on boards of {} {}.",
                                   model_.nvlinks, topology_.gpus, model_.name));
    return {};
  }

  Status name_gpus(std::string_view gpu_name) {
    std::ranges::stable_sort(gpus_, {}, &Gpu::rank);
    for (std::size_t i = 1; i < gpus_.size(); ++i)
      if (gpus_[i].rank == gpus_[i - 1].rank)
        return wrong(
            gpus_[i].element,
            fmt::format("rank {} is also the rank of another GPU; expected different ranks", gpus_[i].rank));
    if (!gpu_name.empty()) {
      const Result<GpuModel> named = find_gpu_model(gpu_name);
      if (!named) return fail("--gpu: {}", named.error().message);
      model_ = *named;
    } else {
      const int sm = gpus_.front().sm;
      const pugi::xml_node pci = gpus_.front().pci;
      const auto device = number_in(pci.attribute("device").value(), 16).value_or(0);
      const std::optional<GpuModel> told = gpu_model_of_device(static_cast<int>(device));
      if (!told && (sm < 60 || sm > 200))
        return wrong(
            gpus_.front().element,
            fmt::format(
                "sm '{}' is unknown; expected a compute capability such as 90, or the GPU's name with --gpu",
                shown(gpus_.front().element.attribute("sm").value())));
      if (told)
        model_ = *told;
      else
        assume_model(sm);
    }
    for (const Gpu& gpu : gpus_) {
      const NodeId id = topology_.add(fmt::format("gpu{}", topology_.gpus), NodeType::gpu);
      node_of_bus_.try_emplace(place_of(gpu.pci, gpu.pci.attribute("busid").value()), id);
      cpu_of_.push_back(-1);
    }
    return {};
  }

  // For a file that gives only the compute capability, which several GPUs may have.
  void assume_model(int sm) {
    const std::vector<GpuModel> alike = gpu_models_of(sm);
    model_ = alike.front();
    std::vector<std::string_view> others;
    for (const GpuModel& model : alike)
      if (model.name != model_.name) others.push_back(model.name);
    std::string sentence =
        fmt::format("Assumed: {}, by compute capability {}.{}", model_.name, sm / 10, sm % 10);
    if (model_.sm != sm) sentence += ", which is not in the table of GPUs; this GPU is the nearest one";
    if (!others.empty())
      sentence += fmt::format(", which {} {}, too; if it is another GPU, name it, as in --gpu {}",
                              fmt::join(others, ", "), others.size() == 1 ? "has" : "have", others.front());
    assumed_.push_back(sentence + ".");
  }

  Status add_cpu(pugi::xml_node cpu) {
    const NodeId id = topology_.add(fmt::format("cpu{}", cpus_.size()), NodeType::cpu);
    cpus_.push_back({id, cpu});
    return add_below(cpu, id, id);
  }

  // As in NCCL, the slower of two sockets sets the rate between them.
  void join_sockets() {
    for (std::size_t a = 0; a < cpus_.size(); ++a)
      for (std::size_t b = a + 1; b < cpus_.size(); ++b) {
        const auto& [cpu_a, element_a] = cpus_[a];
        const auto& [cpu_b, element_b] = cpus_[b];
        if (std::strcmp(element_a.attribute("host_hash").value(), element_b.attribute("host_hash").value()) !=
            0)
          continue;
        topology_.connect(cpu_a, cpu_b, LinkType::socket,
                          std::min(rate_between_sockets(element_a), rate_between_sockets(element_b)), {});
      }
  }

  // What hangs below a socket or a PCIe switch.
  Status add_below(pugi::xml_node parent, NodeId above, NodeId cpu) {
    for (const pugi::xml_node child : parent.children()) {
      const bool is_pci = std::strcmp(child.name(), "pci") == 0;
      const bool is_nic = std::strcmp(child.name(), "nic") == 0;
      Status added;
      if (is_pci) added = add_pci(child, above, cpu);
      if (is_nic) added = add_nic(child, above, GBps(12));  // directly below a socket: a virtual NIC
      if (!added) return added;
    }
    return {};
  }

  Status add_pci(pugi::xml_node pci, NodeId above, NodeId cpu) {
    const Result<Bandwidth> rate = pcie_rate(pci);
    if (!rate) return tl::unexpected(rate.error());
    if (pci.child("gpu") || (is_static_ && is_gpu_by_class(pci))) return add_gpus(pci, above, cpu, *rate);
    if (const pugi::xml_node nic = pci.child("nic")) return add_nic(nic, above, *rate);
    if (!pci.child("pci")) return {};
    const NodeId id = topology_.add(fmt::format("pcie{}", switches_++), NodeType::pcie_switch);
    topology_.connect(id, above, LinkType::pcie, *rate, {});
    return add_below(pci, id, cpu);
  }

  // A GPU in its slot; or several ranks of one GPU (MIG, or MLOPart of NCCL 2.30), which share the slot.
  Status add_gpus(pugi::xml_node pci, NodeId above, NodeId cpu, Bandwidth rate) {
    std::vector<NodeId> here;
    for (NodeId gpu = 0; gpu < topology_.gpus; ++gpu)
      if (gpus_[gpu].pci == pci) here.push_back(gpu);
    if (here.size() > 1) {
      const NodeId slot = topology_.add(fmt::format("pcie{}", switches_++), NodeType::pcie_switch);
      topology_.connect(slot, above, LinkType::pcie, rate, {});
      above = slot;
      if (shared_.empty()) shared_ = fmt::format("{}", fmt::join(here, ", "));
    }
    for (const NodeId gpu : here) {
      cpu_of_[gpu] = cpu;
      topology_.connect(gpu, above, LinkType::pcie, rate, {});
      if (const Status joined = add_c2c(gpu, cpu); !joined) return joined;
    }
    return {};
  }

  // The link to its own CPU that a Grace Hopper has beside PCIe.
  Status add_c2c(NodeId gpu, NodeId cpu) {
    constexpr std::int64_t most_MBps = 10'000'000, most_links = 64;
    for (const pugi::xml_node link : gpus_[gpu].element.children("c2c")) {
      const std::optional<std::int64_t> rate = number_in(link.attribute("bw").value());
      const std::optional<std::int64_t> count = number_in(link.attribute("count").value());
      if (!rate || *rate < 1 || *rate > most_MBps)
        return wrong(link,
                     fmt::format("bw '{}'; expected MB/s, as 43125", shown(link.attribute("bw").value())));
      if (!count || *count < 1 || *count > most_links)
        return wrong(link, fmt::format("count '{}'; expected 1 to {}", shown(link.attribute("count").value()),
                                       most_links));
      topology_.connect(gpu, cpu, LinkType::other, MBps(*rate * *count), {});
    }
    return {};
  }

  Result<Bandwidth> pcie_rate(pugi::xml_node pci) const {
    const pugi::xml_attribute width = pci.attribute("link_width");
    std::int64_t lanes = 16;
    if (width) {
      const std::optional<std::int64_t> number = number_in(width.value());
      if (!number || *number < 0 || *number > 64)
        return wrong(pci, fmt::format("link_width '{}'; expected 0 to 64 lanes", shown(width.value())));
      if (*number > 0) lanes = *number;
    }
    return nccl_pcie_rate(static_cast<int>(lanes), pci.attribute("link_speed").value());
  }

  Status add_nic(pugi::xml_node nic, NodeId above, Bandwidth rate) {
    for (const pugi::xml_node net : nic.children("net")) {
      std::int64_t megabits = 10'000;  // NCCL's value for a NIC without a speed
      if (const pugi::xml_attribute speed = net.attribute("speed")) {
        const std::optional<std::int64_t> number = number_in(speed.value());
        if (!number || *number > 100'000'000)
          return wrong(net, fmt::format("speed '{}'; expected Mb/s, as 400000", shown(speed.value())));
        if (*number > 0) megabits = *number;
      }
      const NodeId id = topology_.add(fmt::format("nic{}", nics_++), NodeType::nic);
      topology_.connect(id, above, LinkType::pcie, rate, {});
      slowest_nic_ = std::min(slowest_nic_, nic_sold_as(megabits));
      if (network_.empty()) network_ = network_of(net, nic);
    }
    return {};
  }

  // Over Ethernet, InfiniBand's cards speak RoCE.
  static std::string network_of(pugi::xml_node net, pugi::xml_node nic) {
    constexpr std::int64_t ethernet = 0x020000;
    const std::string by_name = network_of_nic(net.attribute("name").value());
    const auto type = number_in(nic.parent().attribute("class").value(), 16).value_or(0);
    return by_name == infiniband && type == ethernet ? "roce" : by_name;
  }

  // A link between two GPUs is in the file twice, once per direction; other links are in it once.
  Status add_nvlinks(NodeId gpu) {
    const pugi::xml_node element = gpus_[gpu].element;
    std::map<NodeId, int> links;  // by the node they lead to
    for (const char* name : {"nvlink", "xgmi"})
      for (const pugi::xml_node link : element.children(name)) {
        const std::optional<std::int64_t> count = number_in(link.attribute("count").value());
        if (!count || *count < 1 || *count > most_nvlinks)
          return wrong(link, fmt::format("count '{}'; expected 1 to {}",
                                         shown(link.attribute("count").value()), most_nvlinks));
        const Result<NodeId> peer = peer_of(link, gpu);
        if (!peer) return tl::unexpected(peer.error());
        if (*peer == gpu) {  // NCCL takes it, and never uses it
          has_own_links_ = true;
          continue;
        }
        links[*peer] += static_cast<int>(*count);
      }
    for (const auto& [peer, count] : links) {
      if (model_.nvlinks == 0)
        return wrong(element,
                     fmt::format("has NVLinks, but the {} has none; expected another --gpu", full_name(model_)));
      const Bandwidth rate = unrated_nvlinks(count);
      topology_.links.push_back({gpu, peer, LinkType::nvlink, rate, {}, count});
      if (peer >= topology_.gpus || !names_back(peer, gpu))
        topology_.links.push_back({peer, gpu, LinkType::nvlink, rate, {}, count});
    }
    return {};
  }

  Result<NodeId> peer_of(pugi::xml_node link, NodeId gpu) {
    const std::string target = lower_case(link.attribute("target").value());
    const std::int64_t type = number_in(link.attribute("tclass").value(), 16).value_or(0);
    if (target == lower_case(gpus_[gpu].pci.attribute("busid").value())) return gpu;
    const auto known = node_of_bus_.find(place_of(gpus_[gpu].pci, target));
    if (known != node_of_bus_.end()) return known->second;
    if (type >> 16 == 0x03)
      return wrong(link, fmt::format("target '{}' is not a GPU with a rank; expected one of this file",
                                     shown(target)));
    if (type == 0x068001) return cpu_of_[gpu] >= 0 ? cpu_of_[gpu] : nvswitch();
    if (target.empty())
      return wrong(link, fmt::format("has no target; expected a bus id, or {}", hidden_switch));
    return nvswitch();
  }

  bool names_back(NodeId peer, NodeId gpu) const {
    const std::string bus = lower_case(gpus_[gpu].pci.attribute("busid").value());
    for (const char* name : {"nvlink", "xgmi"})
      for (const pugi::xml_node link : gpus_[peer].element.children(name))
        if (lower_case(link.attribute("target").value()) == bus) return true;
    return false;
  }

  // One node stands for all NVSwitches: no pair of GPUs is slower over several switches than over one.
  NodeId nvswitch() {
    if (nvswitch_ < 0) nvswitch_ = topology_.add("nvswitch", NodeType::nvswitch);
    return nvswitch_;
  }

  ImportedWiring wiring() {
    const bool has_nvlinks =
        std::ranges::any_of(topology_.links, [](const Link& link) { return link.type == LinkType::nvlink; });
    if (!has_nvlinks && topology_.gpus > 1) assumed_.emplace_back(peers_over_pcie);
    if (has_own_links_)
      assumed_.emplace_back(
          "Left out: NVLinks that lead back to their own GPU, as files of some clouds have.");
    if (!shared_.empty())
      assumed_.push_back(
          fmt::format("Assumed: ranks {} share a GPU and its slot, and are counted as GPUs with all of its "
                      "NVLinks each; NCCL before 2.30 refuses several ranks on a GPU.",
                      shared_));
    const std::filesystem::path path(file_);
    return {.name = path.stem().string(),
            .title = fmt::format("{} {}, from NCCL's topology", topology_.gpus, model_.name),
            .gpu = model_,
            .topology = std::move(topology_),
            .nic = nics_ > 0 ? slowest_nic_ : Bandwidth{},
            .network = network_.empty() ? std::string(infiniband) : network_,
            .sources = {fmt::format(
                "Wiring and nic: {}; pcie and socket, where the parameters do not say them: the "
                "rates NCCL counts (src/graph/topo.cc, 2.28.9).",
                path.filename().string())},
            .assumed = std::move(assumed_)};
  }

  std::string_view text_;
  std::string_view file_;
  pugi::xml_document document_;
  std::vector<Gpu> gpus_;
  GpuModel model_;
  Topology topology_;
  std::map<std::string, NodeId> node_of_bus_;  // by place_of(); the first GPU there
  std::vector<NodeId> cpu_of_;                 // of each GPU; -1: not read yet
  std::vector<std::pair<NodeId, pugi::xml_node>> cpus_;
  int switches_ = 0;
  int nics_ = 0;
  NodeId nvswitch_ = -1;
  Bandwidth slowest_nic_ = {INT64_MAX};
  std::string network_;  // of the first NIC
  bool is_static_ = false;      // no ranks
  bool has_own_links_ = false;  // NVLinks to their own GPU
  std::string shared_;          // the first ranks that share a GPU: "0, 1"
  std::vector<std::string> assumed_;
};

}  // namespace

bool looks_like_xml(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.starts_with("<") || text.starts_with("\xEF\xBB\xBF<");
}

Result<ImportedWiring> wiring_from_nccl_topology(std::string_view text, std::string_view file_name,
                                                 std::string_view gpu) {
  return TopologyReader(text, file_name).read(gpu);
}

Result<Machine> machine_from_nccl_topology(std::string_view text, std::string_view file_name,
                                           std::string_view gpu,
                                           const std::filesystem::path& parameter_folder) {
  const Result<ImportedWiring> wiring = wiring_from_nccl_topology(text, file_name, gpu);
  if (!wiring) return tl::unexpected(wiring.error());
  Result<Machine> machine = with_parameters(*wiring, parameter_folder);
  if (!machine) return fail("{}: {}", file_name, machine.error().message);
  return machine;
}

}  // namespace commlab
