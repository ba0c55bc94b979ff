#include "tests/nccl/paper_nccl.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
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
  std::set<ncclComm_t> alive;      // complete communicators
  std::set<ncclComm_t> beginning;  // those that still wait for other ranks
  std::map<int, std::shared_ptr<World>> worlds;
  int ids = 0;
  int begun = 0;
  int asked = 0;
  int kernels = 0;
};
State state{.settings = settings_at_start()};

struct Group {
  int depth = 0;
  bool failed = false;  // one of its calls failed
  std::vector<ncclComm_t> joining;
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

bool is_collective(Kind kind) { return kind != Kind::send && kind != Kind::receive; }

// NCCL promises nothing for such a call; it may crash.
void tear(const char* what) {
  std::fprintf(stderr, "paper NCCL: %s\n", what);
  std::abort();
}

// The same operations once more, for another launch of their graph.
std::vector<Shared> anew(const std::vector<Shared>& captured) {
  std::vector<Shared> operations;
  for (const Shared& operation : captured) {
    operations.push_back(std::make_shared<Operation>(*operation));
    if (is_collective(operation->kind)) operations.back()->number = operation->comm->collectives++;
    everything.push_back(operations.back());
  }
  return operations;
}

std::function<bool()> kernel_of(std::vector<Shared> operations) {
  return [operations = std::move(operations)] {
    for (const Shared& operation : operations) {
      if (operation->comm == nullptr) return true;  // aborted
      if (!operation->arrived) arrive(operation);
    }
    return std::ranges::all_of(operations, [](const Shared& o) { return o->done; });
  };
}

// A kernel that does the operations together when the stream reaches it.
void launch(cudaStream_t stream, std::vector<Shared> operations) {
  if (paper_cuda::is_captured(stream)) {
    const auto captured = std::make_shared<std::vector<Shared>>(std::move(operations));
    for (const Shared& operation : *captured) operation->comm->captured.push_back(captured);
    paper_cuda::enqueue_again(stream, [captured] {
      ++state.kernels;
      return kernel_of(anew(*captured));
    });
    return;
  }
  if (state.kernels++ == state.settings.loads_at) paper_cuda::wait_until_idle(stream);
  if (state.settings.hangs) {
    paper_cuda::enqueue(stream, [] { return false; });
    paper_cuda::hang();
    return;
  }
  paper_cuda::enqueue(stream, kernel_of(std::move(operations)));
}

// Blocks while `connected` is false: other threads may stand for other processes. Aborting ends it.
ncclResult_t wait_for_others(const std::function<bool()>& aborted, const std::function<bool()>& connected) {
  const cudaError_t waited = paper_cuda::wait_until([&] { return aborted() || connected(); });
  const std::lock_guard hold(paper_cuda::lock());
  return waited == cudaSuccess && !aborted() ? ncclSuccess : ncclInternalError;
}

ncclResult_t join(const std::vector<ncclComm_t>& joining) {
  const auto all_joined = [&] {
    return std::ranges::all_of(joining, [](ncclComm_t comm) {
      return static_cast<int>(comm->world->joined.size()) == comm->world->ranks;
    });
  };
  const ncclResult_t joined = wait_for_others([] { return false; }, all_joined);
  const std::lock_guard hold(paper_cuda::lock());
  for (const ncclComm_t comm : joining) {
    state.beginning.erase(comm);
    state.alive.insert(comm);
  }
  return joined;
}

// The first operation between ranks connects them, and waits until all of them take part.
ncclResult_t connect_all(const std::vector<Shared>& operations) {
  struct Part {
    std::shared_ptr<World> world;
    int rank;
    Operation operation;
  };
  std::vector<Part> parts;
  {
    const std::lock_guard hold(paper_cuda::lock());
    for (const Shared& operation : operations) {
      connect(*operation);
      parts.push_back({operation->comm->world, operation->comm->rank, *operation});
    }
  }
  return wait_for_others(
      [&] { return std::ranges::any_of(operations, [](const Shared& o) { return o->comm == nullptr; }); },
      [&] {
        return std::ranges::all_of(
            parts, [](const Part& part) { return is_connected(*part.world, part.rank, part.operation); });
      });
}

// REQUIRES: the lock is free, because it blocks.
ncclResult_t end_group() {
  const std::vector<ncclComm_t> joining = std::exchange(group.joining, {});
  const std::vector<Shared> operations = std::exchange(group.operations, {});
  if (std::exchange(group.failed, false)) return ncclInvalidUsage;
  if (const ncclResult_t allowed = call([] { return ncclSuccess; }); allowed != ncclSuccess) return allowed;
  if (!joining.empty()) return join(joining);
  if (const ncclResult_t connected = connect_all(operations); connected != ncclSuccess) return connected;
  const std::lock_guard hold(paper_cuda::lock());
  std::map<std::pair<ncclComm_t, cudaStream_t>, std::vector<Shared>> kernels;
  for (const Shared& operation : operations)
    kernels[{operation->comm, operation->stream}].push_back(operation);
  for (auto& [where, together] : kernels) launch(where.second, std::move(together));
  return ncclSuccess;
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

// A call outside a group is a group of its own.
ncclResult_t end_of_call(ncclResult_t result) {
  if (group.depth == 0) return result == ncclSuccess ? end_group() : result;
  group.failed = group.failed || result != ncclSuccess;
  return result;
}

ncclResult_t ask(Operation operation) {
  const ncclResult_t asked = call([&] {
    ++state.asked;
    if (!state.alive.contains(operation.comm)) tear("an operation of a communicator that is not there");
    if (!takes_type(operation, state.settings.version, paper_cuda::architecture()))
      return ncclInvalidArgument;
    if (is_collective(operation.kind)) operation.number = operation.comm->collectives++;
    const char* const name = name_of(operation.kind);
    if (operation.comm->rank == 0 && name != nullptr)
      log(std::string(name) + ": " + std::to_string(bytes_of(operation)) + " Bytes -> " +
          state.settings.chosen);
    group.operations.push_back(std::make_shared<Operation>(operation));
    everything.push_back(group.operations.back());
    return ncclSuccess;
  });
  return end_of_call(asked);
}

const std::byte* bytes(const void* memory) { return static_cast<const std::byte*>(memory); }
std::byte* bytes(void* memory) { return static_cast<std::byte*>(memory); }

void remove(ncclComm_t comm) {
  if (state.beginning.contains(comm)) tear("a communicator is aborted before it is complete");
  if (state.alive.erase(comm) == 0) tear("a communicator is destroyed twice");
  if (std::ranges::any_of(comm->captured, [](const auto& work) { return !work.expired(); }))
    tear("a communicator is destroyed before the graphs that captured its work");
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

int begun() { return state.begun; }
int asked() { return state.asked; }

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

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  const ncclResult_t begun = call([&] {
    int number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    auto& world = state.worlds[number];
    if (!world) world = std::make_shared<World>();
    world->ranks = ranks;
    if (rank < 0 || rank >= ranks || !world->joined.insert(rank).second) return ncclInvalidArgument;
    *comm = new ncclComm{.world = world, .rank = rank};
    ++state.begun;
    state.beginning.insert(*comm);
    group.joining.push_back(*comm);
    commlab::paper_cuda::created();
    return ncclSuccess;
  });
  return end_of_call(begun);
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* result) {
  return call([&] {
    if (!state.alive.contains(comm)) tear("the state of a communicator that is not there");
    *result = ncclSuccess;
    if (state.settings.lost_after >= 0 && state.kernels > state.settings.lost_after) {
      log("a fold gave way", "WARN");
      *result = ncclRemoteError;
    }
    return ncclSuccess;
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
  return end_group();
}
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t* info) {
  --group.depth;
  group.operations.clear();
  return call([&] {
    if (state.settings.version < commlab::nccl_with_estimate) return ncclInvalidUsage;
    info->estimatedTime = 12.5f;
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
