#include "core/script/operations.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace commlab {
namespace {

using Kind = ScriptParameterKind;

constexpr ScriptParameter on_group{"group", Kind::group, false, false};
constexpr ScriptParameter by_algorithm{"algorithm", Kind::algorithm, false, false};
constexpr ScriptParameter on_stream{"stream", Kind::stream, false, false};
constexpr ScriptParameter from{"src", Kind::rank, false};
constexpr ScriptParameter to{"dst", Kind::rank, false};
constexpr ScriptParameter reduction{"op", Kind::reduction, false};
constexpr ScriptParameter payload{"tensor", Kind::payload};
constexpr ScriptParameter output{"output", Kind::payload};
constexpr ScriptParameter input{"input", Kind::payload, false};  // where the output is a tensor
constexpr ScriptParameter list{"list", Kind::list, false};
constexpr ScriptParameter target{"target", Kind::payload};
constexpr ScriptParameter source{"source", Kind::payload};

constexpr std::array broadcast{payload, from, on_group, by_algorithm, on_stream};
constexpr std::array scatter{list, payload, from, on_group, by_algorithm, on_stream};
constexpr std::array gather{payload, list, to, on_group, by_algorithm, on_stream};
constexpr std::array reduce{payload, to, reduction, on_group, by_algorithm, on_stream};
constexpr std::array all_reduce{payload, reduction, on_group, by_algorithm, on_stream};
constexpr std::array moves_blocks{output, input, on_group, by_algorithm, on_stream};
constexpr std::array reduce_scatter{output, input, reduction, on_group, by_algorithm, on_stream};
constexpr std::array barrier{on_group, on_stream};
constexpr std::array message{ScriptParameter{"peer", Kind::rank}, payload, on_group, on_stream};
constexpr std::array wait{ScriptParameter{"handle", Kind::handle}, on_stream};
constexpr std::array compute{ScriptParameter{"time", Kind::time}, on_stream};
constexpr std::array sleep{ScriptParameter{"time", Kind::time}};
constexpr std::array two_payloads{target, source, on_stream};
constexpr std::array fill{target, ScriptParameter{"value", Kind::number}, on_stream};
constexpr std::array print{ScriptParameter{"what", Kind::anything}};
constexpr std::array timer{ScriptParameter{"timer", Kind::timer}};
constexpr std::array synchronize{ScriptParameter{"stream", Kind::stream, false}};
constexpr std::array stream_wait{ScriptParameter{"waiting", Kind::stream},
                                 ScriptParameter{"on", Kind::stream}};

constexpr std::array operations{
    ScriptOperationInfo{ScriptOperation::broadcast, "broadcast", broadcast, true, "broadcast(x, src=0)"},
    ScriptOperationInfo{ScriptOperation::scatter, "scatter", scatter, true, "scatter(list, x, src=0)"},
    ScriptOperationInfo{ScriptOperation::gather, "gather", gather, true, "gather(x, list, dst=0)"},
    ScriptOperationInfo{ScriptOperation::reduce, "reduce", reduce, true, "reduce(x, dst=0, op=sum)"},
    ScriptOperationInfo{ScriptOperation::all_reduce, "all_reduce", all_reduce, true, "all_reduce(x, op=sum)"},
    ScriptOperationInfo{ScriptOperation::all_gather, "all_gather", moves_blocks, true, "all_gather(out, x)"},
    ScriptOperationInfo{ScriptOperation::reduce_scatter, "reduce_scatter", reduce_scatter, true,
                        "reduce_scatter(out, in, op=sum)"},
    ScriptOperationInfo{ScriptOperation::all_to_all, "all_to_all", moves_blocks, true, "all_to_all(out, in)"},
    ScriptOperationInfo{ScriptOperation::barrier, "barrier", barrier, true, "barrier()"},
    ScriptOperationInfo{ScriptOperation::send, "send", message, true, "send(peer, x)"},
    ScriptOperationInfo{ScriptOperation::recv, "recv", message, true, "recv(peer, x)"},
    ScriptOperationInfo{ScriptOperation::isend, "isend", message, true, "isend(peer, x) -> h"},
    ScriptOperationInfo{ScriptOperation::irecv, "irecv", message, true, "irecv(peer, x) -> h"},
    ScriptOperationInfo{ScriptOperation::wait, "wait", wait, false, "wait(h)"},
    ScriptOperationInfo{ScriptOperation::compute, "compute", compute, false, "compute(2 ms)"},
    ScriptOperationInfo{ScriptOperation::sleep, "sleep", sleep, false, "sleep(1 ms)"},
    ScriptOperationInfo{ScriptOperation::add, "add", two_payloads, false, "add(y, x)"},
    ScriptOperationInfo{ScriptOperation::atomic_add, "atomic_add", two_payloads, false, "atomic_add(y, x)"},
    ScriptOperationInfo{ScriptOperation::copy, "copy", two_payloads, false, "copy(y, x)"},
    ScriptOperationInfo{ScriptOperation::fill, "fill", fill, false, "fill(x, 7)"},
    ScriptOperationInfo{ScriptOperation::print, "print", print, false, "print(x)"},
    ScriptOperationInfo{ScriptOperation::start, "start", timer, false, "start(t)"},
    ScriptOperationInfo{ScriptOperation::stop, "stop", timer, false, "stop(t)"},
    ScriptOperationInfo{ScriptOperation::synchronize, "synchronize", synchronize, false, "synchronize()"},
    ScriptOperationInfo{ScriptOperation::stream_wait, "stream_wait", stream_wait, false,
                        "stream_wait(side, comm)"},
};

}  // namespace

const ScriptOperationInfo* find_script_operation(std::string_view name) {
  const auto found = std::ranges::find(operations, name, &ScriptOperationInfo::name);
  return found == operations.end() ? nullptr : &*found;
}

const ScriptOperationInfo& info_of(ScriptOperation operation) {
  assert(operation != ScriptOperation::batch);
  return operations[static_cast<std::size_t>(operation)];
}

std::vector<std::string> script_operation_names() {
  std::vector<std::string> names;
  for (const ScriptOperationInfo& each : operations) names.emplace_back(each.name);
  return names;
}

std::optional<CollectiveKind> collective_of(ScriptOperation operation) {
  switch (operation) {
    case ScriptOperation::broadcast: return CollectiveKind::broadcast;
    case ScriptOperation::scatter: return CollectiveKind::scatter;
    case ScriptOperation::gather: return CollectiveKind::gather;
    case ScriptOperation::reduce: return CollectiveKind::reduce;
    case ScriptOperation::all_reduce: return CollectiveKind::all_reduce;
    case ScriptOperation::all_gather: return CollectiveKind::all_gather;
    case ScriptOperation::reduce_scatter: return CollectiveKind::reduce_scatter;
    case ScriptOperation::all_to_all: return CollectiveKind::all_to_all;
    default: return std::nullopt;
  }
}

}  // namespace commlab
