#include "gpu/detect/detect_provenance.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/numbers.h"
#include "core/base/printable.h"
#include "core/base/stable_hash.h"
#include "core/base/words.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/detect/detect.h"
#include "gpu/detect/detect_host.h"
#include "gpu/host/first_line.h"

namespace commlab {
namespace {

void add_fact(Provenance& provenance, std::string name, std::string value) {
  if (!value.empty()) provenance.facts.push_back({std::move(name), std::move(value)});
}

void add_state(Provenance& provenance, std::string name, std::string unit, double value) {
  provenance.states.push_back(
      {.name = std::move(name), .unit = std::move(unit), .before = value, .after = value});
}

struct CpuInfo {
  double mhz = 0;  // on average; 0: not said
  bool virtual_machine = false;
};

// The lines "cpu MHz : 2596.120" and "flags : fpu ... hypervisor".
CpuInfo read_cpu_info(const std::filesystem::path& file) {
  CpuInfo info;
  int clocks = 0;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos) continue;
    const std::string_view value = trimmed(std::string_view(line).substr(colon + 1));
    if (line.starts_with("cpu MHz"))
      if (const std::optional<double> mhz = parse_number<double>(value)) info.mhz += *mhz, ++clocks;
    if (line.starts_with("flags") && line.find(" hypervisor") != line.npos) info.virtual_machine = true;
  }
  if (clocks > 0) info.mhz /= clocks;
  return info;
}

// nvmlClocksEventReasons: why clocks are lower than they could be. An idle GPU's are, too, which is no
// reason.
constexpr std::array<std::pair<unsigned long long, std::string_view>, 8> reasons = {{
    {0x2, "application clocks"},
    {0x4, "power cap"},
    {0x8, "hardware slowdown"},
    {0x10, "sync boost"},
    {0x20, "software thermal slowdown"},
    {0x40, "hardware thermal slowdown"},
    {0x80, "power brake"},
    {0x100, "display clocks"},
}};

std::string reasons_text(unsigned long long mask) {
  std::vector<std::string_view> words;
  for (const auto& [bit, name] : reasons)
    if ((mask & bit) != 0) words.push_back(name);
  return words.empty() ? "nothing" : fmt::format("{}", fmt::join(words, " and "));
}

class GpuFacts {
 public:
  GpuFacts(Provenance& provenance, const nvml::Calls& calls) : provenance_(provenance), calls_(calls) {}

  void add() {
    if (calls_.init() != nvml::success) return;
    std::array<char, 96> text{};
    if (calls_.driver_version(text.data(), text.size()) == nvml::success)
      add_fact(provenance_, "driver", text.data());
    int cuda = 0;
    if (calls_.cuda_version(&cuda) == nvml::success)
      add_fact(provenance_, "CUDA of the driver", fmt::format("{}.{}", cuda / 1000, cuda % 1000 / 10));
    unsigned count = 0;
    if (calls_.count(&count) == nvml::success)
      for (unsigned i = 0; i < count; ++i) add_gpu(i);
    calls_.shutdown();
  }

 private:
  void add_gpu(unsigned i) {
    nvml::Handle handle = nullptr;
    nvml::PciInfo pci{};
    std::array<char, 96> name{};
    if (calls_.handle(i, &handle) != nvml::success || calls_.pci(handle, &pci) != nvml::success ||
        calls_.name(handle, name.data(), name.size()) != nvml::success)
      return;
    const std::string gpu(pci.bus_id, std::find(std::begin(pci.bus_id), std::end(pci.bus_id), '\0'));
    add_fact(provenance_, "GPU " + gpu, name.data());
    int current = 0, pending = 0;
    if (calls_.ecc(handle, &current, &pending) == nvml::success)
      add_fact(provenance_, "ECC of " + gpu, on_or_off(current));
    int persistence = 0;
    if (calls_.persistence(handle, &persistence) == nvml::success)
      add_fact(provenance_, "persistence of " + gpu, on_or_off(persistence));
    unsigned long long mask = 0;
    if (calls_.clock_reasons(handle, &mask) == nvml::success)
      add_fact(provenance_, "clocks limited on " + gpu, "by " + reasons_text(mask));
    for (const auto& [type, what] :
         {std::pair{nvml::clock_of_sm, "clock"}, {nvml::clock_of_memory, "memory clock"}}) {
      unsigned mhz = 0;
      if (calls_.clock(handle, type, &mhz) == nvml::success)
        add_state(provenance_, fmt::format("{} of {}", what, gpu), "MHz", mhz);
    }
  }

