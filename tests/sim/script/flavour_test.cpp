// How libraries behave towards their callers, as a table of facts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/algorithm.h"
#include "sim/script/flavour.h"

namespace commlab {
namespace {

TEST(Flavours, AreFoundByName) {
  for (const Flavour* flavour : flavours()) EXPECT_EQ(find_flavour(flavour->name).value(), flavour);
  EXPECT_EQ(find_flavour("ncl").error().message,
            "unknown flavour 'ncl' (did you mean nccl?); there are gloo, nccl, mpi");
}

TEST(Flavours, DoEveryCollectiveByAnAlgorithmThatThereIs) {
  for (const Flavour* flavour : flavours())
    for (const CollectiveKind kind : all_collective_kinds) {
      const auto algorithm = find_algorithm(kind, usual_algorithm(*flavour, kind));
      ASSERT_TRUE(algorithm) << algorithm.error().message;
      for (int ranks = 1; ranks <= 17; ++ranks)
        EXPECT_TRUE((*algorithm)->supports({.kind = kind, .ranks = ranks})) << flavour->name << " " << ranks;
    }
}

// Which library has which reductions, and the message of a library that lacks one.
TEST(Flavours, RefuseInTheirOwnWords) {
  const auto said = [](const Flavour& flavour, ScriptReduction reduction, DataType dtype) {
    ScriptStep step{.operation = ScriptOperation::all_reduce};
    step.payload = {.tensor = 0, .elements = 1, .dtype = dtype, .given = true};
    step.reduction = reduction;
    return refusal(flavour, step, 0, 2);
  };
  using R = ScriptReduction;
  EXPECT_EQ(said(gloo_flavour, R::avg, DataType::float32), "RuntimeError: Cannot use ReduceOp.AVG with Gloo");
  EXPECT_EQ(said(nccl_flavour, R::avg, DataType::float32), "");
  EXPECT_EQ(said(gloo_flavour, R::band, DataType::float32),
            "ValueError: Cannot use ReduceOp.BAND with non-integral dtype");
  EXPECT_EQ(said(gloo_flavour, R::band, DataType::int32), "");
  EXPECT_EQ(said(nccl_flavour, R::bor, DataType::int32), "ValueError: Cannot use ReduceOp.BOR with NCCL");
  EXPECT_EQ(said(mpi_flavour, R::bxor, DataType::int64), "");
  for (const Flavour* flavour : flavours())
    for (const R reduction : {R::sum, R::prod, R::min, R::max})
      EXPECT_EQ(said(*flavour, reduction, DataType::float16), "");
}

// A library that waits forever prints nothing.
TEST(Flavours, SayThatTheyGiveUpIfTheyDo) {
  for (const Flavour* flavour : flavours())
    for (const ScriptOperation operation : {ScriptOperation::all_reduce, ScriptOperation::send,
                                            ScriptOperation::recv, ScriptOperation::barrier}) {
      const std::string text = timeout_text(*flavour, {.operation = operation}, 0, 0);
      EXPECT_EQ(text.empty(), !flavour->timeout) << flavour->name << ": " << text;
    }
}

}  // namespace
}  // namespace commlab
