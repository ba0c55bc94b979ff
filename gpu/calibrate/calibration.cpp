#include "gpu/calibrate/calibration.h"

#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "gpu/host/today.h"

namespace commlab {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "an unnamed processor";
}

}  // namespace

void place_ranks_around_memory(Machine& machine, int ranks, int lanes) {
  Bandwidth best{1};
  for (const RateCurve::Point& point : machine.work.send.points) best = std::max(best, point.rate);
  const Bandwidth widest{best.bytes_per_second * lanes};
  for (Rank rank = 0; rank < ranks; ++rank) machine.topology.add(fmt::format("gpu{}", rank), NodeType::gpu);
  const NodeId memory = machine.topology.add("memory", NodeType::memory);
  for (Rank rank = 0; rank < ranks; ++rank)
    machine.topology.connect(rank, memory, LinkType::memory, widest, {});
}

std::string calibration_source(const std::string& backend) {
  return fmt::format(
      "All numbers: commlab calibrate --on {}, measured with the code that runs collectives there.", backend);
}

std::string measured_here(const std::string& where) {
  utsname host{};
  uname(&host);
  return fmt::format("{} on {} ({} {}, {} processors){}{}", today(), processor_name(), host.sysname,
                     host.machine, std::thread::hardware_concurrency(), where.empty() ? "" : "; ", where);
}

}  // namespace commlab
