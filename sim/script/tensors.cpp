#include "sim/script/tensors.h"

#include "sim/script/values/local_work.h"

namespace commlab {
namespace {

constexpr std::int64_t most_written = 200'000;  // elements; more could not be drawn or read

}  // namespace

ScriptTensors::ScriptTensors(const ScriptProgram& program, const ScriptEvents& events)
    : events_(events), before_(program), now_(program) {}

void ScriptTensors::put(Rank rank, const ScriptPayload& payload, const ScriptData& data) {
  now_.put(rank, payload, data);
  record_write(rank, payload);
}

void ScriptTensors::forget(Rank rank, const ScriptPayload& payload) {
  now_.forget(rank, payload);
  record_write(rank, payload);
}

void ScriptTensors::work(Rank rank, const ScriptStep& step) {
  if (is_local_work(step.operation)) put(rank, step.payload, worked_out(now_, rank, step));
}

void ScriptTensors::record_write(Rank rank, const ScriptPayload& payload) {
  if (!payload.has_values() || !writes_known_) return;
  written_ += payload.elements;
  writes_known_ = written_ <= most_written;
  if (writes_known_)
    writes_.push_back(now_.write(rank, payload, events_.now()));
  else
    writes_ = {};
}

}  // namespace commlab
