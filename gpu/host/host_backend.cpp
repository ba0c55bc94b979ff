#include "gpu/host/host_backend.h"

#include "gpu/checked_run.h"
#include "gpu/host/host_device.h"

namespace commlab {

Result<Run> run_on_host(const Programs& programs, const RunOptions& options, const RealRunOptions& real) {
  HostDevice device(allowed_processors(), options.stop);
  return checked_run(programs, device, options, real);
}

}  // namespace commlab
