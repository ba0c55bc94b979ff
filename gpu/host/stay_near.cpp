#include "gpu/host/stay_near.h"

#include <vector>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "gpu/host/first_line.h"
#include "gpu/host/host_processors.h"

namespace commlab {

StayNear::StayNear(std::string_view bus, const std::filesystem::path& root) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  const std::filesystem::path device = root / "sys/bus/pci/devices" / lower_case(bus);
  cpu_set_t near;
  CPU_ZERO(&near);
  std::vector<int> processors;
  for (const int processor : processors_in(first_line(device / "local_cpulist"))) {
    if (!CPU_ISSET(processor, &allowed)) continue;
    CPU_SET(processor, &near);
    processors.push_back(processor);
  }
  if (processors.empty() || sched_setaffinity(0, sizeof near, &near) != 0) return;
  before_ = allowed;
  where_ = "processors " + processors_text(processors);
  const int node = parse_number<int>(first_line(device / "numa_node")).value_or(-1);
  if (node >= 0) where_ += fmt::format(" of NUMA node {}", node);
}

StayNear::~StayNear() {
  if (before_) sched_setaffinity(0, sizeof *before_, &*before_);
}

}  // namespace commlab
