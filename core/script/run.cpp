#include "core/script/run.h"

#include <algorithm>
#include <cmath>

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

std::string name_of(const ScriptCulprit& culprit) {
  const std::vector<Rank>& alike = culprit.alike;
  if (alike.empty())
    return culprit.line > 0 ? fmt::format("rank {}, line {}", culprit.rank, culprit.line)
                            : fmt::format("rank {}", culprit.rank);
  const bool neighbours = alike.size() > 2 && alike.back() - alike.front() + 1 == std::ssize(alike);
  return neighbours ? fmt::format("any one of ranks {} to {}", alike.front(), alike.back())
                    : fmt::format("any one of ranks {}", fmt::join(alike, ", "));
}

std::string script_value_text(DataType dtype, double value) {
  constexpr double written_in_full = 1e6;  // whole numbers below: 30000, not 3e+04
  if (std::abs(value) < written_in_full && value == std::floor(value)) return fmt::format("{:.0f}", value);
  switch (dtype) {
    case DataType::float64: return fmt::format("{}", value);
    case DataType::float32: return fmt::format("{}", static_cast<float>(value));
    case DataType::float16: return fmt::format("{:.4g}", value);
    case DataType::bfloat16: return fmt::format("{:.3g}", value);
    case DataType::float8_e4m3:
    case DataType::float8_e5m2: return fmt::format("{:.2g}", value);
    case DataType::int8:
    case DataType::int32:
    case DataType::int64:
    case DataType::uint8:
    case DataType::uint32:
    case DataType::uint64: break;
  }
  return fmt::format("{:.0f}", value);
}

std::vector<ScriptContents> contents_at(const ScriptRun& run, Time t) {
  std::vector<ScriptContents> contents;
  const bool over = t >= run.finish;
  for (const ScriptTensor& tensor : run.tensors)
    contents.push_back(over ? ScriptContents{tensor.after, tensor.after_known}
                            : ScriptContents{tensor.before, tensor.before_known});
  if (over) return contents;
  for (const ScriptWrite& write : run.writes) {
    if (write.at > t) break;
    ScriptContents& held = contents[write.tensor];
    std::ranges::copy(write.values, held.values.begin() + write.first);
    std::copy(write.known.begin(), write.known.end(), held.known.begin() + write.first);
  }
  return contents;
}

}  // namespace commlab
