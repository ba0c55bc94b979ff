#include "sim/script/values/memory.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"
#include "core/collective/combine.h"
#include "core/collective/data_pattern.h"

namespace commlab {
namespace {

constexpr auto known = std::byte{0};
constexpr auto unknown = std::byte{1};
constexpr std::int64_t most_printed = 16;

}  // namespace

ScriptMemory::ScriptMemory(const ScriptProgram& program) : program_(&program) {
  for (const ScriptRankProgram& rank : program.of_rank) {
    std::vector<Tensor>& mine = tensors_.emplace_back();
    for (const ScriptTensorState& state : rank.tensors) {
      Tensor& tensor = mine.emplace_back();
      tensor.values.resize(state.values.size() * index(size_of(state.dtype)));
      tensor.unknown.assign(state.values.size(), state.known ? known : unknown);
      for (std::size_t i = 0; i < state.values.size(); ++i)
        set_element(state.dtype, tensor.values.data(), static_cast<std::int64_t>(i), state.values[i]);
    }
  }
}

ScriptMemory::Tensor& ScriptMemory::at(Rank rank, int tensor) { return tensors_[index(rank)][index(tensor)]; }
const ScriptMemory::Tensor& ScriptMemory::at(Rank rank, int tensor) const {
  return tensors_[index(rank)][index(tensor)];
}

ScriptData ScriptMemory::get(Rank rank, const ScriptPayload& payload) const {
  if (!payload.has_values()) return {};
  const Tensor& tensor = at(rank, payload.tensor);
  const std::int64_t width = size_of(payload.dtype);
  const auto values = tensor.values.begin() + payload.first * width;
  const auto marks = tensor.unknown.begin() + payload.first;
  return {.values = Memory(values, values + payload.elements * width),
          .unknown = Memory(marks, marks + payload.elements)};
}

void ScriptMemory::put(Rank rank, const ScriptPayload& payload, const ScriptData& data) {
  if (!payload.has_values()) return;
  Tensor& tensor = at(rank, payload.tensor);
  const std::size_t width = index(size_of(payload.dtype));
  const std::size_t elements =
      std::min({index(payload.elements), data.unknown.size(), data.values.size() / width});
  for (std::size_t i = 0; i < elements; ++i) {
    if (data.unknown[i] == untouched) continue;
    const std::size_t to = index(payload.first) + i;
    std::copy_n(data.values.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                tensor.values.begin() + static_cast<std::ptrdiff_t>(to * width));
    tensor.unknown[to] = data.unknown[i];
  }
}

void ScriptMemory::forget(Rank rank, const ScriptPayload& payload) {
  if (!payload.has_values()) return;
  std::fill_n(at(rank, payload.tensor).unknown.begin() + payload.first, payload.elements, unknown);
}

std::vector<ScriptTensor> ScriptMemory::tensors(const ScriptMemory& before) const {
  std::vector<ScriptTensor> all;
  for (Rank rank = 0; rank < program_->ranks; ++rank) {
    const auto& states = program_->of_rank[index(rank)].tensors;
    for (std::size_t t = 0; t < states.size(); ++t) {
      const DataType dtype = states[t].dtype;
      ScriptTensor tensor{.rank = rank,
                          .name = states[t].name,
                          .dtype = dtype,
                          .before = {},
                          .before_known = {},
                          .after = {},
                          .after_known = {}};
      const Tensor& then = before.at(rank, static_cast<int>(t));
      const Tensor& now = at(rank, static_cast<int>(t));
      for (std::size_t i = 0; i < now.unknown.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        tensor.before.push_back(element(dtype, then.values.data(), place));
        tensor.before_known.push_back(then.unknown[i] == known);
        tensor.after.push_back(element(dtype, now.values.data(), place));
        tensor.after_known.push_back(now.unknown[i] == known);
      }
      all.push_back(std::move(tensor));
    }
  }
  return all;
}

ScriptWrite ScriptMemory::write(Rank rank, const ScriptPayload& payload, Time now) const {
  assert(payload.has_values() && "the payload has values");
  const ScriptData data = get(rank, payload);
  ScriptWrite write{.at = now, .tensor = payload.tensor, .first = payload.first, .values = {}, .known = {}};
  for (Rank before = 0; before < rank; ++before)
    write.tensor += static_cast<std::int32_t>(tensors_[index(before)].size());
  for (std::int64_t i = 0; i < payload.elements; ++i) {
    write.values.push_back(element(payload.dtype, data.values.data(), i));
    write.known.push_back(data.unknown[index(i)] == known);
  }
  return write;
}

std::optional<double> ScriptMemory::known_value(Rank rank, const ScriptPayload& payload) const {
  assert(payload.has_values() && "the payload has values");
  const ScriptData data = get(rank, payload);
  if (data.unknown.front() == unknown) return std::nullopt;
  return element(payload.dtype, data.values.data(), 0);
}

std::string ScriptMemory::text(Rank rank, const ScriptPayload& payload) const {
  const ScriptData data = get(rank, payload);
  std::string text = "[";
  for (std::int64_t i = 0; i < payload.elements; ++i) {
    if (i > 0) text += ", ";
    if (i == most_printed) return text + fmt::format("... {} elements]", payload.elements);
    text += data.unknown[index(i)] == unknown
                ? "?"
                : script_value_text(payload.dtype, element(payload.dtype, data.values.data(), i));
  }
  return text + "]";
}

}  // namespace commlab
