// What the kernels compute, without a GPU: every thread's part of a loop, thread by thread, against core's
// combine() and scaling, bit for bit; all values of 8-bit and 16-bit types. Where two NaN meet, either sign
// is right, because the compiler may swap the operands of a sum.

#include "gpu/cuda/element_loops.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/collective/combine.h"
#include "core/collective/element_type.h"
#include "tests/gpu/cuda/element_operands.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

template <class Element>
void combine_by_parts(const CombineArguments& arguments, ReduceOp op, int threads) {
  for (int thread = 0; thread < threads; ++thread) switch (op) {
      case ReduceOp::sum:
      case ReduceOp::avg: combine_part<Element>(arguments, Sum{}, thread, threads); break;
      case ReduceOp::prod: combine_part<Element>(arguments, Product{}, thread, threads); break;
      case ReduceOp::min: combine_part<Element>(arguments, Smaller{}, thread, threads); break;
      case ReduceOp::max: combine_part<Element>(arguments, Larger{}, thread, threads); break;
    }
}

void run_kernel(DataType type, ReduceOp op, std::byte* target, const std::byte* with,
                const std::byte* incoming, std::int64_t elements, int threads) {
  const CombineArguments arguments{target, with, incoming, elements,
                                   head_of(target, with, incoming, elements, size_of(type))};
  with_element_type(
      type, [&]<class Element>(ElementType<Element>) { combine_by_parts<Element>(arguments, op, threads); });
}

class ElementLoops : public testing::TestWithParam<DataType> {};

// Operands at every offset within 16 bytes, the same for all of them or not; nothing beside the target is
// written.
TEST_P(ElementLoops, AnyLengthAndAnyOffsetIsCombinedAsCoreDoes) {
  const auto size = static_cast<std::size_t>(size_of(GetParam()));
  for (const ReduceOp op : all_reduce_ops)
    for (const std::int64_t elements : {0, 1, 3, 17, 64, 131})
      for (std::size_t offset = 0; offset < 16; offset += size)
        for (const std::size_t other : {offset, std::size_t{0}}) {
          const std::size_t bytes = static_cast<std::size_t>(elements) * size;
          Operand16 target(bytes + size, offset, std::byte{0xCD});
          Operand16 expected(bytes + size, offset, std::byte{0xCD});
          Operand16 with(bytes, offset, {});
          Operand16 incoming(bytes, other, {});
          fill_with_any_bits(with.data(), bytes, 1);
          fill_with_any_bits(incoming.data(), bytes, 2);

          combine(GetParam(), op, expected.data(), with.data(), incoming.data(), elements);
          run_kernel(GetParam(), op, target.data(), with.data(), incoming.data(), elements, 5);

          ASSERT_TRUE(same(GetParam(), target.data(), expected.data(), elements + 1))
              << name_of(op) << " of " << elements << " at offsets " << offset << ", " << other;
        }
}

TEST_P(ElementLoops, TheTargetMayBeEitherOperand) {
  const auto bytes = static_cast<std::size_t>(131 * size_of(GetParam()));
  for (const ReduceOp op : all_reduce_ops) {
    Operand16 a(bytes, 0, {}), b(bytes, 0, {}), expected(bytes, 0, {});
    fill_with_any_bits(a.data(), bytes, 3);
    fill_with_any_bits(b.data(), bytes, 4);
    combine(GetParam(), op, expected.data(), a.data(), b.data(), 131);
    Operand16 onto_with = a, onto_incoming = b;

    run_kernel(GetParam(), op, onto_with.data(), onto_with.data(), b.data(), 131, 7);
    run_kernel(GetParam(), op, onto_incoming.data(), a.data(), onto_incoming.data(), 131, 7);

    EXPECT_TRUE(same(GetParam(), onto_with.data(), expected.data(), 131)) << name_of(op);
    EXPECT_TRUE(same(GetParam(), onto_incoming.data(), expected.data(), 131)) << name_of(op);
  }
}

TEST_P(ElementLoops, DividesAsScalingDoes) {
  for (const int ranks : {2, 3, 7, 64, 4096}) {
    const std::int64_t elements = 1003;
    const auto bytes = static_cast<std::size_t>(elements * size_of(GetParam()));
    Operand16 found(bytes, 0, {}), expected(bytes, 0, {});
    fill_with_any_bits(found.data(), bytes, 5);
    std::memcpy(expected.data(), found.data(), bytes);
    const Collective c{.ranks = ranks, .count = elements, .dtype = GetParam(), .op = ReduceOp::avg};

    scale_input(c, {expected.data(), bytes});
    scale_output(c, {expected.data(), bytes});
    const DivideArguments arguments{
        found.data(), elements,
        head_of(found.data(), found.data(), found.data(), elements, size_of(GetParam())), ranks};
    with_element_type(GetParam(), [&]<class Element>(ElementType<Element>) {
      for (int thread = 0; thread < 3; ++thread) divide_part<Element>(arguments, thread, 3);
    });

    ASSERT_TRUE(same(GetParam(), found.data(), expected.data(), elements)) << ranks << " ranks";
  }
}

