#include "core/machine/nccl_rates.h"

#include <array>
#include <cassert>
#include <utility>

namespace commlab {
namespace {

// The rate of a lane, in 100 Mb/s, by the generation's speed.
int lane_speed(std::string_view text) {
  static constexpr std::pair<std::string_view, int> speeds[] = {{"2.5", 15}, {"5", 30},   {"8", 60},
                                                                {"16", 120}, {"32", 240}, {"64", 480}};
  constexpr int gen3 = 60;
  const std::size_t end = text.find(" GT/s");
  if (end == text.npos) return gen3;
  std::string_view number = text.substr(0, end);
  if (number.ends_with(".0")) number.remove_suffix(2);
  for (const auto& [name, speed] : speeds)
    if (name == number) return speed;
  return gen3;
}

}  // namespace

std::string_view pcie_speed(int generation) {
  assert(generation >= 1 && generation <= 6 && "PCIe has generations 1 to 6");
  static constexpr std::array speeds = {"2.5 GT/s PCIe",  "5.0 GT/s PCIe",  "8.0 GT/s PCIe",
                                        "16.0 GT/s PCIe", "32.0 GT/s PCIe", "64.0 GT/s PCIe"};
  return speeds[generation - 1];
}

Bandwidth nccl_pcie_rate(int lanes, std::string_view speed) {
  return MBps(std::int64_t{lanes} * lane_speed(speed) * 1000 / 80);
}

Bandwidth nccl_socket_rate(const CpuModel& cpu) {
  const bool is_intel = cpu.vendor == "GenuineIntel" && cpu.family == 6;
  if (cpu.architecture == "arm64") return GBps(6);
  if (cpu.architecture == "ppc64") return GBps(32);
  if (cpu.vendor == "AuthenticAMD") return GBps(16);
  if (is_intel && cpu.model >= 0xCF) return GBps(40);  // Emerald Rapids and later
  if (is_intel && cpu.model >= 0x8F) return GBps(22);  // Sapphire Rapids
  if (is_intel && cpu.model >= 0x55) return GBps(10);  // Skylake
  return GBps(6);
}

}  // namespace commlab
