#include "sim/script/values/local_work.h"

#include <cassert>

#include "core/base/index.h"
#include "core/collective/combine.h"

namespace commlab {
namespace {

ScriptData filled_with(const ScriptStep& step) {
  ScriptData data{.values = Memory(index(step.payload.bytes().count)),
                  .unknown = Memory(index(step.payload.elements))};
  for (std::int64_t i = 0; i < step.payload.elements; ++i)
    set_element(step.payload.dtype, data.values.data(), i, step.value);
  return data;
}

ScriptData sum_of(ScriptData sum, const ScriptData& added, const ScriptStep& step) {
  combine(step.payload.dtype, ReduceOp::sum, sum.values.data(), sum.values.data(), added.values.data(),
          step.payload.elements);
  for (std::size_t i = 0; i < sum.unknown.size(); ++i) sum.unknown[i] |= added.unknown[i];
  return sum;
}

}  // namespace

Time time_of(const ScriptStep& step, const Machine& machine) {
  if (step.operation == ScriptOperation::compute) return step.duration;
  const RateCurve& rate = is_addition(step.operation) ? machine.work.reduce : machine.work.copy;
  const Bytes bytes = step.payload.bytes();
  return rate.limited() && bytes.count > 0 ? serialization_time(bytes, rate.at(bytes)) : Time{};
}

ScriptData worked_out(const ScriptMemory& memory, Rank rank, const ScriptStep& step) {
  assert(is_local_work(step.operation) && "the step is work on the rank's own tensors");
  if (step.operation == ScriptOperation::fill) return filled_with(step);
  ScriptData source = memory.get(rank, step.other);
  return is_addition(step.operation) ? sum_of(memory.get(rank, step.payload), source, step) : source;
}

}  // namespace commlab
