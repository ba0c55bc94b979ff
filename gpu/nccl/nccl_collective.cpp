#include "gpu/nccl/nccl_collective.h"

#include <algorithm>

#include "core/base/index.h"
#include "gpu/nccl/nccl_library.h"

namespace commlab {
namespace {

std::size_t count_of(const NcclCall& call) { return index(call.collective.count); }

// Block b of a buffer that has all blocks.
std::byte* block(const NcclCall& call, std::byte* all, Rank b) {
  return all + b * call.collective.count * size_of(call.collective.dtype);
}

bool send(NcclCalls& calls, const NcclCall& call, const std::byte* from, std::size_t count, Rank peer) {
  return calls.ok(ncclSend(from, count, nccl_type(call.collective), peer, call.communicator, call.stream),
                  "ncclSend", call.here);
}
bool send(NcclCalls& calls, const NcclCall& call, const std::byte* from, Rank peer) {
  return send(calls, call, from, count_of(call), peer);
}

bool receive(NcclCalls& calls, const NcclCall& call, std::byte* into, std::size_t count, Rank peer) {
  return calls.ok(ncclRecv(into, count, nccl_type(call.collective), peer, call.communicator, call.stream),
                  "ncclRecv", call.here);
}
bool receive(NcclCalls& calls, const NcclCall& call, std::byte* into, Rank peer) {
  return receive(calls, call, into, count_of(call), peer);
}

// A message from the root to itself is a copy; in place, there is nothing to do.
bool is_done(const NcclCall& call, const std::byte* from, const std::byte* to, Rank peer) {
  return peer == call.here.rank && from == to;
}

bool gather(NcclCalls& calls, const NcclCall& call) {
  const Collective& c = call.collective;
  const bool root = call.here.rank == c.root;
  if (!root) return send(calls, call, call.input, c.root);
  bool fine = true;
  for (Rank peer = 0; fine && peer < c.ranks; ++peer) {
    std::byte* const into = block(call, call.output, peer);
    if (is_done(call, call.input, into, peer)) continue;
    if (peer == call.here.rank) fine = send(calls, call, call.input, peer);
    fine = fine && receive(calls, call, into, peer);
  }
  return fine;
}

bool scatter(NcclCalls& calls, const NcclCall& call) {
  const Collective& c = call.collective;
  bool fine = true;
  if (call.here.rank != c.root) return receive(calls, call, call.output, c.root);
  for (Rank peer = 0; fine && peer < c.ranks; ++peer) {
    const std::byte* const from = block(call, call.input, peer);
    if (is_done(call, from, call.output, peer)) continue;
    fine = send(calls, call, from, peer);
    if (peer == call.here.rank) fine = fine && receive(calls, call, call.output, peer);
  }
  return fine;
}

bool all_to_all(NcclCalls& calls, const NcclCall& call) {
  bool fine = true;
  for (Rank peer = 0; fine && peer < call.collective.ranks; ++peer)
    fine = send(calls, call, block(call, call.input, peer), peer) &&
           receive(calls, call, block(call, call.output, peer), peer);
  return fine;
}

// NCCL has no function for uneven counts; torch makes it of messages, too (torch/csrc/cuda/nccl.cpp,
// all2all_single_unequal_split), and sends none that is empty.
bool uneven_all_to_all(NcclCalls& calls, const NcclCall& call) {
  const Collective& c = call.collective;
  const Rank self = call.here.rank;
  const auto at = [&](auto* all, ElementRange block) { return all + block.first * size_of(c.dtype); };
  bool fine = true;
  for (Rank peer = 0; fine && peer < c.ranks; ++peer) {
    const ElementRange sent = c.counts.in_input(self, peer), received = c.counts.in_output(peer, self);
    if (sent.size() > 0) fine = send(calls, call, at(call.input, sent), index(sent.size()), peer);
    if (fine && received.size() > 0)
      fine = receive(calls, call, at(call.output, received), index(received.size()), peer);
  }
  return fine;
}

bool to_the_next(NcclCalls& calls, const NcclCall& call) {
  const int ranks = call.collective.ranks;
  return send(calls, call, call.input, (call.here.rank + 1) % ranks) &&
         receive(calls, call, call.output, (call.here.rank + ranks - 1) % ranks);
}

bool point_to_point(NcclCalls& calls, const NcclCall& call) {
  const Collective& c = call.collective;
  bool fine = true;
  if (call.here.rank == c.from)
    for (const Rank to : c.to) fine = fine && send(calls, call, call.input, to);
  if (std::ranges::count(c.to, call.here.rank) > 0) fine = fine && receive(calls, call, call.output, c.from);
  return fine;
}

bool by_messages(NcclCalls& calls, const NcclCall& call) {
  switch (call.collective.kind) {
    case CollectiveKind::gather: return gather(calls, call);
    case CollectiveKind::scatter: return scatter(calls, call);
    case CollectiveKind::all_to_all:
      return is_uneven(call.collective) ? uneven_all_to_all(calls, call) : all_to_all(calls, call);
    case CollectiveKind::sendrecv: return to_the_next(calls, call);
    default: return point_to_point(calls, call);
  }
}

// Whether both the header that was built with and the library that was loaded have a function for it.
bool has_function_for(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::gather:
    case CollectiveKind::scatter:
    case CollectiveKind::all_to_all:
      return NCCL_VERSION_CODE >= nccl_with_gather && nccl_version().value_or(0) >= nccl_with_gather;
    case CollectiveKind::sendrecv:
    case CollectiveKind::p2p: return false;
    default: return true;
  }
}

// Headers before 2.24 do not name these two.
constexpr auto float8_e4m3_of_nccl = static_cast<ncclDataType_t>(10);
constexpr auto float8_e5m2_of_nccl = static_cast<ncclDataType_t>(11);

bool reduces_float8(const Collective& c) { return reduces(c.kind) && is_float8(c.dtype); }

}  // namespace

