// commlab_mpi.so: the only source that includes mpi.h.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <mpi.h>
#include <sched.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>  // Open MPI's
#endif

#include "gpu/net/mpi/mpi_calls.h"

namespace commlab {
namespace {

constexpr int letters = 0;  // the tag of all letters

bool begin(MpiCalls::Threads threads) {
  const int needed = threads == MpiCalls::Threads::many ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED;
  int provided = 0;
  return MPI_Init_thread(nullptr, nullptr, needed, &provided) == MPI_SUCCESS && provided >= needed;
}

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int processes() {
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  return processes;
}

int sharing_cores() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (::sched_getaffinity(0, sizeof mine, &mine) != 0) return 1;
  MPI_Comm computer;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &computer);
  int here = 0;
  MPI_Comm_size(computer, &here);
  std::vector<cpu_set_t> all(here);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, computer);
  MPI_Comm_free(&computer);

  int sharing = 0;
  for (const cpu_set_t& theirs : all) {
    cpu_set_t both;
    CPU_AND(&both, &mine, &theirs);
    if (CPU_COUNT(&both) > 0) ++sharing;
  }
  return sharing;
}

void send(int to, const char* bytes, std::size_t count) {
  MPI_Send(bytes, static_cast<int>(count), MPI_BYTE, to, letters, MPI_COMM_WORLD);
}

bool arrived(int* from, std::size_t* count) {
  int flag = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, letters, MPI_COMM_WORLD, &flag, &status);
  if (flag == 0) return false;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  *from = status.MPI_SOURCE;
  *count = static_cast<std::size_t>(bytes);
  return true;
}

