#include "gpu/detect/detect.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "gpu/cuda/cuda_backend.h"
#include "gpu/detect/detect_gpus.h"
#include "gpu/detect/detect_host.h"
#include "gpu/detect/detect_pci.h"
#include "gpu/host/today.h"

namespace commlab {
namespace {

CudaView cuda_view() {
  const char* const order = std::getenv("CUDA_DEVICE_ORDER");
  return {.buses = pci_addresses_of_gpus(),
          .visible = std::getenv("CUDA_VISIBLE_DEVICES"),
          .order = order == nullptr ? "" : order};
}

}  // namespace

Computer look_at_this_computer() {
  const std::filesystem::path root = "/";
  Computer computer;
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  computer.host = name.data();
  computer.date = today();
  add_host(computer, root);
  if (const auto calls = nvml::load())
    add_gpus(computer, *calls, cuda_view());
  else
    computer.looked_for.push_back(calls.error().message);
  add_pci_paths(computer, root);
  add_nics(computer, root);
  return computer;
}

}  // namespace commlab
