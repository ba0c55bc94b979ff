#include "core/machine/gaussian_process.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// Values at 0, 1, 2 ..., of a function that changes slowly.
struct Series {
  std::vector<double> values;
  double length = 3;

  double covariance(double a, double b) const { return std::exp(-std::pow((a - b) / length, 2) / 2); }
  GaussianProcess process(double noise) const {
    return {values,
            [this](std::size_t i, std::size_t j) {
              return covariance(static_cast<double>(i), static_cast<double>(j));
            },
            std::vector<double>(values.size(), noise)};
  }
  std::vector<double> from(double place) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < values.size(); ++i) all.push_back(covariance(place, static_cast<double>(i)));
    return all;
  }
};

TEST(GaussianProcess, OfOneValueIsTheTextbooks) {
  const Series series{.values = {2}};
  const double noise = .5;
  const GaussianProcess process = series.process(noise);
  // Student's t widens the noise of a value that is far off, so a value near 0 is compared exactly.
  const GaussianProcess near_zero = Series{.values = {1e-9}}.process(noise);
  const double variance = .8 * noise * noise;  // of a value that agrees, with 4 degrees of freedom
  EXPECT_NEAR(near_zero.explained(series.from(0)), 1 / (1 + variance), 1e-9);
  EXPECT_NEAR(near_zero.mean(series.from(0)), 1e-9 / (1 + variance), 1e-15);
  EXPECT_GT(process.mean(series.from(0)), 1.5);
  EXPECT_LT(process.mean(series.from(0)), 2);
}

TEST(GaussianProcess, FollowsItsValuesAndFadesFarAway) {
  const Series series{.values = {.1, .3, .4, .4, .3, 0}};
  const GaussianProcess process = series.process(.01);
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    const auto there = series.from(static_cast<double>(i));
    EXPECT_NEAR(process.mean(there), series.values[i], .02) << i;
    EXPECT_GT(process.explained(there), .99) << i;
  }
  EXPECT_NEAR(process.mean(series.from(40)), 0, 1e-9);
  EXPECT_NEAR(process.explained(series.from(40)), 0, 1e-9);
}

TEST(GaussianProcess, OneBadValueDecidesLittle) {
  const Series good{.values = std::vector<double>(9, .1)};
  Series bad = good;
  bad.values[4] = 2;
  EXPECT_NEAR(bad.process(.03).mean(bad.from(3)), .1, .05);
}

TEST(GaussianProcess, AValueWithMoreNoiseSaysLess) {
  const Series series{.values = {0, 0, .1, 0, 0}};
  const auto covariance = [&](std::size_t i, std::size_t j) {
    return series.covariance(static_cast<double>(i), static_cast<double>(j));
  };
  std::vector<double> means, explained;
  for (const double noise : {.1, .3, 3.}) {
    const GaussianProcess process(series.values, covariance, std::vector{.1, .1, noise, .1, .1});
    means.push_back(process.mean(series.from(2)));
    explained.push_back(process.explained(series.from(2)));
  }
  EXPECT_GT(means[0], means[1]);
  EXPECT_GT(means[1], means[2]);
  EXPECT_GT(explained[0], explained[1]);
  EXPECT_GT(explained[1], explained[2]);
}

TEST(GaussianProcess, EvidencePrefersTheLengthThatTheValuesHave) {
  std::vector<double> slow;
  for (int i = 0; i < 20; ++i) slow.push_back(std::sin(i / 5.));
  EXPECT_GT((Series{slow, 5}.process(.01).evidence()), (Series{slow, .3}.process(.01).evidence()));
  std::vector<double> fast;
  for (int i = 0; i < 20; ++i) fast.push_back(i % 2 == 0 ? 1 : -1);
  EXPECT_LT((Series{fast, 5}.process(.01).evidence()), (Series{fast, .3}.process(.01).evidence()));
}

}  // namespace
}  // namespace commlab
