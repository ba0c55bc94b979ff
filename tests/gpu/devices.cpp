#include "tests/gpu/devices.h"

#include "gpu/cuda/cuda_backend.h"
#include "gpu/host/host_device.h"

namespace commlab {
namespace {

constexpr int most_ranks = 8;  // the most ranks of a test

}  // namespace

std::string what_is_lacking(const std::string& device) {
  if (device == "host") return {};
  static const std::string found = [] {
    const auto made = make_cuda_device_for(most_ranks);
    return made ? std::string() : made.error().message;
  }();
  return found;
}

std::unique_ptr<Device> make_device(const std::string& device) {
  if (device == "host") return std::make_unique<HostDevice>();
  return make_cuda_device_for(most_ranks).value();
}

Result<Run> run_on(const std::string& device, const Programs& programs, const RealRunOptions& options) {
  return device == "host" ? run_on_host(programs, {}, options) : run_on_cuda(programs, {}, options);
}

}  // namespace commlab
