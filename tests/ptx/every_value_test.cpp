// All values of the small types. The conversions between 16-bit floats and registers that nvcc makes get
// every value, in both directions, in packs and one by one; bytes are combined in all pairs.

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/collective/combine.h"
#include "tests/gpu/cuda/element_operands.h"
#include "tests/ptx/run_launch.h"
#include "tests/ptx/telling_values.h"
#include "tests/sanitized.h"

namespace commlab::ptx {
namespace {

constexpr std::int64_t values = 65'536;

// 16-bit types: every value with one partner. 8-bit types: every pair. The order is random, because nvcc
// unrolls loops into several copies of the code, and each copy should see any value.
void fill_with_every_value(DataType type, std::uint64_t partner, std::byte* with, std::byte* incoming,
                           std::mt19937& lots) {
  const auto size = static_cast<std::size_t>(size_of(type));
  const std::uint64_t step = lots() | 1;
  const std::uint64_t first = lots();
  for (std::uint64_t i = 0; i < values; ++i) {
    const std::uint64_t value = first + i * step;
    const std::uint64_t beside = size == 1 ? value >> 8 : partner;
    std::memcpy(with + i * size, &value, size);
    std::memcpy(incoming + i * size, &beside, size);
  }
}

std::vector<std::uint64_t> partners(DataType type) {
  if (size_of(type) == 1) return {0};
  std::vector<std::uint64_t> partners = telling_bits(type);
  partners.push_back(type == DataType::float16 ? 0x3555 : 0x3eab);  // 1/3: products are rounded
  if (sanitized) partners.resize(3);
  return partners;
}

class SmallTypes : public testing::TestWithParam<TypeOnArchitecture> {
 protected:
  DataType type() const { return std::get<0>(GetParam()); }
  int architecture() const { return std::get<1>(GetParam()); }
  std::size_t size() const { return static_cast<std::size_t>(size_of(type())); }

  // In packs; or one by one, as for operands with different offsets within 16 bytes.
  testing::AssertionResult combines_every_value(ReduceOp op, std::uint64_t partner, bool by_packs) {
    Operand16 with(values * size(), 0, {});
    Operand16 incoming(values * size(), by_packs ? 0 : size(), {});
    Operand16 target(values * size(), 0, {});
    Operand16 expected = target;
    fill_with_every_value(type(), partner, with.data(), incoming.data(), lots_);
    combine(type(), op, expected.data(), with.data(), incoming.data(), values);
    Memory memory;
    memory.allow(Access::writing, target.data(), target.size());
    memory.allow(Access::reading, with.data(), with.size());
    memory.allow(Access::reading, incoming.data(), incoming.size());
    const CombineLaunch launch =
        combine_launch(type(), op, target.data(), with.data(), incoming.data(), nullptr, values);
    if (const auto run = ran(launch, architecture(), {.blocks = 1, .threads = 64}, memory); !run) return run;
    return same(type(), target.data(), expected.data(), values);
  }

  std::mt19937 lots_{1};
};

TEST_P(SmallTypes, AreCombinedRightInEveryValue) {
  for (const std::uint64_t partner : partners(type()))
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max}) {
      ASSERT_TRUE(combines_every_value(op, partner, true)) << name_of(op) << " with " << partner;
      if (size() == 2 && lots_() % 4 != 0) continue;  // one by one is slow
      ASSERT_TRUE(combines_every_value(op, partner, false)) << name_of(op) << " with " << partner;
    }
}

TEST_P(SmallTypes, AreDividedRightInEveryValue) {
  for (const int divisor : {1, 2, 3, 7, 64, 100, 4096}) {
    Operand16 found(values * size(), 0, {});
    Operand16 unused = found;
    fill_with_every_value(type(), 0, found.data(), unused.data(), lots_);
    Operand16 expected = found;
    const Collective c{.ranks = divisor, .count = values, .dtype = type(), .op = ReduceOp::avg};
    scale_input(c, {expected.data(), expected.size()});
    scale_output(c, {expected.data(), expected.size()});
    Memory memory;
    memory.allow(Access::writing, found.data(), found.size());

    const DivideLaunch launch = divide_launch(type(), {found.data(), found.size()}, divisor);
    ASSERT_TRUE(ran(launch, architecture(), {.blocks = 1, .threads = 64}, memory));

    ASSERT_TRUE(same(type(), found.data(), expected.data(), values)) << "by " << divisor;
  }
}

INSTANTIATE_TEST_SUITE_P(OfNvcc, SmallTypes,
                         testing::Combine(testing::Values(DataType::float16, DataType::bfloat16,
                                                          DataType::int8, DataType::uint8,
                                                          DataType::float8_e4m3, DataType::float8_e5m2),
                                          testing::ValuesIn(architectures)),
                         [](const auto& info) { return name_of(info); });

}  // namespace
}  // namespace commlab::ptx
