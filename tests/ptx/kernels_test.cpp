// The kernels that nvcc makes, for every type and operation, launched as the device launches them, against
// core's arithmetic. A thread may read its operands and write its target, to the byte, and nothing else.

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>

#include "core/collective/combine.h"
#include "tests/gpu/cuda/element_operands.h"
#include "tests/ptx/run_launch.h"
#include "tests/ptx/telling_values.h"

namespace commlab::ptx {
namespace {

Operand16 telling(DataType type, std::int64_t elements, std::size_t offset, std::mt19937& lots) {
  Operand16 operand(static_cast<std::size_t>(elements * size_of(type)), offset, {});
  fill_with_telling_values(type, {operand.data(), operand.size()}, lots);
  return operand;
}

void allow(Memory& memory, Access access, Operand16& operand) {
  memory.allow(access, operand.data(), operand.size());
}

enum class Into { another, with, incoming };

struct Combining {
  ReduceOp op;
  std::int64_t elements;
  std::size_t offset;  // within 16 bytes: of the first operand and the target
  std::size_t other;   // within 16 bytes: of the second operand
  Into into = Into::another;
  std::optional<std::size_t> sent = std::nullopt;  // the offset of the second place for the result, if any
};

void PrintTo(const Combining& c, std::ostream* out) {
  *out << name_of(c.op) << " of " << c.elements << " elements at offsets " << c.offset << " and " << c.other
       << " into " << static_cast<int>(c.into) << (c.sent ? ", sent" : "");
}

class GpuKernels : public testing::TestWithParam<TypeOnArchitecture> {
 protected:
  DataType type() const { return std::get<0>(GetParam()); }
  int architecture() const { return std::get<1>(GetParam()); }
  std::size_t size() const { return static_cast<std::size_t>(size_of(type())); }

  testing::AssertionResult combines(const Combining& c) {
    Operand16 with = telling(type(), c.elements, c.offset, lots_);
    Operand16 incoming = telling(type(), c.elements, c.other, lots_);
    make_some_alike(type(), {incoming.data(), incoming.size()}, {with.data(), with.size()}, lots_);
    Operand16 another(with.size(), c.offset, std::byte{0xCD});
    Operand16 sent(with.size(), c.sent.value_or(0), std::byte{0xCD});
    Operand16 expected(with.size(), 0, {});
    combine(type(), c.op, expected.data(), with.data(), incoming.data(), c.elements);

    Operand16& target = c.into == Into::with ? with : c.into == Into::incoming ? incoming : another;
    Memory memory;
    allow(memory, Access::writing, target);
    allow(memory, Access::reading, with);
    allow(memory, Access::reading, incoming);
    if (c.sent) allow(memory, Access::writing, sent);
    const CombineLaunch launch = combine_launch(type(), c.op, target.data(), with.data(), incoming.data(),
                                                c.sent ? sent.data() : nullptr, c.elements);
    if (const auto run = ran(launch, architecture(), any_grid(launch.items, lots_), memory); !run) return run;
    if (const auto found = same(type(), target.data(), expected.data(), c.elements); !found) return found;
    if (c.sent) return same(type(), sent.data(), expected.data(), c.elements);
    return testing::AssertionSuccess();
  }

  std::mt19937 lots_{1};
};

TEST_P(GpuKernels, CombineAnyNumberOfElementsAnywhere) {
  for (const ReduceOp op : all_reduce_ops)
    for (const std::int64_t elements : {0, 1, 2, 3, 15, 16, 17, 31, 33, 131, 500})
      for (std::size_t offset = 0; offset < 16; offset += size())
        for (const std::size_t other : {offset, std::size_t{0}}) {
          const Combining c{.op = op, .elements = elements, .offset = offset, .other = other};
          ASSERT_TRUE(combines(c)) << testing::PrintToString(c);
        }
}

TEST_P(GpuKernels, CombineIntoEitherOperandAndSendTheResult) {
  for (const ReduceOp op : all_reduce_ops)
    for (const std::int64_t elements : {1, 17, 1000, 4097})
      for (const std::size_t offset : {std::size_t{0}, 16 - size()})
        for (const Into into : {Into::another, Into::with, Into::incoming})
          for (const std::optional<std::size_t> sent :
               {std::optional<std::size_t>{}, std::optional(offset), std::optional(16 - size() - offset)}) {
            const Combining c{.op = op,
                              .elements = elements,
                              .offset = offset,
                              .other = offset,
                              .into = into,
                              .sent = sent};
            ASSERT_TRUE(combines(c)) << testing::PrintToString(c);
          }
}

TEST_P(GpuKernels, DivideAnyNumberOfElementsAnywhere) {
  for (const int divisor : {1, 2, 3, 7, 64, 127, 4096})
    for (const std::int64_t elements : {0, 1, 15, 33, 100, 1000})
      for (std::size_t offset = 0; offset < 16; offset += size()) {
        Operand16 found = telling(type(), elements, offset, lots_);
        Operand16 expected = found;
        const Collective c{.ranks = divisor, .count = elements, .dtype = type(), .op = ReduceOp::avg};
        scale_input(c, {expected.data(), expected.size()});
        scale_output(c, {expected.data(), expected.size()});

        Memory memory;
        allow(memory, Access::writing, found);
        const DivideLaunch launch = divide_launch(type(), {found.data(), found.size()}, divisor);
        ASSERT_TRUE(ran(launch, architecture(), any_grid(launch.items, lots_), memory));

        ASSERT_TRUE(same(type(), found.data(), expected.data(), elements)) << elements << " / " << divisor;
      }
}

INSTANTIATE_TEST_SUITE_P(OfNvcc, GpuKernels,
                         testing::Combine(testing::ValuesIn(all_data_types),
                                          testing::ValuesIn(architectures)),
                         [](const auto& info) { return name_of(info); });

class GpuCopies : public testing::TestWithParam<int> {};

TEST_P(GpuCopies, EveryByteAndNoOther) {
  std::mt19937 lots(1);
  for (std::size_t from = 0; from < 16; ++from)
    for (const std::size_t to : {from, (from + 4) % 16, (from + 8) % 16, std::size_t{3}})
      for (const std::int64_t bytes : {1, 2, 3, 15, 16, 17, 31, 33, 100, 513, 1000, 4097}) {
        Operand16 source(static_cast<std::size_t>(bytes), from, {});
        fill_with_any_bits(source.data(), source.size(), 4);
        Operand16 target(source.size(), to, std::byte{0xEE});
        Memory memory;
        allow(memory, Access::reading, source);
        allow(memory, Access::writing, target);
        const CopyLaunch launch = copy_launch(target.data(), source.data(), bytes);

        ASSERT_TRUE(ran(launch, GetParam(), any_grid(launch.items, lots), memory));

        ASSERT_EQ(std::memcmp(target.data(), source.data(), source.size()), 0)
            << bytes << " bytes from offset " << from << " to " << to;
      }
}

INSTANTIATE_TEST_SUITE_P(OfNvcc, GpuCopies, testing::ValuesIn(architectures),
                         [](const auto& info) { return fmt::format("sm_{}", info.param); });

}  // namespace
}  // namespace commlab::ptx
