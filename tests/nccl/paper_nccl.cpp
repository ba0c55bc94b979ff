#include "tests/nccl/paper_nccl.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include <nccl.h>

#include "core/combine.h"
#include "core/reference.h"
#include "tests/cuda/paper_cuda.h"

namespace commlab::paper_nccl {
namespace {

enum class Kind {
  broadcast,
  reduce,
  all_reduce,
  all_gather,
  reduce_scatter,
  gather,
  scatter,
  all_to_all,
  send,
  receive
};

struct Operation {
  Kind kind;
  const std::byte* from = nullptr;
  std::byte* into = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclUint8;
  ncclRedOp_t op = ncclSum;
  int root = 0;  // or peer
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;
  int number = 0;  // of a collective, among the communicator's
  bool arrived = false;
  bool done = false;
};
using Shared = std::shared_ptr<Operation>;

// All communicators of one id.
struct World {
  int ranks = 0;
  std::set<int> joined;
  std::map<int, std::vector<Shared>> collectives;  // that arrived, by number
  std::map<std::pair<int, int>, std::deque<Shared>> sends;
  std::map<std::pair<int, int>, std::deque<Shared>> receives;
};

}  // namespace
}  // namespace commlab::paper_nccl

struct ncclComm {
  std::shared_ptr<commlab::paper_nccl::World> world;
  int rank = 0;
  bool blocking = true;
  int collectives = 0;
  std::uint32_t looks = 0;  // that find it in progress
  std::vector<std::vector<commlab::paper_nccl::Shared>> to_launch;
};

