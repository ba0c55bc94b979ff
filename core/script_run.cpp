#include "core/script_run.h"

namespace commlab {

std::string_view name_of(ScriptOutcome outcome) {
  switch (outcome) {
    case ScriptOutcome::done: return "done";
    case ScriptOutcome::deadlock: return "deadlock";
    case ScriptOutcome::mismatch: return "mismatch";
    case ScriptOutcome::error: return "error";
  }
  return "";
}

std::string script_value_text(DataType dtype, double value) {
  switch (dtype) {
    case DataType::float64: return fmt::format("{}", value);
    case DataType::float32: return fmt::format("{}", static_cast<float>(value));
    case DataType::float16: return fmt::format("{:.4g}", value);
    case DataType::bfloat16: return fmt::format("{:.3g}", value);
    case DataType::int8:
    case DataType::int32:
    case DataType::int64:
    case DataType::uint8: break;
  }
  return fmt::format("{:.0f}", value);
}

}  // namespace commlab