// All pairs of 8-bit values, 65,536 of them; all 16-bit values with a few hundred others each.
TEST_P(ElementLoops, EveryValueOfTheSmallTypes) {
  const DataType type = GetParam();
  if (size_of(type) > 2) GTEST_SKIP() << "too many values; the test above tries random bits";
  const std::int64_t values = size_of(type) == 1 ? 256 : 65'536;
  const std::int64_t step = size_of(type) == 1 ? 1 : sanitized ? 4'099 : 127;
  const auto bytes = static_cast<std::size_t>(values * size_of(type));
  Operand16 every(bytes, 0, {}), other(bytes, 0, {}), found(bytes, 0, {}), expected(bytes, 0, {});
  for (std::int64_t v = 0; v < values; ++v)
    std::memcpy(every.data() + v * size_of(type), &v, static_cast<std::size_t>(size_of(type)));
  for (std::int64_t value = 0; value < values; value += step) {
    for (std::int64_t i = 0; i < values; ++i)
      std::memcpy(other.data() + i * size_of(type), &value, static_cast<std::size_t>(size_of(type)));
    for (const ReduceOp op : all_reduce_ops) {
      combine(type, op, expected.data(), every.data(), other.data(), values);
      run_kernel(type, op, found.data(), every.data(), other.data(), values, 1);
      ASSERT_TRUE(same(type, found.data(), expected.data(), values)) << name_of(op) << " with " << value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, ElementLoops, testing::ValuesIn(all_data_types),
                         [](const auto& info) { return std::string(name_of(info.param)); });

// Copies of any length between any two offsets: every byte in between is copied, and none beside.
TEST(CopyPart, CopiesEveryByteAndNoOther) {
  std::vector<std::byte> source(700);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 7 + 1);
  for (const std::size_t from : {0, 1, 4, 16, 19})
    for (const std::size_t to : {0, 1, 3, 4, 8, 16, 21})
      for (const std::int64_t bytes : {1, 3, 15, 16, 17, 64, 100, 513})
        for (const int threads : {1, 5, 32}) {
          std::vector<std::byte> target(700, std::byte{0xEE});
          std::byte* const into = target.data() + to;
          const std::byte* const out_of = source.data() + from;
          const int word = word_of(into, out_of);
          const auto past =
              static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(into) % pack_bytes) % word;
          const CopyArguments arguments{into, out_of, bytes, std::min(bytes, (word - past) % word)};
          for (int thread = 0; thread < threads; ++thread) {
            if (word == 16) copy_part<Pack<std::uint32_t>>(arguments, thread, threads);
            if (word == 4) copy_part<std::uint32_t>(arguments, thread, threads);
            if (word == 1) copy_part<std::uint8_t>(arguments, thread, threads);
          }
          EXPECT_TRUE(std::equal(out_of, out_of + bytes, into)) << from << " " << to << " " << bytes;
          EXPECT_EQ(static_cast<std::int64_t>(std::ranges::count(target, std::byte{0xEE})) >= 700 - bytes,
                    true);
          EXPECT_TRUE(to == 0 || target[to - 1] == std::byte{0xEE});
          EXPECT_EQ(target[to + static_cast<std::size_t>(bytes)], std::byte{0xEE});
        }
}

// The value that is sent on is the value that is stored.
TEST(CombinePart, StoresASecondTimeWhatIsPassedOn) {
  for (const std::int64_t elements : {1, 3, 64, 1003})
    for (const std::size_t shift : {0, 1}) {  // the second place has the same offset within 16 bytes, or not
      std::vector<float> with(2000, 1.5f), incoming(2000, 2.0f), target(2000), sent(2001);
      const auto bytes = [](std::vector<float>& v) { return reinterpret_cast<std::byte*>(v.data()); };
      std::byte* const second = bytes(sent) + shift * sizeof(float);
      std::int64_t head = head_of(bytes(target), bytes(with), bytes(incoming), elements, sizeof(float));
      if (word_of(bytes(target), second) != 16) head = elements;
      const CombineArguments arguments{bytes(target), bytes(with), bytes(incoming), elements, head, second};
      for (int thread = 0; thread < 7; ++thread) combine_part<float>(arguments, Sum{}, thread, 7);
      for (std::int64_t i = 0; i < elements; ++i) {
        EXPECT_EQ(target[static_cast<std::size_t>(i)], 3.5f);
        EXPECT_EQ(sent[static_cast<std::size_t>(i) + shift], 3.5f);
      }
      EXPECT_EQ(sent[static_cast<std::size_t>(elements) + shift], 0.0f);
    }
}

}  // namespace
}  // namespace commlab
