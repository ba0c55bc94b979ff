#include "gpu/net/tcp_backend.h"

#include "gpu/net/run_on_group.h"

namespace commlab {

Result<Run> run_on_tcp(const Programs& programs, GroupOnCall& groups, const RunOptions& options,
                       const RealRunOptions& real) {
  return run_on_group("tcp", programs, groups, {.absent = real.absent, .late = real.late}, options, real);
}

}  // namespace commlab