namespace commlab::paper_nccl {
namespace {

// What an aborted communicator left on streams is told that it is gone: its kernels end.
std::vector<std::weak_ptr<Operation>> everything;

struct State {
  Settings settings;
  std::map<int, std::shared_ptr<World>> worlds;
  int ids = 0;
  int kernels = 0;
};
State state;

struct Group {
  int depth = 0;
  std::vector<Shared> operations;
};
thread_local Group group;

// Opened once, as NCCL does, where its variable says.
std::FILE* log_file() {
  static std::FILE* const file = [] {
    const char* const path = std::getenv("NCCL_DEBUG_FILE");
    return path == nullptr ? nullptr : std::fopen(path, "w");
  }();
  return file;
}
void log(const std::string& line) {
  if (log_file() == nullptr) return;
  std::fprintf(log_file(), "paper:1:1 [0] NCCL INFO %s\n", line.c_str());
  std::fflush(log_file());
}

template <class Carry>
ncclResult_t call(Carry carry) {
  const std::lock_guard hold(paper_cuda::lock());
  if (!paper_cuda::counted()) return ncclUnhandledCudaError;
  return carry();
}

DataType data_type(ncclDataType_t type) {
  switch (type) {
    case ncclInt8: return DataType::int8;
    case ncclInt32: return DataType::int32;
    case ncclInt64: return DataType::int64;
    case ncclFloat16: return DataType::float16;
    case ncclFloat32: return DataType::float32;
    case ncclFloat64: return DataType::float64;
    case ncclBfloat16: return DataType::bfloat16;
    default: return DataType::uint8;
  }
}

ReduceOp reduce_op(ncclRedOp_t op) {
  switch (op) {
    case ncclProd: return ReduceOp::prod;
    case ncclMin: return ReduceOp::min;
    case ncclMax: return ReduceOp::max;
    case ncclAvg: return ReduceOp::avg;
    default: return ReduceOp::sum;
  }
}

std::size_t bytes_of(const Operation& o) {
  return o.count * static_cast<std::size_t>(size_of(data_type(o.type)));
}

// Floats are multiplied by the rounded 1/ranks, as NCCL averages.
void premultiply(DataType type, Memory& memory, int ranks) {
  std::byte factor[8];
  set_element(type, factor, 0, 1.0 / ranks);
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(memory.size()) / size_of(type); ++i)
    set_element(type, memory.data(), i, element(type, memory.data(), i) * element(type, factor, 0));
}

// In an order that begins with a rank drawn by lot.
Memory reduced(const std::vector<Memory>& inputs, DataType type, ReduceOp op) {
  const auto ranks = static_cast<int>(inputs.size());
  const auto first = paper_cuda::lot(static_cast<std::uint32_t>(ranks));
  const auto elements = static_cast<std::int64_t>(inputs[0].size()) / size_of(type);
  Memory sum;
  for (int i = 0; i < ranks; ++i) {
    Memory input = inputs[(first + static_cast<std::size_t>(i)) % inputs.size()];
    if (op == ReduceOp::avg && is_floating(type)) premultiply(type, input, ranks);
    if (i == 0)
      sum = std::move(input);
    else
      combine(type, op, sum.data(), sum.data(), input.data(), elements);
  }
  if (op == ReduceOp::avg && !is_floating(type)) scale_output({.ranks = ranks, .dtype = type, .op = op}, sum);
  return sum;
}

Memory read(const std::byte* from, std::size_t bytes) { return {from, from + bytes}; }
void write(std::byte* into, const Memory& from, std::size_t first, std::size_t bytes) {
  std::memcpy(into, from.data() + first, bytes);
}

// All inputs are read before any output is written: so in place is right wherever NCCL allows it.
void perform(const std::vector<Shared>& calls) {
  const Operation& any = *calls.front();
  const std::size_t ranks = calls.size();
  const std::size_t bytes = bytes_of(any);
  const auto root = static_cast<std::size_t>(any.root);
  const bool whole_input =
      any.kind == Kind::reduce_scatter || any.kind == Kind::all_to_all || any.kind == Kind::scatter;
  std::vector<Memory> inputs(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    const bool reads = (any.kind != Kind::broadcast && any.kind != Kind::scatter) || r == root;
    if (reads) inputs[r] = read(calls[r]->from, whole_input ? bytes * ranks : bytes);
  }
  const bool reduces =
      any.kind == Kind::reduce || any.kind == Kind::all_reduce || any.kind == Kind::reduce_scatter;
  const Memory sum = reduces ? reduced(inputs, data_type(any.type), reduce_op(any.op)) : Memory{};
  for (std::size_t r = 0; r < ranks; ++r) {
    std::byte* const into = calls[r]->into;
    switch (any.kind) {
      case Kind::broadcast: write(into, inputs[root], 0, bytes); break;
      case Kind::reduce:
        if (r == root) write(into, sum, 0, bytes);
        break;
      case Kind::all_reduce: write(into, sum, 0, bytes); break;
      case Kind::reduce_scatter: write(into, sum, r * bytes, bytes); break;
      case Kind::scatter: write(into, inputs[root], r * bytes, bytes); break;
      case Kind::all_gather:
      case Kind::gather:
        if (any.kind == Kind::gather && r != root) break;
        for (std::size_t s = 0; s < ranks; ++s) write(into + s * bytes, inputs[s], 0, bytes);
        break;
      case Kind::all_to_all:
        for (std::size_t s = 0; s < ranks; ++s) write(into + s * bytes, inputs[s], r * bytes, bytes);
        break;
      case Kind::send:
      case Kind::receive: break;
    }
    calls[r]->done = true;
  }
}

bool same(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.count == b.count && a.type == b.type && a.op == b.op && a.root == b.root;
}

// Calls that do not fit together never end.
void arrive(const Shared& operation) {
  World& world = *operation->comm->world;
  operation->arrived = true;
  if (operation->kind != Kind::send && operation->kind != Kind::receive) {
    auto& calls = world.collectives[operation->number];
    calls.push_back(operation);
    if (static_cast<int>(calls.size()) < world.ranks) return;
    std::ranges::sort(calls, {}, [](const Shared& call) { return call->comm->rank; });
    if (std::ranges::all_of(calls, [&](const Shared& call) { return same(*call, *calls[0]); }))
      perform(calls);
    return;
  }
  const bool sends = operation->kind == Kind::send;
  const int self = operation->comm->rank;
  const std::pair way = sends ? std::pair(self, operation->root) : std::pair(operation->root, self);
  (sends ? world.sends : world.receives)[way].push_back(operation);
  auto& from = world.sends[way];
  auto& to = world.receives[way];
  while (!from.empty() && !to.empty() && bytes_of(*from.front()) == bytes_of(*to.front())) {
    if (to.front()->count > 0) std::memmove(to.front()->into, from.front()->from, bytes_of(*from.front()));
    from.front()->done = to.front()->done = true;
    from.pop_front();
    to.pop_front();
  }
}

void leave(const Shared& operation) {
  World& world = *operation->comm->world;
  for (auto* queues : {&world.sends, &world.receives})
    for (auto& [way, queue] : *queues) std::erase(queue, operation);
  for (auto& [number, calls] : world.collectives) std::erase(calls, operation);
}

void launch(ncclComm_t comm) {
  for (auto& operations : comm->to_launch) {
    ++state.kernels;
    const cudaStream_t stream = operations.front()->stream;
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

using namespace commlab::paper_nccl;

extern "C" {

const char* ncclGetErrorString(ncclResult_t) { return "paper tore"; }
const char* ncclGetLastError(ncclComm_t) { return "at the second fold"; }
ncclResult_t ncclGetVersion(int* version) {
  *version = 22809;
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
  group.operations.clear();  // of a group that failed
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
  return ask({Kind::all_to_all, bytes(from), bytes(into), count, type, ncclSum, 0, comm, stream});
}
ncclResult_t ncclGather(const void* from, void* into, size_t count, ncclDataType_t type, int root,
                        ncclComm_t comm, cudaStream_t stream) {
  return ask({Kind::gather, bytes(from), bytes(into), count, type, ncclSum, root, comm, stream});
}
ncclResult_t ncclScatter(const void* from, void* into, size_t count, ncclDataType_t type, int root,
                         ncclComm_t comm, cudaStream_t stream) {
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
