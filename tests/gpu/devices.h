#pragma once
// The devices on which every truth about devices is tested; a computer may lack one.

#include <memory>
#include <string>

#include "core/experiment/run.h"
#include "gpu/device.h"
#include "gpu/host/host_backend.h"

namespace commlab {

// Why "host" or "cuda" cannot be used here; empty if it can.
std::string what_is_lacking(const std::string& device);
// REQUIRES: nothing is lacking.
std::unique_ptr<Device> make_device(const std::string& device);
Result<Run> run_on(const std::string& device, const Programs&, const RealRunOptions&);

}  // namespace commlab
