#include "core/fit/least_squares.h"

#include <cmath>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// y = a + b * x, with rows of weight 1.
struct LineThrough {
  std::vector<double> x, y;
  std::vector<Unknown> unknowns = {{0, 100}, {0, 100}};
  std::vector<double> place;

  Solution solution() {
    Problem problem{.unknowns = unknowns, .weights = std::vector<double>(x.size(), 1.), .scale = .1};
    problem.move_to = [this](const std::vector<double>& to) { place = to; };
    problem.error = [this](std::size_t row) { return place[0] + place[1] * x[row] - y[row]; };
    problem.slopes = [this](std::size_t row, double, Slopes& slopes) {
      slopes.emplace_back(0, 1);
      slopes.emplace_back(1, x[row]);
    };
    return solve_in_rounds(problem, means_of(unknowns), 1, [](double, std::string_view) {}).first;
  }
};

TEST(LeastSquares, FindsALine) {
  LineThrough line{.x = {0, 1, 2, 3}, .y = {1, 3, 5, 7}};
  const Solution found = line.solution();
  EXPECT_NEAR(found.place[0], 1, 1e-4);
  EXPECT_NEAR(found.place[1], 2, 1e-4);
}

TEST(LeastSquares, AnOutlierDecidesNothing) {
  LineThrough line{.x = {0, 1, 2, 3, 4, 5}, .y = {1, 3, 5, 700, 9, 11}};
  const Solution found = line.solution();
  EXPECT_NEAR(found.place[0], 1, .05);
  EXPECT_NEAR(found.place[1], 2, .05);
}

TEST(LeastSquares, WhatNoRowShowsStaysAsItWasKnown) {
  LineThrough line{.x = {0, 0}, .y = {3, 3}, .unknowns = {{0, 100}, {4, .5}}};
  const Solution found = line.solution();
  EXPECT_NEAR(found.place[0], 3, 1e-3);
  EXPECT_DOUBLE_EQ(found.place[1], 4);
  EXPECT_LT(found.spreads[0], .2);
  EXPECT_NEAR(found.spreads[1], .5, 1e-9);
}

TEST(LeastSquares, AnUnknownWithoutSpreadIsKnown) {
  LineThrough line{.x = {0, 1, 2}, .y = {1, 3, 5}, .unknowns = {{0, 100}, {1, 0}}};
  const Solution found = line.solution();
  EXPECT_EQ(found.place[1], 1);
  EXPECT_EQ(found.spreads[1], 0);
}

TEST(LeastSquares, WithoutRowsEverythingIsAsItWasKnown) {
  LineThrough line{.x = {}, .y = {}, .unknowns = {{2, 1}, {3, 1}}};
  EXPECT_EQ(line.solution().place, (std::vector<double>{2, 3}));
}

}  // namespace
}  // namespace commlab
