#include "sim/script/flavour.h"

#include "core/base/nearest.h"

namespace commlab {

extern constinit const Flavour gloo_flavour = {
    .name = "gloo",
    .library = "gloo",
    .on_host = true,
    .eager_below = {},
    .enqueue = {},
    .leftover = Flavour::Leftover::partial_sums,  // gloo/reduce.cc
    .timeout = milliseconds(1'800'000),           // torch.distributed: 30 min for all but NCCL
    .averages = false,                            // torch before 2.8; later versions sum, then divide
    .bitwise = true,
};

extern constinit const Flavour mpi_flavour = {
    .name = "mpi",
    .library = "Open MPI",
    .on_host = true,
    .eager_below = {4'096},
    .enqueue = {},
    .leftover = Flavour::Leftover::untouched,
    .timeout = std::nullopt,
    .averages = false,
    .bitwise = true,
    .undefined_mismatch = true,  // the MPI report calls such a program "erroneous"
};

extern constinit const Flavour nccl_flavour = {
    .name = "nccl",
    .library = "NCCL",
    .on_host = false,
    .eager_below = {},
    .enqueue = microseconds(5),                // assumed: about the time of a kernel launch and its events
    .buffered = KiB(512),                      // a slot: NCCL_BUFFSIZE, 4 MiB, in NCCL_STEPS, 8
    .buffer_slots = 8,
    .leftover = Flavour::Leftover::untouched,  // src/device/reduce.h: only the root writes
    .timeout = milliseconds(600'000),          // torch.distributed's watchdog: 10 min
    .averages = true,                          // since 2.10: divides before it sums
    .bitwise = false,
    .undefined_mismatch = true,
};

std::vector<const Flavour*> flavours() { return {&gloo_flavour, &nccl_flavour, &mpi_flavour}; }

Result<const Flavour*> find_flavour(std::string_view name) {
  std::vector<std::string> names;
  for (const Flavour* each : flavours()) {
    if (each->name == name) return each;
    names.emplace_back(each->name);
  }
  return fail("unknown flavour '{}'{}; there are {}", name, suggestion(name, names), fmt::join(names, ", "));
}

std::string_view usual_algorithm(const Flavour& flavour, CollectiveKind kind) {
  const bool nccl = &flavour == &nccl_flavour;
  const bool gloo = &flavour == &gloo_flavour;
  switch (kind) {
    case CollectiveKind::broadcast: return nccl ? "chain" : "binomial";
    case CollectiveKind::scatter:
    case CollectiveKind::gather: return nccl || gloo ? "flat" : "binomial";
    case CollectiveKind::reduce: return nccl ? "chain" : gloo ? "gloo" : "binomial";
    case CollectiveKind::all_reduce: return nccl ? "ring" : gloo ? "gloo" : "recursive-doubling";
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter: return "ring";
    case CollectiveKind::all_to_all: return nccl ? "direct" : "shift";
    case CollectiveKind::sendrecv:
    case CollectiveKind::p2p: break;
  }
  return "direct";
}

namespace {

std::string upper(std::string_view text) {
  std::string all;
  for (const char c : text) all += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return all;
}

bool is_bitwise(ScriptReduction r) {
  return r == ScriptReduction::band || r == ScriptReduction::bor || r == ScriptReduction::bxor;
}

std::string reduction_refusal(const Flavour& flavour, const ScriptStep& step) {
  const bool avg = step.reduction == ScriptReduction::avg;
  if (avg && &flavour == &gloo_flavour) return "RuntimeError: Cannot use ReduceOp.AVG with Gloo";
  if (avg && !flavour.averages) return "MPI_ERR_OP: invalid reduce operation: MPI has no average";
  if (!is_bitwise(step.reduction)) return {};
  const std::string name = upper(name_of(step.reduction));
  if (!flavour.bitwise) return fmt::format("ValueError: Cannot use ReduceOp.{} with NCCL", name);
  if (step.payload.has_values() && is_floating(step.payload.dtype))
    return &flavour == &gloo_flavour
               ? fmt::format("ValueError: Cannot use ReduceOp.{} with non-integral dtype", name)
               : fmt::format("MPI_ERR_OP: invalid reduce operation: MPI_{} is not for floating-point numbers",
                             name);
  return {};
}

std::string shape_refusal(const ScriptStep& step, Rank self, int ranks) {
  const std::int64_t out = step.payload.elements;
  const std::int64_t in = step.other.elements;
  const bool is_root = self == step.peer;
  switch (step.operation) {
    case ScriptOperation::all_gather:
      if (step.payload.has_values() && out != ranks * in)
        return fmt::format(
            "ValueError: output tensor size must be equal to world_size times input tensor size ({} is not "
            "{} * {})",
            out, ranks, in);
      return {};
    case ScriptOperation::reduce_scatter:
      if (step.payload.has_values() && in != ranks * out)
        return fmt::format(
            "ValueError: input tensor must be the same size as output size times world size ({} is not {} * "
            "{})",
            in, ranks, out);
      return {};
    case ScriptOperation::all_to_all:
      if (step.payload.has_values() && (in != out || in % ranks != 0))
        return fmt::format(
            "ValueError: Tensor's dim 0 does not divide equally across group size (input {}, output {}, "
            "group {})",
            in, out, ranks);
      return {};
    case ScriptOperation::scatter:
    case ScriptOperation::gather: break;
    default: return {};
  }
  const bool scatters = step.operation == ScriptOperation::scatter;
  const std::string_view list = scatters ? "scatter_list" : "gather_list";
  const std::string_view end = scatters ? "source" : "destination";
  if (!step.payload.has_values()) return {};
  if (is_root && !step.other.given)
    return fmt::format("ValueError: Argument ``{}`` must be specified on {} rank.", list, end);
  if (!is_root && step.other.given)
    return fmt::format("ValueError: Argument ``{}`` must NOT be specified on non-{} ranks.", list, end);
  if (is_root && step.other.elements != ranks * step.payload.elements)
    return fmt::format("ValueError: {} has {} elements, not {} of {} each", list, step.other.elements, ranks,
                       step.payload.elements);
  return {};
}

}  // namespace

std::string refusal(const Flavour& flavour, const ScriptStep& step, Rank self, int ranks) {
  if (step.operation == ScriptOperation::reduce || step.operation == ScriptOperation::all_reduce ||
      step.operation == ScriptOperation::reduce_scatter)
    if (std::string text = reduction_refusal(flavour, step); !text.empty()) return text;
  if (step.other.has_values() && step.payload.has_values() && step.other.dtype != step.payload.dtype)
    return fmt::format("TypeError: tensors of one call must have one dtype, not {} and {}",
                       name_of(step.payload.dtype), name_of(step.other.dtype));
  return shape_refusal(step, self, ranks);
}

std::string_view operation_type(ScriptOperation operation) {
  switch (operation) {
    case ScriptOperation::broadcast: return "BROADCAST";
    case ScriptOperation::scatter: return "SCATTER";
    case ScriptOperation::gather: return "GATHER";
    case ScriptOperation::reduce: return "REDUCE";
    case ScriptOperation::all_reduce: return "ALLREDUCE";
    case ScriptOperation::all_gather: return "_ALLGATHER_BASE";
    case ScriptOperation::reduce_scatter: return "_REDUCE_SCATTER_BASE";
    case ScriptOperation::all_to_all: return "ALLTOALL_BASE";
    case ScriptOperation::barrier: return "BARRIER";
    case ScriptOperation::send:
    case ScriptOperation::isend: return "SEND";
    case ScriptOperation::recv:
    case ScriptOperation::irecv: return "RECV";
    case ScriptOperation::batch: return "COALESCED";
    default: return "";
  }
}

namespace {

// The number of elements. A payload that is only a size counts as float32, as tensors do by default.
std::int64_t numel(const ScriptPayload& payload) {
  return payload.has_values() ? payload.elements : payload.bytes().count / size_of(DataType::float32);
}

}  // namespace

std::string timeout_text(const Flavour& flavour, const ScriptStep& step, Rank self, std::int64_t sequence) {
  if (!flavour.timeout) return {};
  const std::int64_t ms = flavour.timeout->ps / milliseconds(1).ps;
  if (!flavour.on_host)
    return fmt::format(
        "[Rank {}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum={}, OpType={}, NumelIn={}, "
        "NumelOut={}, Timeout(ms)={}) ran for {} milliseconds before timing out.",
        self, sequence + 1, operation_type(step.operation),
        numel(step.other.has_values() ? step.other : step.payload), numel(step.payload), ms, ms);
  const std::string_view end = sends_message(step.operation) ? "send" : "recv";
  return fmt::format("Timed out waiting {}ms for {} operation to complete", ms, end);
}

std::string overflow_text(const Flavour& flavour, Bytes came, Bytes room) {
  if (&flavour == &mpi_flavour) return "MPI_ERR_TRUNCATE: message truncated";
  return fmt::format("[enforce fail at gloo/transport/tcp/pair.cc] op.preamble.length <= op.nbytes. {} vs {}",
                     came.count, room.count);
}

std::string_view lost_text(const Flavour& flavour) {
  return &flavour == &mpi_flavour ? "MPI_ABORT was invoked: another rank had an error"
                                  : "Connection reset by peer";
}

}  // namespace commlab
