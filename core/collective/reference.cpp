#include "core/collective/reference.h"

#include <algorithm>
#include <cstring>

#include "core/base/index.h"
#include "core/collective/element_type.h"

namespace commlab {
namespace {

// The values of a block, from `first` on.
KnownValues values_of(const Collective& c, DataPattern pattern, const Content& content, std::int64_t first) {
  KnownValues values{.input = rule_of(c, pattern), .whose = content.rank, .first = first};
  if (content.whose == Content::Whose::one_rank) return values;
  values.whose = KnownValues::all_ranks;
  if (c.op == ReduceOp::avg)
    (is_floating(c.dtype) ? values.divides_inputs_by : values.divides_result_by) = c.ranks;
  return values;
}

bool continues(const PromisedRange& before, const PromisedRange& next) {
  return before.elements.last == next.elements.first && before.values.whose == next.values.whose &&
         before.values.first + before.elements.size() == next.values.first;
}

// Where a chunk lies in a buffer that stores `range`, in bytes.
std::size_t offset(const Collective& c, ElementRange chunk, ElementRange range) {
  return static_cast<std::size_t>((chunk.first - range.first) * size_of(c.dtype));
}
std::size_t bytes(const Collective& c, ElementRange chunk) {
  return static_cast<std::size_t>(chunk.size() * size_of(c.dtype));
}

template <class Element>
std::string text_of(const std::byte* at) {
  Element element;
  std::memcpy(&element, at, sizeof element);
  if constexpr (is_narrow<Element>)
    return fmt::format("{:.5g}", widened(element));
  else
    return fmt::format("{}", element);
}

}  // namespace

// A result of one byte may really be 0xAB, so only wider elements are shown as never written.
std::string value_to_text(DataType type, const std::byte* at) {
  const auto* end = at + size_of(type);
  if (size_of(type) > 1 && std::all_of(at, end, [](std::byte b) { return b == poison; })) return "·";
  return with_element_type(type, [&]<class Element>(ElementType<Element>) { return text_of<Element>(at); });
}

std::vector<PromisedRange> promised(const Collective& c, const Partition& partition, DataPattern pattern,
                                    Rank rank) {
  std::vector<PromisedRange> ranges;
  for (int block = 0; block < partition.blocks; ++block) {
    const auto content = after(c, rank, block);
    const ElementRange chunk = block_in(c, partition, Buffer::output, rank, block);
    if (!content || chunk.size() == 0) continue;
    const Rank whose = content->whose == Content::Whose::one_rank ? content->rank : rank;
    const ElementRange brought = block_in(c, partition, Buffer::input, whose, content->block);
    const PromisedRange next{chunk, values_of(c, pattern, *content, brought.first)};
    if (!ranges.empty() && continues(ranges.back(), next))
      ranges.back().elements.last = next.elements.last;
    else
      ranges.push_back(next);
  }
  return ranges;
}

std::vector<Memory> plain_result(const Collective& c, const Partition& partition, DataPattern pattern) {
  Memory combined(reduces(c.kind) ? bytes(c, {0, partition.elements}) : 0);
  write_values(c.dtype, c.op, combined,
               values_of(c, pattern, {.whose = Content::Whose::all_ranks, .rank = 0, .block = 0}, 0));
  std::vector<Memory> outputs;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const ElementRange all = stored(c, partition, Buffer::output, rank);
    Memory& output = outputs.emplace_back(bytes(c, all), poison);
    for (const auto& [elements, values] : promised(c, partition, pattern, rank)) {
      const auto to = std::span(output).subspan(offset(c, elements, all), bytes(c, elements));
      if (values.whose == KnownValues::all_ranks)
        std::ranges::copy(std::span(combined).subspan(index(values.first * size_of(c.dtype)), to.size()),
                          to.begin());
      else
        write_values(c.dtype, c.op, to, values);
    }
  }
  return outputs;
}

Status equal_where_promised(const Collective& c, const Partition& partition, const std::vector<Memory>& found,
                            const std::vector<Memory>& expected) {
  const auto width = static_cast<std::size_t>(size_of(c.dtype));
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const Memory& is = found[rank];
    const Memory& should = expected[rank];
    if (is.size() != should.size())
      return fail(Fault::no, "rank {}'s output has {} bytes; expected {}", rank, is.size(), should.size());
    const ElementRange range = stored(c, partition, Buffer::output, rank);
    for (int block = 0; block < partition.blocks; ++block) {
      if (!after(c, rank, block)) continue;
      const ElementRange chunk = block_in(c, partition, Buffer::output, rank, block);
      const std::size_t first = offset(c, chunk, range);
      if (chunk.size() == 0 || std::memcmp(&is[first], &should[first], bytes(c, chunk)) == 0) continue;
      std::size_t at = first;
      while (std::memcmp(&is[at], &should[at], width) == 0) at += width;
      return fail(Fault::no, "rank {}'s output block {} differs at its element {}: found {}, expected {}",
                  rank, block, (at - first) / width, value_to_text(c.dtype, &is[at]),
                  value_to_text(c.dtype, &should[at]));
    }
  }
  return {};
}

std::string values_to_text(const Collective& c, const Memory& memory, int most) {
  const std::size_t width = static_cast<std::size_t>(size_of(c.dtype));
  const std::size_t values = memory.size() / width;
  std::string text = "[";
  for (std::size_t i = 0; i < std::min(values, index(most)); ++i)
    text += (i == 0 ? "" : ", ") + value_to_text(c.dtype, &memory[i * width]);
  if (values > index(most)) text += fmt::format(", ... {} values", values);
  return text + "]";
}

}  // namespace commlab