  static std::string on_or_off(int value) { return value != 0 ? "on" : "off"; }

  Provenance& provenance_;
  const nvml::Calls& calls_;
};

// MPIR_CVAR_ is MPICH's.
constexpr std::string_view of_gpus[] = {"NCCL_", "CUDA_"};
constexpr std::string_view of_mpi[] = {"OMPI_MCA_", "MPICH_", "MPIR_CVAR_", "UCX_"};
// The launcher's word to each process: the job, the rank, addresses. They differ from run to run.
constexpr std::string_view of_launchers[] = {"OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix",
                                             "OMPI_MCA_initial_wdir", "MPIR_CVAR_CH3_INTERFACE_HOSTNAME"};

bool begins_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// In order of their names.
void add_variables(Provenance& provenance, const char* const* environment,
                   std::span<const std::string_view> beginnings) {
  std::vector<Provenance::Fact> found;
  for (; *environment != nullptr; ++environment) {
    const std::string_view text = *environment;
    const std::size_t equals = text.find('=');
    if (equals == text.npos || !begins_with_any(text, beginnings) || begins_with_any(text, of_launchers))
      continue;
    found.push_back({printable(text.substr(0, equals)), printable(text.substr(equals + 1))});
  }
  std::ranges::sort(found, {}, &Provenance::Fact::name);
  for (Provenance::Fact& fact : found) add_fact(provenance, std::move(fact.name), std::move(fact.value));
}

std::string wiring_text(const Computer& computer) {
  if (!computer.gpus.empty()) return nccl_topology_of(computer);
  std::string text = fmt::format("{} {} {}", computer.vendor, computer.family, computer.model);
  for (const Computer::NumaNode& node : computer.numa)
    text += fmt::format("\n{} {}", node.id, node.processors);
  for (const Computer::Nic& nic : computer.nics)
    text += fmt::format("\n{} {} {}", nic.name, nic.megabits, nic.numa);
  return text;
}

}  // namespace

void add_host_provenance(Provenance& provenance, const std::filesystem::path& root) {
  Computer computer;
  add_host(computer, root);
  const CpuInfo info = read_cpu_info(root / "proc/cpuinfo");
  add_fact(provenance, "processor", computer.processor);
  add_fact(provenance, "usable processors", std::to_string(computer.processors));
  add_fact(provenance, "NUMA nodes", std::to_string(computer.numa.size()));
  utsname system{};
  if (uname(&system) == 0)
    add_fact(provenance, "kernel", fmt::format("{} {}", system.sysname, system.release));
  add_fact(provenance, "virtual machine", info.virtual_machine ? "yes" : "no");
  add_fact(provenance, "governor", first_line(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  if (info.mhz > 0) add_state(provenance, "clock of processors", "MHz", info.mhz);
  const std::string load = first_line(root / "proc/loadavg");
  if (const auto value = parse_number<double>(load.substr(0, load.find(' '))))
    add_state(provenance, "load", "", *value);
}

void add_gpu_provenance(Provenance& provenance, const nvml::Calls& calls) {
  GpuFacts(provenance, calls).add();
}

void add_gpu_variables(Provenance& provenance, const char* const* environment) {
  add_variables(provenance, environment, of_gpus);
}

void add_mpi_variables(Provenance& provenance, const char* const* environment) {
  add_variables(provenance, environment, of_mpi);
}

void add_wiring(Provenance& provenance, const Computer& computer) {
  std::vector<std::string> nics;
  for (const Computer::Nic& nic : computer.nics)
    nics.push_back(fmt::format("{} {} Gb/s", nic.name, nic.megabits / 1000));
  add_fact(provenance, "NICs", fmt::format("{}", fmt::join(nics, ", ")));
  add_fact(provenance, "wiring", fmt::format("{:016x}", stable_hash(wiring_text(computer))));
}

Provenance look_at_provenance(BackendName on) {
  Provenance provenance;
  add_host_provenance(provenance, "/");
  if (on == BackendName::mpi) add_mpi_variables(provenance, environ);
  if (on != BackendName::cuda && on != BackendName::nccl) return provenance;
  if (const auto calls = nvml::load()) add_gpu_provenance(provenance, *calls);
  add_fact(provenance, "CUDA Toolkit of the build", cuda_toolkit_version());
  add_gpu_variables(provenance, environ);
  add_wiring(provenance, look_at_this_computer());
  return provenance;
}

}  // namespace commlab