void receive(int from, char* bytes, std::size_t count) {
  MPI_Recv(bytes, static_cast<int>(count), MPI_BYTE, from, letters, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void end() { MPI_Finalize(); }

MpiRequest wrapped(MPI_Request request) {
  static_assert(sizeof request <= sizeof(MpiRequest));
  MpiRequest wrapped{};
  std::memcpy(&wrapped.handle, &request, sizeof request);
  return wrapped;
}

MPI_Request unwrapped(const MpiRequest& wrapped) {
  MPI_Request request;
  std::memcpy(&request, &wrapped.handle, sizeof request);
  return request;
}

// Several stretches are one message of a type that names their addresses.
MpiRequest begin_send(std::span<const std::span<std::byte>> stretches, Rank to, int tag) {
  MPI_Request request;
  if (stretches.size() <= 1) {
    const std::span<std::byte> all = stretches.empty() ? std::span<std::byte>() : stretches.front();
    MPI_Isend(all.data(), static_cast<int>(all.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    return wrapped(request);
  }
  std::vector<int> sizes;
  std::vector<MPI_Aint> addresses;
  for (const std::span<std::byte> stretch : stretches) {
    sizes.push_back(static_cast<int>(stretch.size()));
    MPI_Get_address(stretch.data(), &addresses.emplace_back());
  }
  MPI_Datatype all;
  MPI_Type_create_hindexed(static_cast<int>(sizes.size()), sizes.data(), addresses.data(), MPI_BYTE, &all);
  MPI_Type_commit(&all);
  MPI_Isend(MPI_BOTTOM, 1, all, to, tag, MPI_COMM_WORLD, &request);
  MPI_Type_free(&all);  // MPI keeps it until the message has left
  return wrapped(request);
}

MpiRequest begin_receive(std::span<std::byte> into, Rank from, int tag) {
  MPI_Request request;
  MPI_Irecv(into.data(), static_cast<int>(into.size()), MPI_BYTE, from, tag, MPI_COMM_WORLD, &request);
  return wrapped(request);
}

bool is_done(MpiRequest* request) {
  MPI_Request asked = unwrapped(*request);
  int done = 0;
  MPI_Test(&asked, &done, MPI_STATUS_IGNORE);
  *request = wrapped(asked);
  return done != 0;
}

void give_up_receive(MpiRequest* request) {
  MPI_Request given_up = unwrapped(*request);
  MPI_Cancel(&given_up);
  MPI_Wait(&given_up, MPI_STATUS_IGNORE);
}

// REQUIRES: mpi_can_do() accepts the type and the operation.
MPI_Datatype type_of(DataType type) {
  switch (type) {
    case DataType::float32: return MPI_FLOAT;
    case DataType::float64: return MPI_DOUBLE;
    case DataType::int8: return MPI_INT8_T;
    case DataType::int32: return MPI_INT32_T;
    case DataType::int64: return MPI_INT64_T;
    case DataType::uint8: return MPI_UINT8_T;
    case DataType::uint32: return MPI_UINT32_T;
    case DataType::uint64: return MPI_UINT64_T;
    case DataType::float16:
    case DataType::bfloat16:
    case DataType::float8_e4m3:
    case DataType::float8_e5m2: break;
  }
  return MPI_DATATYPE_NULL;
}

MPI_Op operation_of(ReduceOp op) {
  switch (op) {
    case ReduceOp::sum: return MPI_SUM;
    case ReduceOp::prod: return MPI_PROD;
    case ReduceOp::min: return MPI_MIN;
    case ReduceOp::max: return MPI_MAX;
    case ReduceOp::avg: break;
  }
  return MPI_OP_NULL;
}

void to_the_next(const MpiCollectiveCall& call, int bytes) {
  const int ranks = call.collective.ranks;
  MPI_Sendrecv(call.input, bytes, MPI_BYTE, (call.self + 1) % ranks, letters, call.output, bytes, MPI_BYTE,
               (call.self + ranks - 1) % ranks, letters, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void point_to_point(const MpiCollectiveCall& call, int bytes) {
  const Collective& c = call.collective;
  if (call.self == c.from)
    for (const Rank to : c.to) MPI_Send(call.input, bytes, MPI_BYTE, to, letters, MPI_COMM_WORLD);
  if (std::ranges::count(c.to, call.self) > 0)
    MPI_Recv(call.output, bytes, MPI_BYTE, c.from, letters, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Where blocks begin and how large they are, in bytes.
struct Blocks {
  std::vector<int> bytes;
  std::vector<int> begins;
  void add(ElementRange block, DataType type) {
    bytes.push_back(static_cast<int>(block.size() * size_of(type)));
    begins.push_back(static_cast<int>(block.first * size_of(type)));
  }
};

void uneven_all_to_all(const MpiCollectiveCall& call) {
  const Collective& c = call.collective;
  Blocks sent, received;
  for (Rank peer = 0; peer < c.ranks; ++peer) {
    sent.add(c.counts.in_input(call.self, peer), c.dtype);
    received.add(c.counts.in_output(peer, call.self), c.dtype);
  }
  MPI_Alltoallv(call.input, sent.bytes.data(), sent.begins.data(), MPI_BYTE, call.output,
                received.bytes.data(), received.begins.data(), MPI_BYTE, MPI_COMM_WORLD);
}

// Blocks are moved as bytes, so that their type does not matter.
void move_blocks(const MpiCollectiveCall& call) {
  const Collective& c = call.collective;
  if (is_uneven(c)) return uneven_all_to_all(call);
  const int bytes = static_cast<int>(c.count * size_of(c.dtype));
  switch (c.kind) {
    case CollectiveKind::broadcast:
      if (call.self == c.root && call.input != call.output) std::memcpy(call.output, call.input, bytes);
      MPI_Bcast(call.output, bytes, MPI_BYTE, c.root, MPI_COMM_WORLD);
      break;
    case CollectiveKind::scatter:
      MPI_Scatter(call.input, bytes, MPI_BYTE, call.output, bytes, MPI_BYTE, c.root, MPI_COMM_WORLD);
      break;
    case CollectiveKind::gather:
      MPI_Gather(call.input, bytes, MPI_BYTE, call.output, bytes, MPI_BYTE, c.root, MPI_COMM_WORLD);
      break;
    case CollectiveKind::all_gather:
      MPI_Allgather(call.input, bytes, MPI_BYTE, call.output, bytes, MPI_BYTE, MPI_COMM_WORLD);
      break;
    case CollectiveKind::sendrecv: to_the_next(call, bytes); break;
    case CollectiveKind::p2p: point_to_point(call, bytes); break;
    default: MPI_Alltoall(call.input, bytes, MPI_BYTE, call.output, bytes, MPI_BYTE, MPI_COMM_WORLD);
  }
}

void reduce(const MpiCollectiveCall& call) {
  const Collective& c = call.collective;
  const int count = static_cast<int>(c.count);
  const MPI_Datatype type = type_of(c.dtype);
  const MPI_Op op = operation_of(c.op);
  const bool has_output = c.kind != CollectiveKind::reduce || call.self == c.root;
  const void* const input = call.input == call.output && has_output ? MPI_IN_PLACE : call.input;
  if (c.kind == CollectiveKind::reduce)
    MPI_Reduce(input, call.output, count, type, op, c.root, MPI_COMM_WORLD);
  else if (c.kind == CollectiveKind::all_reduce)
    MPI_Allreduce(input, call.output, count, type, op, MPI_COMM_WORLD);
  else
    MPI_Reduce_scatter_block(input, call.output, count, type, op, MPI_COMM_WORLD);
}

void collective(const MpiCollectiveCall& call) {
  switch (call.collective.kind) {
    case CollectiveKind::reduce:
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_scatter: return reduce(call);
    default: return move_blocks(call);
  }
}

void abort(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

// Its first line without what follows a comma, as "Open MPI v4.1.4" of Open MPI, and with the tabs of MPICH's
// "MPICH Version:\t4.0.2" as blanks.
const char* version() {
  static const std::string text = [] {
    char all[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int length = 0;
    MPI_Get_library_version(all, &length);
    std::string first(all, std::strcspn(all, ",\n"));
    for (char& letter : first)
      if (letter == '\t') letter = ' ';
    return first;
  }();
  return text.c_str();
}

bool takes_memory_of_gpus() {
#ifdef MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

constexpr MpiCalls calls = {begin,      rank,  processes,  sharing_cores,       send,    arrived,
                            receive,    end,   begin_send, begin_receive,       is_done, give_up_receive,
                            collective, abort, version,    takes_memory_of_gpus};

}  // namespace
}  // namespace commlab

extern "C" const commlab::MpiCalls* commlab_mpi_calls() { return &commlab::calls; }
