#include "core/script/payloads.h"

#include <algorithm>

#include "core/collective/partition.h"
#include "core/script/unknown.h"

namespace commlab {
namespace {

using ExpressionKind = ScriptExpression::Kind;

}  // namespace

Result<ScriptPayload> ScriptPayloads::read(const ScriptExpression& e, const ScriptNumbers& numbers,
                                           bool may_lack) const {
  const bool is_tensor = e.kind == ExpressionKind::name && numbers.find(e.name) == nullptr;
  if (is_tensor) return named(e, may_lack);
  if (e.kind == ExpressionKind::slice) return part_of(e, numbers);
  if (e.kind == ExpressionKind::call) return chunk_of(e, numbers);
  const Result<ScriptValue> value = value_of(e, numbers, false);
  if (!value) return tl::unexpected(value.error());
  if (value->unit != ScriptExpression::Unit::bytes)
    return fail_at(e.line, "a tensor or a size with its unit is expected, as in x or 4 MB");
  return size_in_bytes(e, numbers).map([](Bytes size) {
    return ScriptPayload{.elements = size.count, .given = true};
  });
}

Result<ScriptPayload> ScriptPayloads::named(const ScriptExpression& e, bool may_lack) const {
  const auto& tensors = program_.of_rank[self_].tensors;
  const auto found = std::ranges::find(tensors, e.name, &ScriptTensorState::name);
  if (found != tensors.end())
    return ScriptPayload{.tensor = static_cast<int>(found - tensors.begin()),
                         .elements = static_cast<std::int64_t>(found->values.size()),
                         .dtype = found->dtype,
                         .given = true};
  if (anybody_has(e.name)) {
    if (may_lack) return ScriptPayload{};
    return fail_at(e.line, "rank {} has no tensor '{}'; other ranks have one", self_, e.name);
  }
  std::vector<std::string> names;
  for (const ScriptTensorState& tensor : tensors) names.push_back(tensor.name);
  return unknown_name(e.line, "tensor", e.name, names);
}

bool ScriptPayloads::anybody_has(std::string_view tensor) const {
  return std::ranges::count(script_.tensors, tensor, &ScriptTensorDeclaration::name) > 0;
}

// x[2], x[2..4]: both ends included.
Result<ScriptPayload> ScriptPayloads::part_of(const ScriptExpression& e, const ScriptNumbers& numbers) const {
  Result<ScriptPayload> whole = named(e, false);
  if (!whole) return whole;
  const Result<std::int64_t> first = whole_number(e.operands.front(), numbers, "an element's number");
  if (!first) return tl::unexpected(first.error());
  const Result<std::int64_t> last = whole_number(e.operands.back(), numbers, "an element's number");
  if (!last) return tl::unexpected(last.error());
  if (*first < 0 || *last >= whole->elements || *first > *last)
    return fail_at(e.line,
                   "{}[{}..{}] is not within its {} elements; they are numbered from 0, and both ends are "
                   "included",
                   e.name, *first, *last, whole->elements);
  whole->first = *first;
  whole->elements = *last - *first + 1;
  return whole;
}

// chunk(x, i, n): the i-th of n parts whose sizes differ by one at most; i is taken modulo n.
Result<ScriptPayload> ScriptPayloads::chunk_of(const ScriptExpression& e,
                                               const ScriptNumbers& numbers) const {
  if (e.name != "chunk") return fail_at(e.line, "unknown function '{}'; there is chunk(x, i, n)", e.name);
  if (e.operands.size() != 3)
    return fail_at(e.line, "chunk(x, i, n) has three arguments, not {}", e.operands.size());
  Result<ScriptPayload> whole = read(e.operands[0], numbers, false);
  if (!whole) return whole;
  const Result<std::int64_t> index = whole_number(e.operands[1], numbers, "a chunk's number");
  if (!index) return tl::unexpected(index.error());
  const Result<std::int64_t> chunks = whole_number(e.operands[2], numbers, "a number of chunks");
  if (!chunks) return tl::unexpected(chunks.error());
  constexpr int most_chunks = 1 << 20;
  if (*chunks < 1 || *chunks > most_chunks)
    return fail_at(e.line, "{} chunks; from 1 to {} are expected", *chunks, most_chunks);
  const Partition partition{.elements = whole->elements, .blocks = static_cast<int>(*chunks)};
  const std::int64_t round = (*index % *chunks + *chunks) % *chunks;
  const ElementRange range = partition.block(static_cast<int>(round));
  whole->first += range.first;
  whole->elements = range.size();
  return whole;
}

}  // namespace commlab
