#include "core/machine_text/computer.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include <pugixml.hpp>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/machine/gpu_model.h"
#include "core/machine_text/nccl_topology.h"

namespace commlab {
namespace {

using PciDevice = Computer::PciDevice;

// The device of this number or uuid; -1: there is none.
int named_gpu(std::string_view word, const std::vector<Computer::Gpu>& gpus) {
  if (const auto number = parse_number<int>(word))
    return *number >= 0 && *number < static_cast<int>(gpus.size()) ? *number : -1;
  const auto found = std::ranges::find_if(
      gpus, [&](const Computer::Gpu& gpu) { return !word.empty() && gpu.uuid.starts_with(word); });
  return found == gpus.end() ? -1 : static_cast<int>(found - gpus.begin());
}

// Writes the tree of sockets and PCIe, device by device.
class TopologyWriter {
 public:
  explicit TopologyWriter(const Computer& computer) : computer_(computer) {
    system_ = document_.append_child("system");
    system_.append_attribute("version") = "1";
  }

  std::string write() && {
    int rank = 0;
    for (const Computer::Gpu& gpu : computer_.gpus) add_gpu(gpu, rank++);
    int net = 0;
    for (const Computer::Nic& nic : computer_.nics) {
      pugi::xml_node element = place(nic.path, nic.numa).append_child("nic").append_child("net");
      element.append_attribute("name") = nic.name.c_str();
      element.append_attribute("dev") = net++;
      element.append_attribute("speed") = nic.megabits;
    }
    std::ostringstream text;
    document_.save(text, "  ");
    return text.str();
  }

 private:
  void add_gpu(const Computer::Gpu& gpu, int rank) {
    pugi::xml_node element = place(gpu.path, gpu.numa).append_child("gpu");
    element.append_attribute("dev") = rank;
    element.append_attribute("sm") = gpu.capability;
    element.append_attribute("rank") = rank;
    for (const Computer::NvLink& link : gpu.nvlinks) {
      if (!leads_somewhere(link)) continue;
      pugi::xml_node nvlink = element.append_child("nvlink");
      nvlink.append_attribute("target") = link.target.c_str();
      nvlink.append_attribute("count") = link.count;
      nvlink.append_attribute("tclass") = link.target_class.c_str();
    }
  }

  // False for a link to a hidden GPU, which takes no part.
  bool leads_somewhere(const Computer::NvLink& link) const {
    return !link.target_class.starts_with("0x03") ||
           std::ranges::any_of(computer_.gpus,
                               [&](const Computer::Gpu& gpu) { return gpu.bus == link.target; });
  }

  pugi::xml_node place(const std::vector<PciDevice>& path, int numa) {
    pugi::xml_node parent = socket(std::max(0, numa));
    for (const PciDevice& device : path) parent = below(parent, device);
    return parent;
  }

  pugi::xml_node socket(int numa) {
    const std::string id = std::to_string(numa);
    if (pugi::xml_node known = system_.find_child_by_attribute("cpu", "numaid", id.c_str())) return known;
    pugi::xml_node cpu = system_.append_child("cpu");
    cpu.append_attribute("numaid") = id.c_str();
    cpu.append_attribute("arch") = computer_.vendor.empty() ? "arm64" : "x86_64";
    cpu.append_attribute("vendor") = computer_.vendor.c_str();
    cpu.append_attribute("familyid") = computer_.family;
    cpu.append_attribute("modelid") = computer_.model;
    return cpu;
  }

  static pugi::xml_node below(pugi::xml_node parent, const PciDevice& device) {
    if (pugi::xml_node known = parent.find_child_by_attribute("pci", "busid", device.bus.c_str()))
      return known;
    pugi::xml_node pci = parent.append_child("pci");
    pci.append_attribute("busid") = device.bus.c_str();
    pci.append_attribute("class") = device.device_class.c_str();
    if (!device.link_speed.empty()) pci.append_attribute("link_speed") = device.link_speed.c_str();
    if (device.link_width > 0) pci.append_attribute("link_width") = device.link_width;
    return pci;
  }

