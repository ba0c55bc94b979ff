// What the nccl backend reports if the program was built without NCCL.

#include "gpu/nccl/nccl_backend.h"
#include "gpu/nccl/nccl_on_call.h"

namespace commlab {
namespace {

constexpr const char* without_nccl =
    "not built in: CMake found no NCCL, or no CUDA Toolkit that works; install both (for NCCL: libnccl-dev "
    "from NVIDIA's repository, or set NCCL_HOME), then build in a new folder, where -DCOMMLAB_NCCL=ON makes "
    "CMake say what is wrong";

}  // namespace

Result<std::string> nccl_state() { return fail(Fault::runtime, "{}", without_nccl); }

Result<Run> run_on_nccl(const Programs&, NcclOnCall&, const RunOptions&, const RealRunOptions&) {
  return fail(Fault::runtime, "no nccl: {}", without_nccl);
}

Result<NcclId> make_nccl_id() { return fail(Fault::runtime, "no nccl: {}", without_nccl); }

Result<std::unique_ptr<Runner>> make_nccl_runner(const Programs&, NcclOnCall&, const NcclMembers&) {
  return fail(Fault::runtime, "no nccl: {}", without_nccl);
}

Result<Run> run_on_nccl_members(const Programs&, NcclOnCall&, const MakeNcclRunner&, const RunOptions&,
                                const RealRunOptions&) {
  return fail(Fault::runtime, "no nccl: {}", without_nccl);
}

Result<NcclId> NcclOnCall::id_of(int) { return make_nccl_id(); }

void NcclOnCall::give_up() {}

}  // namespace commlab
