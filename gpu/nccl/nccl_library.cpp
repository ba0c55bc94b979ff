#include "gpu/nccl/nccl_library.h"

#include <nccl.h>

#include "core/base/shared_library.h"

// clang-format off
#define NCCL_FUNCTIONS(F) \
  F(ncclResult_t, ncclGetVersion, (int* version), (version)) \
  F(const char*, ncclGetErrorString, (ncclResult_t result), (result)) \
  F(const char*, ncclGetLastError, (ncclComm_t communicator), (communicator)) \
  F(ncclResult_t, ncclGetUniqueId, (ncclUniqueId* id), (id)) \
  F(ncclResult_t, ncclCommInitRank, (ncclComm_t* communicator, int ranks, ncclUniqueId id, int rank), (communicator, ranks, id, rank)) \
  F(ncclResult_t, ncclCommGetAsyncError, (ncclComm_t communicator, ncclResult_t* error), (communicator, error)) \
  F(ncclResult_t, ncclCommDestroy, (ncclComm_t communicator), (communicator)) \
  F(ncclResult_t, ncclCommAbort, (ncclComm_t communicator), (communicator)) \
  F(ncclResult_t, ncclGroupStart, (), ()) \
  F(ncclResult_t, ncclGroupEnd, (), ()) \
  F(ncclResult_t, ncclBroadcast, (const void* from, void* into, size_t count, ncclDataType_t type, int root, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, root, communicator, stream)) \
  F(ncclResult_t, ncclReduce, (const void* from, void* into, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, op, root, communicator, stream)) \
  F(ncclResult_t, ncclAllReduce, (const void* from, void* into, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, op, communicator, stream)) \
  F(ncclResult_t, ncclAllGather, (const void* from, void* into, size_t count, ncclDataType_t type, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, communicator, stream)) \
  F(ncclResult_t, ncclReduceScatter, (const void* from, void* into, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, op, communicator, stream)) \
  F(ncclResult_t, ncclSend, (const void* from, size_t count, ncclDataType_t type, int peer, ncclComm_t communicator, cudaStream_t stream), (from, count, type, peer, communicator, stream)) \
  F(ncclResult_t, ncclRecv, (void* into, size_t count, ncclDataType_t type, int peer, ncclComm_t communicator, cudaStream_t stream), (into, count, type, peer, communicator, stream))
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 22, 0)
#define NCCL_ESTIMATE(F) F(ncclResult_t, ncclGroupSimulateEnd, (ncclSimInfo_t* info), (info))
#else
#define NCCL_ESTIMATE(F)
#endif
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 28, 0)
#define NCCL_NEW_FUNCTIONS(F) \
  F(ncclResult_t, ncclGather, (const void* from, void* into, size_t count, ncclDataType_t type, int root, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, root, communicator, stream)) \
  F(ncclResult_t, ncclScatter, (const void* from, void* into, size_t count, ncclDataType_t type, int root, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, root, communicator, stream)) \
  F(ncclResult_t, ncclAlltoAll, (const void* from, void* into, size_t count, ncclDataType_t type, ncclComm_t communicator, cudaStream_t stream), (from, into, count, type, communicator, stream))
#else
#define NCCL_NEW_FUNCTIONS(F)
#endif
// clang-format on
NCCL_FUNCTIONS(COMMLAB_FORWARD)
NCCL_ESTIMATE(COMMLAB_FORWARD)
NCCL_NEW_FUNCTIONS(COMMLAB_FORWARD)

namespace commlab {

// A library that is too old lacks other functions; this one is in every version.
Result<int> load_nccl(const char* file) {
  Result<SharedLibrary> library = SharedLibrary::load(file);
  if (!library)
    return fail(
        Fault::runtime,
        "NCCL is not installed here: {}; install it (Debian: libnccl2 from NVIDIA's repository), or name "
        "its folder in LD_LIBRARY_PATH",
        library.error().message);
  NCCL_FUNCTIONS(COMMLAB_FIND)
  int version = 0;
  if (loaded_function<&::ncclGetVersion> == nullptr || ncclGetVersion(&version) != ncclSuccess ||
      version < oldest_nccl)
    return fail(Fault::runtime, "{} is NCCL {}; expected {} or newer", file, nccl_version_text(version),
                nccl_version_text(oldest_nccl));
  if (version >= nccl_with_estimate) {
    NCCL_ESTIMATE(COMMLAB_FIND)
  }
  if (version >= nccl_with_gather) {
    NCCL_NEW_FUNCTIONS(COMMLAB_FIND)
  }
  return library->has_all().map([version] { return version; });
}

Result<int> nccl_version() {
  static const Result<int> version = load_nccl("libnccl.so.2");
  return version;
}

}  // namespace commlab
