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

TEST(DataTypes, OfferTheNearestNameForATypo) {
  const auto type = parse_data_type("flaot32");

  ASSERT_FALSE(type);
  EXPECT_THAT(type.error().message, testing::StartsWith("unknown data type 'flaot32'"));
  EXPECT_THAT(type.error().message, testing::HasSubstr("float32"));
  EXPECT_EQ(type.error().fault, Fault::input);
}

}  // namespace
}  // namespace commlab
