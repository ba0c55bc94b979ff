// The plain result, computed from after() alone, without a schedule.

#include "core/collective/reference.h"

#include <algorithm>
#include <cstring>

#include "core/base/index.h"
#include "core/collective/combine.h"
#include "core/collective/element_type.h"

namespace commlab {
namespace {

// All inputs combined, rank 0 first.
Memory combined(const Collective& c, std::vector<Memory> inputs) {
  for (Memory& input : inputs) scale_input(c, input);
  Memory all = std::move(inputs[0]);
  const auto elements = static_cast<std::int64_t>(all.size()) / size_of(c.dtype);
  for (std::size_t rank = 1; rank < inputs.size(); ++rank)
    combine(c.dtype, c.op, all.data(), all.data(), inputs[rank].data(), elements);
  scale_output(c, all);
  return all;
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

// A result of one byte may really be 0xAB, so only wider elements are shown as never written.
std::string text_of(DataType type, const std::byte* at) {
  const auto* end = at + size_of(type);
  if (size_of(type) > 1 && std::all_of(at, end, [](std::byte b) { return b == poison; })) return "·";
  return with_element_type(type, [&]<class Element>(ElementType<Element>) { return text_of<Element>(at); });
}

}  // namespace

std::vector<Memory> plain_result(const Collective& c, const Partition& partition, DataPattern pattern) {
  const std::vector<Memory> inputs = make_inputs(c, partition, pattern);
  const Memory all = reduces(c.kind) ? combined(c, inputs) : Memory{};
  std::vector<Memory> outputs;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const ElementRange range = stored(c, partition, Buffer::output, rank);
    Memory output(bytes(c, range), poison);
    for (int block = 0; block < partition.blocks; ++block) {
      const auto promised = after(c, rank, block);
      if (!promised) continue;
      const bool one = promised->whose == Content::Whose::one_rank;
      const Memory& from = one ? inputs[promised->rank] : all;
      const ElementRange from_range =
          one ? stored(c, partition, Buffer::input, promised->rank) : ElementRange{0, partition.elements};
      const ElementRange chunk = partition.block(block);
      const std::byte* source = from.data() + offset(c, partition.block(promised->block), from_range);
      std::copy_n(source, bytes(c, chunk), output.data() + offset(c, chunk, range));
    }
    outputs.push_back(std::move(output));
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
      const ElementRange chunk = partition.block(block);
      const std::size_t first = offset(c, chunk, range);
      if (chunk.size() == 0 || std::memcmp(&is[first], &should[first], bytes(c, chunk)) == 0) continue;
      std::size_t at = first;
      while (std::memcmp(&is[at], &should[at], width) == 0) at += width;
      return fail(Fault::no, "rank {}'s output block {} differs at its element {}: found {}, expected {}",
                  rank, block, (at - first) / width, text_of(c.dtype, &is[at]),
                  text_of(c.dtype, &should[at]));
    }
  }
  return {};
}

std::string values_to_text(const Collective& c, const Memory& memory, int most) {
  const std::size_t width = static_cast<std::size_t>(size_of(c.dtype));
  const std::size_t values = memory.size() / width;
  std::string text = "[";
  for (std::size_t i = 0; i < std::min(values, index(most)); ++i)
    text += (i == 0 ? "" : ", ") + text_of(c.dtype, &memory[i * width]);
  if (values > index(most)) text += fmt::format(", ... {} values", values);
  return text + "]";
}

}  // namespace commlab
