#pragma once
// The operations a Script knows, by torch.distributed's names: one table, from which the parser checks
// names and keys, and from which steps are made.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

enum class ScriptOperation : std::uint8_t {
  broadcast,
  scatter,
  gather,
  reduce,
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  barrier,
  send,
  recv,
  isend,
  irecv,
  wait,
  compute,
  sleep,
  add,
  atomic_add,
  copy,
  fill,
  print,
  start,
  stop,
  synchronize,
  stream_wait,
  batch,  // has no name: `group:` or `batch:`
};

enum class ScriptParameterKind : std::uint8_t {
  payload,  // a tensor, a part of it, or a size
  list,     // a payload that only the root has
  rank,
  reduction,  // sum, prod, min, max, avg, band, bor, bxor
  handle,
  time,
  number,
  stream,
  group,
  algorithm,
  timer,
  anything,  // an argument of print: a text or a payload
};

struct ScriptParameter {
  std::string_view name;
  ScriptParameterKind kind;
  bool required = true;
  bool by_place = true;  // may be given without its name
};

struct ScriptOperationInfo {
  ScriptOperation operation;
  std::string_view name;
  std::span<const ScriptParameter> parameters;
  bool between_ranks = false;   // for a collective or a message: may be asynchronous, `-> h`
  std::string_view usage = {};  // "all_reduce(x, op=sum)"
};

const ScriptOperationInfo* find_script_operation(std::string_view name);  // null: no operation has this name
const ScriptOperationInfo& info_of(ScriptOperation);                      // REQUIRES: not batch.
std::vector<std::string> script_operation_names();

constexpr bool is_message(ScriptOperation o) {
  return o == ScriptOperation::send || o == ScriptOperation::recv || o == ScriptOperation::isend ||
         o == ScriptOperation::irecv;
}
constexpr bool sends_message(ScriptOperation o) {
  return o == ScriptOperation::send || o == ScriptOperation::isend;
}
// Adds one tensor to another.
constexpr bool is_addition(ScriptOperation o) {
  return o == ScriptOperation::add || o == ScriptOperation::atomic_add;
}
// Whether the operation works only on the rank's own tensors, and waits for no other rank.
constexpr bool is_local_work(ScriptOperation o) {
  return is_addition(o) || o == ScriptOperation::copy || o == ScriptOperation::fill;
}
constexpr bool is_collective(ScriptOperation o) { return o <= ScriptOperation::barrier; }
// The collective of the operation; nullopt for a barrier, which moves no data, and for other operations.
std::optional<CollectiveKind> collective_of(ScriptOperation);

}  // namespace commlab
