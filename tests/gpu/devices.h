#pragma once
// The devices that every truth about devices is tried on; a computer may lack one.

#include <memory>
#include <string>

#include "core/experiment/run.h"
#include "gpu/device.h"
#include "gpu/host/host_backend.h"

namespace commlab {

// "host" or "cuda". Empty: the device is here.
std::string what_is_lacking(const std::string& device);
// REQUIRES: it is here.
std::unique_ptr<Device> make_device(const std::string& device);
Result<Run> run_on(const std::string& device, const Programs&, const RealRunOptions&);

}  // namespace commlab