ncclDataType_t nccl_type(const Collective& c) {
  switch (c.dtype) {
    case DataType::float32: return ncclFloat32;
    case DataType::float64: return ncclFloat64;
    case DataType::float16: return ncclFloat16;
    case DataType::bfloat16: return ncclBfloat16;
    case DataType::int8: return ncclInt8;
    case DataType::int32: return ncclInt32;
    case DataType::int64: return ncclInt64;
    case DataType::uint8: return ncclUint8;
    case DataType::uint32: return ncclUint32;
    case DataType::uint64: return ncclUint64;
    case DataType::float8_e4m3: return reduces(c.kind) ? float8_e4m3_of_nccl : ncclUint8;
    case DataType::float8_e5m2: return reduces(c.kind) ? float8_e5m2_of_nccl : ncclUint8;
  }
  return ncclUint8;
}

ncclRedOp_t nccl_op(ReduceOp op) {
  switch (op) {
    case ReduceOp::sum: return ncclSum;
    case ReduceOp::prod: return ncclProd;
    case ReduceOp::min: return ncclMin;
    case ReduceOp::max: return ncclMax;
    case ReduceOp::avg: return ncclAvg;
  }
  return ncclSum;
}

bool enqueue(NcclCalls& calls, const NcclCall& call) {
  const Collective& c = call.collective;
  if (is_uneven(c) || !has_function_for(c.kind)) return by_messages(calls, call);
  const auto& [collective, here, input, output, communicator, stream] = call;
  const std::size_t count = count_of(call);
  const ncclDataType_t type = nccl_type(c);
  const ncclRedOp_t op = nccl_op(c.op);
  switch (c.kind) {
    case CollectiveKind::broadcast:
      return calls.ok(ncclBroadcast(input, output, count, type, c.root, communicator, stream),
                      "ncclBroadcast", here);
    case CollectiveKind::reduce:
      return calls.ok(ncclReduce(input, output, count, type, op, c.root, communicator, stream), "ncclReduce",
                      here);
    case CollectiveKind::all_reduce:
      return calls.ok(ncclAllReduce(input, output, count, type, op, communicator, stream), "ncclAllReduce",
                      here);
    case CollectiveKind::all_gather:
      return calls.ok(ncclAllGather(input, output, count, type, communicator, stream), "ncclAllGather", here);
    case CollectiveKind::reduce_scatter:
      return calls.ok(ncclReduceScatter(input, output, count, type, op, communicator, stream),
                      "ncclReduceScatter", here);
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 28, 0)  // the header declares nccl_with_gather's functions
    case CollectiveKind::gather:
      return calls.ok(ncclGather(input, output, count, type, c.root, communicator, stream), "ncclGather",
                      here);
    case CollectiveKind::scatter:
      return calls.ok(ncclScatter(input, output, count, type, c.root, communicator, stream), "ncclScatter",
                      here);
    case CollectiveKind::all_to_all:
      return calls.ok(ncclAlltoAll(input, output, count, type, communicator, stream), "ncclAlltoAll", here);
#endif
    default: return by_messages(calls, call);
  }
}

bool nccl_chooses_for(const Collective& c) {
  const bool has_algorithms = c.kind == CollectiveKind::broadcast || c.kind == CollectiveKind::reduce ||
                              c.kind == CollectiveKind::all_reduce || c.kind == CollectiveKind::all_gather ||
                              c.kind == CollectiveKind::reduce_scatter;
  return has_algorithms && c.ranks > 1 && c.count > 0;
}

Status nccl_can_do(const Collective& c, int version) {
  if (reduces_float8(c) && version < nccl_with_float8)
    return fail(Fault::runtime,
                "nccl: NCCL {} is installed here, which cannot reduce {}; NCCL {} and newer can, or choose "
                "one of commlab's algorithms with --algorithm, which needs no such NCCL",
                nccl_version_text(version), name_of(c.dtype), nccl_version_text(nccl_with_float8));
  const bool exchanges = c.kind == CollectiveKind::all_to_all || c.kind == CollectiveKind::sendrecv;
  if (!c.in_place || !exchanges || c.ranks == 1) return {};
  return fail(
      Fault::runtime,
      "nccl: in place, NCCL's {} would overwrite data that it must still send; leave out --in-place, or "
      "choose one of commlab's algorithms with --algorithm",
      name_of(c.kind));
}

Status nccl_can_do_on_gpu(const Collective& c, int gpu, int compute_capability) {
  constexpr int least_for_float8 = 90;
  if (!reduces_float8(c) || compute_capability >= least_for_float8) return {};
  return fail(
      Fault::runtime,
      "nccl: GPU {} has compute capability {}.{}, and NCCL reduces {} only on 9.0 and newer; choose one "
      "of commlab's algorithms with --algorithm, which every GPU can run",
      gpu, compute_capability / 10, compute_capability % 10, name_of(c.dtype));
}

}  // namespace commlab
