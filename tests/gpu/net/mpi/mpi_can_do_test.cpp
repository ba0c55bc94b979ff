// What MPI's own collectives can do, and what they say that they cannot.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/net/mpi/mpi_collective.h"

namespace commlab {
namespace {

using testing::HasSubstr;

std::string refusal_of(const Collective& c) {
  const Status able = mpi_can_do(c);
  return able ? "" : able.error().message;
}

TEST(MpiCollectives, AreOfEveryKind) {
  for (const CollectiveKind kind : all_collective_kinds)
    EXPECT_EQ(refusal_of({.kind = kind, .ranks = 4, .count = 8}), "") << name_of(kind);
}

// Blocks are moved as bytes; only what is combined needs a type.
TEST(MpiCollectives, CombineTheTypesAndOperationsOfMpi) {
  for (const DataType type : all_data_types)
    for (const ReduceOp op : all_reduce_ops) {
      const bool has_both = !is_narrow_float(type) && op != ReduceOp::avg;
      const Collective reducing{
          .kind = CollectiveKind::all_reduce, .ranks = 2, .count = 8, .dtype = type, .op = op};
      EXPECT_EQ(refusal_of(reducing).empty(), has_both) << name_of(type) << ' ' << name_of(op);
      EXPECT_EQ(
          refusal_of({.kind = CollectiveKind::all_gather, .ranks = 2, .count = 8, .dtype = type, .op = op}),
          "");
    }
}

TEST(MpiCollectives, InPlaceAreThoseOfOneBuffer) {
  for (const CollectiveKind kind :
       {CollectiveKind::broadcast, CollectiveKind::reduce, CollectiveKind::all_reduce})
    EXPECT_EQ(refusal_of({.kind = kind, .ranks = 2, .count = 8, .in_place = true}), "");
  EXPECT_THAT(refusal_of({.kind = CollectiveKind::all_to_all, .ranks = 2, .count = 8, .in_place = true}),
              HasSubstr("would need other buffers for all_to_all in place"));
}

TEST(MpiCollectives, CountTwoGibibytes) {
  const Collective most{
      .kind = CollectiveKind::broadcast, .ranks = 2, .count = most_mpi_bytes, .dtype = DataType::uint8};
  EXPECT_EQ(refusal_of(most), "");
  Collective more = most;
  ++more.count;
  EXPECT_THAT(refusal_of(more), HasSubstr("at most in one call"));
}

}  // namespace
}  // namespace commlab
