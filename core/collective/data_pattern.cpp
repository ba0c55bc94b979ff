#include "core/collective/data_pattern.h"

#include <algorithm>

#include "core/base/named_values.h"
#include "core/base/splitmix.h"
#include "core/collective/element_type.h"

namespace commlab {
namespace {

constexpr NamedValue<DataPattern> pattern_names[] = {
    {"ones", DataPattern::ones}, {"ranks", DataPattern::ranks}, {"index", DataPattern::index}};

// A fixed pseudo-random number for each element, and for each element of each rank.
std::uint64_t mixed(std::uint64_t element) { return splitmix(element * splitmix_step); }
std::uint64_t mixed(Rank rank, std::int64_t element) {
  return mixed(static_cast<std::uint64_t>(element) ^ static_cast<std::uint64_t>(rank + 1) << 40);
}

// One of every `period` neighbouring ranks brings a 2, so at most six ranks do.
std::int64_t factor(int ranks, Rank rank, std::int64_t element) {
  const int period = std::max(3, (ranks + 5) / 6);
  const std::uint64_t turn = mixed(static_cast<std::uint64_t>(element)) + static_cast<std::uint64_t>(rank);
  if (turn % static_cast<std::uint64_t>(period) == 0) return 2;
  return mixed(rank, element) % 2 == 0 ? 1 : -1;
}

std::int64_t index_value(const Collective& c, Rank rank, std::int64_t element) {
  if (!reduces(c.kind)) return static_cast<std::int64_t>(mixed(rank, element) % 128);
  if (c.op == ReduceOp::prod) return factor(c.ranks, rank, element);
  const int most = std::clamp(256 / c.ranks, 1, 4);
  const auto small = static_cast<std::int64_t>(mixed(rank, element) % static_cast<std::uint64_t>(most + 1));
  return c.op == ReduceOp::avg && is_floating(c.dtype) ? small * c.ranks : small;
}

template <class Element>
void write_input(Memory& memory, const Collective& c, DataPattern pattern, Rank rank, std::int64_t first) {
  auto* element = reinterpret_cast<Element*>(memory.data());
  const auto elements = static_cast<std::int64_t>(memory.size() / sizeof(Element));
  for (std::int64_t i = 0; i < elements; ++i)
    element[i] = narrowed<Element>(static_cast<Widened<Element>>(input_element(c, pattern, rank, first + i)));
}

}  // namespace

std::string_view name_of(DataPattern pattern) { return name_in(pattern_names, pattern); }

Result<DataPattern> parse_data_pattern(std::string_view text) {
  return value_in(pattern_names, text, "data pattern");
}

std::int64_t input_element(const Collective& c, DataPattern pattern, Rank rank, std::int64_t element) {
  switch (pattern) {
    case DataPattern::ones: return 1;
    case DataPattern::ranks: return rank + 1;
    case DataPattern::index: return index_value(c, rank, element);
  }
  return 0;
}

std::vector<Memory> make_inputs(const Collective& c, const Partition& partition, DataPattern pattern) {
  std::vector<Memory> inputs;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const ElementRange range = stored(c, partition, Buffer::input, rank);
    Memory memory(static_cast<std::size_t>(range.size() * size_of(c.dtype)));
    with_element_type(c.dtype, [&]<class Element>(ElementType<Element>) {
      write_input<Element>(memory, c, pattern, rank, range.first);
    });
    inputs.push_back(std::move(memory));
  }
  return inputs;
}

}  // namespace commlab
