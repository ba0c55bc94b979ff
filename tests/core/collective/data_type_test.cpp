#include "core/collective/data_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/combine.h"

namespace commlab {
namespace {

TEST(DataTypes, ReadBackFromTheirNames) {
  for (const DataType type : all_data_types) EXPECT_EQ(parse_data_type(name_of(type)), type);
  for (const ReduceOp op : all_reduce_ops) EXPECT_EQ(parse_reduce_op(name_of(op)), op);
}

TEST(DataTypes, AnswerToTheNamesOfNcclTestsToo) {
  EXPECT_EQ(parse_data_type("float"), DataType::float32);
  EXPECT_EQ(parse_data_type("half"), DataType::float16);
  EXPECT_EQ(parse_data_type("double"), DataType::float64);
  EXPECT_EQ(parse_reduce_op("product"), ReduceOp::prod);
}

TEST(DataTypes, AnswerToTheNamesOfTorchOfNcclAndOfPapers) {
  for (const char* name : {"fp32", "torch.float32", "torch.float", "ncclFloat32", "ncclFloat"})
    EXPECT_EQ(parse_data_type(name), DataType::float32) << name;
  for (const char* name : {"fp64", "torch.double", "ncclDouble"})
    EXPECT_EQ(parse_data_type(name), DataType::float64) << name;
  for (const char* name : {"fp16", "torch.half", "ncclHalf", "ncclFloat16"})
    EXPECT_EQ(parse_data_type(name), DataType::float16) << name;
  for (const char* name : {"bf16", "torch.bfloat16", "ncclBfloat16"})
    EXPECT_EQ(parse_data_type(name), DataType::bfloat16) << name;
  for (const char* name : {"long", "torch.long", "torch.int64", "ncclInt64"})
    EXPECT_EQ(parse_data_type(name), DataType::int64) << name;
  for (const char* name : {"uint", "torch.uint32", "ncclUint32", "uint32"})
    EXPECT_EQ(parse_data_type(name), DataType::uint32) << name;
  for (const char* name : {"uint64", "torch.uint64", "ncclUint64"})
    EXPECT_EQ(parse_data_type(name), DataType::uint64) << name;
  for (const char* name :
       {"fp8", "e4m3", "f8e4m3", "fp8_e4m3", "float8_e4m3", "torch.float8_e4m3fn", "ncclFloat8e4m3"})
    EXPECT_EQ(parse_data_type(name), DataType::float8_e4m3) << name;
  for (const char* name :
       {"e5m2", "f8e5m2", "fp8_e5m2", "float8_e5m2", "torch.float8_e5m2", "ncclFloat8e5m2"})
    EXPECT_EQ(parse_data_type(name), DataType::float8_e5m2) << name;
  EXPECT_EQ(parse_data_type("ncclChar"), DataType::int8);
  EXPECT_EQ(parse_data_type("torch.uint8"), DataType::uint8);
  for (const char* name : {"torch.", "nccl", "ncclfloat", "torch.ncclFloat", "torch.complex64"}) {
    const auto type = parse_data_type(name);
    ASSERT_FALSE(type) << name;
    EXPECT_THAT(type.error().message, testing::HasSubstr("unknown data type '" + std::string(name) + "'"));
  }
}

TEST(DataTypes, CountExactlyAsFarAsTheySayAndNoFurther) {
  for (const DataType type : all_data_types) {
    std::byte memory[8];
    const double most = counts_up_to(type);
    if (most > 0x1p53) continue;  // doubles count no further
    const auto kept = [&](double value) {
      set_element(type, memory, 0, value);
      return element(type, memory, 0) == value;
    };
    for (double value = 0; value <= std::min(most, 300.0); ++value) EXPECT_TRUE(kept(value)) << name_of(type);
    EXPECT_TRUE(kept(most)) << name_of(type);
    EXPECT_TRUE(kept(most - 1)) << name_of(type);
    EXPECT_FALSE(kept(most + 1) && most < 0x1p53) << name_of(type);
    if (!is_floating(type)) continue;
    EXPECT_TRUE(kept(1 + epsilon_of(type))) << name_of(type);
    EXPECT_FALSE(kept(1 + epsilon_of(type) / 2) && type != DataType::float64) << name_of(type);
  }
}

TEST(DataTypes, OfferTheNearestNameForATypo) {
  const auto type = parse_data_type("flaot32");

  ASSERT_FALSE(type);
  EXPECT_THAT(type.error().message, testing::StartsWith("unknown data type 'flaot32'"));
  EXPECT_THAT(type.error().message, testing::HasSubstr("float32"));
  EXPECT_EQ(type.error().fault, Fault::input);
}

}  // namespace
}  // namespace commlab
