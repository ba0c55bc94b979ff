#include "tests/nccl/paper_nccl.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include <nccl.h>

#include "gpu/nccl/nccl_library.h"
#include "tests/cuda/paper_cuda.h"
#include "tests/nccl/paper_operation.h"
#include "tests/nccl/paper_world.h"

namespace commlab::paper_nccl {
namespace {

// All operations. Those of an aborted communicator learn here that it is gone, so that their kernels end.
std::vector<std::weak_ptr<Operation>> everything;

// A whole program on the paper NCCL is set up by its environment variable.
Settings settings_at_start() {
  Settings settings;
  if (const char* const version = std::getenv("COMMLAB_PAPER_NCCL")) settings.version = std::atoi(version);
  return settings;
}

struct State {
  Settings settings;
  std::map<int, std::shared_ptr<World>> worlds;
  int ids = 0;
  int kernels = 0;
};
State state{.settings = settings_at_start()};

struct Group {
  int depth = 0;
  std::vector<Shared> operations;
};
thread_local Group group;

// Opened once, as NCCL does, at the path in its variable.
std::FILE* log_file() {
  static std::FILE* const file = [] {
    const char* const path = std::getenv("NCCL_DEBUG_FILE");
    return path == nullptr ? nullptr : std::fopen(path, "w");
  }();
  return file;
}
void log(const std::string& line, const char* kind = "INFO") {
  if (log_file() == nullptr) return;
  std::fprintf(log_file(), "paper:1:1 [0] NCCL %s %s\n", kind, line.c_str());
  std::fflush(log_file());
}

template <class Carry>
ncclResult_t call(Carry carry) {
  const std::lock_guard hold(paper_cuda::lock());
  if (!paper_cuda::counted()) return ncclUnhandledCudaError;
  return carry();
}

void launch(ncclComm_t comm) {
  for (auto& operations : comm->to_launch) {
    ++state.kernels;
    const cudaStream_t stream = operations.front()->stream;
    if (state.settings.hangs) {
      paper_cuda::enqueue(stream, [] { return false; });
      paper_cuda::hang();
      continue;
    }
    paper_cuda::enqueue(stream, [operations = std::move(operations)] {
      for (const Shared& operation : operations) {
        if (operation->comm == nullptr) return true;  // aborted
        if (!operation->arrived) arrive(operation);
      }
      return std::ranges::all_of(operations, [](const Shared& o) { return o->done; });
    });
  }
  comm->to_launch.clear();
}

ncclResult_t end_group() {
  std::map<std::pair<ncclComm_t, cudaStream_t>, std::vector<Shared>> kernels;
  for (Shared& operation : group.operations)
    kernels[{operation->comm, operation->stream}].push_back(std::move(operation));
  group.operations.clear();
  ncclResult_t result = ncclSuccess;
  for (auto& [where, operations] : kernels) {
    where.first->to_launch.push_back(std::move(operations));
    if (where.first->blocking) {
      launch(where.first);
    } else {
      where.first->looks = paper_cuda::lot(8) == 0 ? 1 : 0;
      result = ncclInProgress;
    }
  }
  return result;
}

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::broadcast: return "Broadcast";
    case Kind::reduce: return "Reduce";
    case Kind::all_reduce: return "AllReduce";
    case Kind::all_gather: return "AllGather";
    case Kind::reduce_scatter: return "ReduceScatter";
    default: return nullptr;
  }
}

ncclResult_t ask(Operation operation) {
  return call([&] {
    if (operation.kind != Kind::send && operation.kind != Kind::receive)
      operation.number = operation.comm->collectives++;
    const char* const name = name_of(operation.kind);
    if (operation.comm->rank == 0 && name != nullptr)
      log(std::string(name) + ": " + std::to_string(bytes_of(operation)) + " Bytes -> " +
          state.settings.chosen);
    group.operations.push_back(std::make_shared<Operation>(operation));
    everything.push_back(group.operations.back());
    return group.depth > 0 ? ncclSuccess : end_group();
  });
}

const std::byte* bytes(const void* memory) { return static_cast<const std::byte*>(memory); }
std::byte* bytes(void* memory) { return static_cast<std::byte*>(memory); }

void remove(ncclComm_t comm) {
  for (const auto& known : everything)
    if (const Shared operation = known.lock(); operation && operation->comm == comm) {
      leave(operation);
      operation->comm = nullptr;
    }
  std::erase_if(everything, [](const auto& known) { return known.expired(); });
  delete comm;
  paper_cuda::destroyed();
}

}  // namespace

void reset(const Settings& settings) {
  state = {.settings = settings};
  everything.clear();
}

}  // namespace commlab::paper_nccl

namespace commlab {

// Takes the place of the function that loads the library (gpu/nccl/nccl_library.cpp).
Result<int> nccl_version() {
  const int version = paper_nccl::state.settings.version;
  if (version == 0) return fail(Fault::runtime, "{}", paper_nccl::missing);
  return version;
}

}  // namespace commlab