  const Computer& computer_;
  pugi::xml_document document_;
  pugi::xml_node system_;
};

bool has_nvswitch(const Computer& computer) {
  return std::ranges::any_of(computer.gpus, [](const Computer::Gpu& gpu) {
    return std::ranges::any_of(gpu.nvlinks,
                               [](const Computer::NvLink& link) { return link.target_class == "0x068000"; });
  });
}

bool has_nvlinks(const Computer& computer) {
  return std::ranges::any_of(computer.gpus, [](const Computer::Gpu& gpu) { return !gpu.nvlinks.empty(); });
}

std::string peers_sentence(const Computer& computer) {
  int pairs = 0, reaching = 0;
  for (std::size_t a = 0; a < computer.reaches.size(); ++a)
    for (std::size_t b = 0; b < computer.reaches.size(); ++b)
      if (a != b) ++pairs, reaching += computer.reaches[a][b] ? 1 : 0;
  if (pairs == 0) return {};
  if (reaching == pairs) return "Peer-to-peer: detected between all GPUs.";
  return fmt::format(
      "Peer-to-peer: detected between {} of {} ordered pairs of GPUs; other copies go through host memory, "
      "which this file does not describe: use --route staged.",
      reaching, pairs);
}

}  // namespace

std::vector<int> visible_gpus(const std::string& variable, const std::vector<Computer::Gpu>& gpus) {
  std::vector<int> visible;
  for (const std::string_view word : split_at(variable, ',')) {
    const int gpu = named_gpu(word, gpus);
    if (gpu < 0 || std::ranges::find(visible, gpu) != visible.end()) break;
    visible.push_back(gpu);
  }
  return visible;
}

std::string nccl_topology_of(const Computer& computer) { return TopologyWriter(computer).write(); }

Result<ImportedWiring> wiring_of(const Computer& computer) {
  if (computer.gpus.empty()) {
    const std::string hidden = computer.hidden_gpus > 0
                                   ? fmt::format(" that CUDA_VISIBLE_DEVICES='{}' shows", computer.visible)
                                   : "";
    return fail(Fault::no, "no GPU{} on {}; {}", hidden, computer.host, fmt::join(computer.looked_for, "; "));
  }
  const std::string& name = computer.gpus.front().name;
  const bool is_known = find_gpu_model(name).has_value();
  const std::string file = "what was detected";
  Result<ImportedWiring> wiring =
      wiring_from_nccl_topology(nccl_topology_of(computer), file, is_known ? name : "");
  if (!wiring) return wiring;
  wiring->name = "detected";
  wiring->title = fmt::format("{} {}, {}", computer.gpus.size(), wiring->gpu.name,
                              has_nvswitch(computer)  ? "NVLinks to NVSwitch"
                              : has_nvlinks(computer) ? "NVLinks between GPUs"
                                                      : "over PCIe");
  wiring->sources = {
      fmt::format("Detected on {}, {}: GPUs ({}), NVLinks and NVSwitch by NVML (driver {}), the tree of PCIe "
                  "with its speeds and lanes, and NUMA nodes, by /sys.",
                  computer.host, computer.date, name, computer.driver),
      "nic: speeds as detected; pcie and socket, where the parameters do not say them: the rates NCCL counts "
      "for the "
      "lanes, speeds and CPUs that were detected (src/graph/topo.cc, 2.28.9)."};
  wiring->assumed.clear();
  if (!is_known)
    wiring->assumed.push_back(
        fmt::format("Assumed: {} is not in the table of GPUs; the parameters are those of the {}, "
                    "the nearest compute capability.",
                    name, wiring->gpu.name));
  if (!computer.numbering.empty()) wiring->assumed.push_back(computer.numbering);
  if (const std::string peers = peers_sentence(computer); !peers.empty()) wiring->assumed.push_back(peers);
  return wiring;
}

Result<Machine> machine_of(const Computer& computer, const std::filesystem::path& parameter_folder) {
  const Result<ImportedWiring> wiring = wiring_of(computer);
  if (!wiring) return tl::unexpected(wiring.error());
  return with_parameters(*wiring, parameter_folder);
}

}  // namespace commlab
