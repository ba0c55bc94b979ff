#include "gpu/cuda/cuda_backend.h"

#include <algorithm>

#include "gpu/checked_run.h"
#include "gpu/cuda/cuda_device.h"

namespace commlab {
namespace {

// "8 virtual ranks on one GPU (NVIDIA H200)", "8 virtual ranks on 4 GPUs (NVIDIA L40S), up to 2 on each".
std::string where(int ranks, const CudaDevice& device) {
  const int gpus = std::min(ranks, device.gpus());
  if (gpus == 1)
    return fmt::format("{} virtual rank{} on one GPU ({})", ranks, ranks == 1 ? "" : "s", device.name());
  if (gpus == ranks) return fmt::format("{} ranks on a GPU each ({})", ranks, device.name());
  return fmt::format("{} virtual ranks on {} GPUs ({}), up to {} on each", ranks, gpus, device.name(),
                     (ranks + gpus - 1) / gpus);
}

// How copies pass between the GPUs, where there are several, and how exact the stamps are.
std::string details(int ranks, CudaDevice& device) {
  const std::string stamps = stamps_text(device.alignment(), device.resolution());
  std::string text =
      std::min(ranks, device.gpus()) == 1 ? stamps : fmt::format("{}; {}", device.peers(), stamps);
  for (const std::string& lost : device.lost()) text += "; not used: " + lost;
  return text;
}

// In-switch reduction, done by a kernel that reads other ranks' memory.
bool loads_from_others(const Programs& programs) {
  for (const Program& program : programs.programs)
    for (const Lane& lane : program.lanes)
      if (std::ranges::any_of(lane.code, [](const Instruction& i) { return i.op == Opcode::load_reduce; }))
        return true;
  return false;
}

}  // namespace

Result<std::string> cuda_state() {
  return CudaDevice::of_all_gpus().map(
      [](const std::unique_ptr<CudaDevice>& device) { return device->text(); });
}

std::string cuda_toolkit_version() {
  return fmt::format("{}.{}", CUDART_VERSION / 1'000, CUDART_VERSION % 1'000 / 10);
}

Result<Run> run_on_cuda(const Programs& programs, const RunOptions& options, const RealRunOptions& real,
                        CudaCopies copies) {
  const auto device = CudaDevice::for_ranks(programs.collective.ranks, copies);
  if (!device) return tl::unexpected(device.error());
  if (!(*device)->all_reach_each_other() && loads_from_others(programs))
    return fail(
        Fault::runtime,
        "{} reads other ranks' memory from a kernel, but not all GPUs here reach each other's memory; "
        "show CUDA only one GPU with CUDA_VISIBLE_DEVICES=0, or choose an algorithm without in-switch "
        "reduction",
        programs.algorithm);
  return checked_run(programs, **device, options, real).map([&](Run run) {
    run.backend = "cuda";
    run.where = where(programs.collective.ranks, **device);
    run.details = details(programs.collective.ranks, **device);
    if (run.trace) run.trace->backend = run.backend;
    return run;
  });
}

Result<std::unique_ptr<Device>> make_cuda_device_for(int ranks) {
  return CudaDevice::for_ranks(ranks, CudaCopies::by_engine)
      .map([](std::unique_ptr<CudaDevice> device) -> std::unique_ptr<Device> { return device; });
}

std::vector<std::string> pci_addresses_of_gpus() {
  CudaCalls calls;
  int gpus = 0;
  if (!calls.ok(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount")) return {};
  std::vector<std::string> addresses;
  for (int g = 0; g < gpus; ++g) {
    addresses.push_back(pci_address_of(g));
    if (addresses.back().empty()) return {};
  }
  return addresses;
}

}  // namespace commlab
