#include "gpu/detect/detect_pci.h"

#include <algorithm>
#include <sstream>

#include "gpu/host/first_line.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

int number_in(const fs::path& file, int otherwise) {
  std::istringstream stream(first_line(file));
  int number = otherwise;
  return stream >> number ? number : otherwise;
}

// "0000:18:00.0"
bool is_bus(const std::string& name) { return name.size() >= 12 && name[name.size() - 2] == '.'; }

Computer::PciDevice device_at(const fs::path& folder) {
  return {.bus = folder.filename().string(),
          .device_class = first_line(folder / "class"),
          .link_speed = first_line(folder / "max_link_speed"),
          .link_width = number_in(folder / "max_link_width", 0)};
}

// From the socket down: first switches, then the device itself. Empty if /sys does not know the device.
std::vector<Computer::PciDevice> path_to(const fs::path& device) {
  std::error_code unknown;
  const fs::path folder = fs::canonical(device, unknown);
  if (unknown) return {};
  std::vector<Computer::PciDevice> path{device_at(folder)};
  int bridges = 0;
  for (fs::path above = folder.parent_path(); is_bus(above.filename().string()); above = above.parent_path())
    if (++bridges % 2 == 0) path.push_back(device_at(above));
  std::ranges::reverse(path);
  return path;
}

}  // namespace

void add_pci_paths(Computer& computer, const fs::path& root) {
  for (Computer::Gpu& gpu : computer.gpus) {
    const fs::path device = root / "sys/bus/pci/devices" / gpu.bus;
    gpu.path = path_to(device);
    gpu.numa = number_in(device / "numa_node", -1);
    if (!gpu.path.empty()) continue;
    gpu.path = {{.bus = gpu.bus, .device_class = "0x030200"}};
    computer.looked_for.push_back(fmt::format(
        "/sys: no device {}; its PCIe link is assumed to have 16 lanes of generation 3", gpu.bus));
  }
}

void add_nics(Computer& computer, const fs::path& root) {
  std::error_code none;
  std::vector<fs::path> nics;
  for (const auto& entry : fs::directory_iterator(root / "sys/class/infiniband", none))
    nics.push_back(entry.path());
  std::ranges::sort(nics);
  for (const fs::path& nic : nics) {
    // "400 Gb/sec (4X NDR)"
    const int gigabits = number_in(nic / "ports/1/rate", 0);
    std::vector<Computer::PciDevice> path = path_to(nic / "device");
    if (path.empty()) continue;  // not on PCIe, so its place is unknown
    computer.nics.push_back({.name = nic.filename().string(),
                             .megabits = gigabits * 1000,
                             .numa = number_in(nic / "device/numa_node", -1),
                             .path = std::move(path)});
  }
}

}  // namespace commlab
