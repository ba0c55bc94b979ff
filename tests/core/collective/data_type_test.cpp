#include "core/collective/data_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(parse_data_type("ncclChar"), DataType::int8);
  EXPECT_EQ(parse_data_type("torch.uint8"), DataType::uint8);
  for (const char* name : {"torch.", "nccl", "ncclfloat", "torch.ncclFloat", "torch.complex64"}) {
    const auto type = parse_data_type(name);
    ASSERT_FALSE(type) << name;
    EXPECT_THAT(type.error().message, testing::HasSubstr("unknown data type '" + std::string(name) + "'"));
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
