// The number of pieces of a pipelined algorithm, on machines whose predicted times are given by hand.
#include "core/plan/pieces.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr Time empty_run = microseconds(1);

// Predicts that a run with data takes `whole`, however many pieces it has, and one without data `empty_run`.
Pieces pieces_where(Time whole, const Algorithm& algorithm, int ranks) {
  const Predict predict = [&](const Programs& programs, const Machine&, const Experiment&,
                              Time) -> Result<Run> {
    Run run;
    run.finish = programs.collective.count == 0 ? empty_run : whole;
    return run;
  };
  const Setup setup{.experiment = {},
                    .machine = *machine_from_spec(fmt::format("switch:{},100GB/s,1us", ranks)),
                    .collective = {.kind = algorithm.collective, .ranks = ranks, .count = 100'000},
                    .layout = {},
                    .budget = {}};
  PlannedPrograms planned(algorithm);
  const Result<Pieces> pieces = fastest_pieces(setup, planned, predict, never);
  EXPECT_TRUE(pieces) << algorithm.name << ": " << pieces.error().message;
  return pieces ? *pieces : Pieces{};
}

// S beta / alpha is the time that the data add, over the time of an empty run.
TEST(FastestPieces, BeginAtTheFormulaOfTheAlgorithmsPage) {
  for (const Algorithm* algorithm : algorithms()) {
    if (!algorithm->pieces) continue;
    for (const int ranks : {3, 4, 8})
      for (const int ratio : {0, 1, 10, 64, 200}) {
        if (!algorithm->supports({.kind = algorithm->collective, .ranks = ranks})) continue;
        const double formula = std::max(1.0, algorithm->pieces(ranks, ratio));
        const Pieces found = pieces_where((1 + ratio) * empty_run, *algorithm, ranks);

        EXPECT_THAT(found.why, testing::EndsWith(fmt::format("; the formula wants {:.0f}", formula)))
            << algorithm->name << " over " << ranks;
        EXPECT_LE(std::abs(std::log2(found.pieces / formula)), 1) << algorithm->name << " over " << ranks;
      }
  }
}

TEST(FastestPieces, AreOneWhereDataTakeNoTime) {
  for (const Algorithm* algorithm : algorithms()) {
    if (!algorithm->pieces) continue;
    const Pieces found = pieces_where(nanoseconds(500), *algorithm, 4);
    EXPECT_EQ(found.pieces, 1) << algorithm->name;
    EXPECT_THAT(found.why, testing::EndsWith("; the formula wants 1")) << algorithm->name;
  }
}

}  // namespace
}  // namespace commlab