using namespace commlab::paper_nccl;

extern "C" {

const char* ncclGetErrorString(ncclResult_t) { return "paper tore"; }
const char* ncclGetLastError(ncclComm_t) { return "at the second fold"; }
ncclResult_t ncclGetVersion(int* version) {
  *version = state.settings.version;
  return ncclSuccess;
}
ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  return call([&] {
    log_file();
    const int number = ++state.ids;
    std::memcpy(id->internal, &number, sizeof number);
    return ncclSuccess;
  });
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config) {
  return call([&] {
    int number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    auto& world = state.worlds[number];
    if (!world) world = std::make_shared<World>();
    world->ranks = ranks;
    if (rank < 0 || rank >= ranks || !world->joined.insert(rank).second) return ncclInvalidArgument;
    *comm = new ncclComm{.world = world, .rank = rank, .blocking = config->blocking != 0, .to_launch = {}};
    commlab::paper_cuda::created();
    return config->blocking != 0 ? ncclSuccess : ncclInProgress;
  });
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* result) {
  return call([&] {
    if (state.settings.lost_after >= 0 && state.kernels > state.settings.lost_after) {
      log("a fold gave way", "WARN");
      *result = ncclRemoteError;
      return ncclSuccess;
    }
    const bool all_joined = static_cast<int>(comm->world->joined.size()) == comm->world->ranks;
    *result = ncclInProgress;
    if (!all_joined || comm->looks > 0) {
      if (comm->looks > 0) --comm->looks;
      return ncclSuccess;
    }
    launch(comm);
    *result = ncclSuccess;
    return ncclSuccess;
  });
}
ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return call([&] {
    comm->looks = 1;
    return ncclInProgress;
  });
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  return call([&] {
    remove(comm);
    return ncclSuccess;
  });
}
ncclResult_t ncclCommAbort(ncclComm_t comm) {
  return call([&] {
    remove(comm);
    return ncclSuccess;
  });
}

ncclResult_t ncclGroupStart() {
  return call([] {
    ++group.depth;
    return ncclSuccess;
  });
}
ncclResult_t ncclGroupEnd() {
  if (--group.depth > 0) return ncclSuccess;
  const ncclResult_t result = call(end_group);
  group.operations.clear();  // also those of a group that failed
  return result;
}
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t* info) {
  --group.depth;
  const bool modelled =
      std::ranges::all_of(group.operations, [](const Shared& o) { return o->comm->blocking; });
  group.operations.clear();
  return call([&] {
    if (modelled) info->estimatedTime = 12.5f;
    return ncclSuccess;
  });
}

ncclResult_t ncclBroadcast(const void* from, void* into, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
  return ask({Kind::broadcast, bytes(from), bytes(into), count, type, ncclSum, root, comm, stream});
}
ncclResult_t ncclReduce(const void* from, void* into, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  return ask({Kind::reduce, bytes(from), bytes(into), count, type, op, root, comm, stream});
}
ncclResult_t ncclAllReduce(const void* from, void* into, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream) {
  return ask({Kind::all_reduce, bytes(from), bytes(into), count, type, op, 0, comm, stream});
}
ncclResult_t ncclReduceScatter(const void* from, void* into, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return ask({Kind::reduce_scatter, bytes(from), bytes(into), count, type, op, 0, comm, stream});
}
ncclResult_t ncclAllGather(const void* from, void* into, size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  return ask({Kind::all_gather, bytes(from), bytes(into), count, type, ncclSum, 0, comm, stream});
}
ncclResult_t ncclAlltoAll(const void* from, void* into, size_t count, ncclDataType_t type, ncclComm_t comm,
                          cudaStream_t stream) {
  if (state.settings.version < commlab::nccl_with_gather) return ncclInvalidUsage;
  return ask({Kind::all_to_all, bytes(from), bytes(into), count, type, ncclSum, 0, comm, stream});
}
ncclResult_t ncclGather(const void* from, void* into, size_t count, ncclDataType_t type, int root,
                        ncclComm_t comm, cudaStream_t stream) {
  if (state.settings.version < commlab::nccl_with_gather) return ncclInvalidUsage;
  return ask({Kind::gather, bytes(from), bytes(into), count, type, ncclSum, root, comm, stream});
}
ncclResult_t ncclScatter(const void* from, void* into, size_t count, ncclDataType_t type, int root,
                         ncclComm_t comm, cudaStream_t stream) {
  if (state.settings.version < commlab::nccl_with_gather) return ncclInvalidUsage;
  return ask({Kind::scatter, bytes(from), bytes(into), count, type, ncclSum, root, comm, stream});
}
ncclResult_t ncclSend(const void* from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return ask({Kind::send, bytes(from), nullptr, count, type, ncclSum, peer, comm, stream});
}
ncclResult_t ncclRecv(void* into, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return ask({Kind::receive, nullptr, bytes(into), count, type, ncclSum, peer, comm, stream});
}

}  // extern "C"
