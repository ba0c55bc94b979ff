// A measurement on this computer stands beside a prediction for this computer, whichever machine was shown
// before.

#include <gtest/gtest.h>

#include "gui/window/commands/requests.h"
#include "gui/window/session/session.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

struct OnAnotherMachine {
  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = theme_named("dark").value()};
  std::vector<std::string> predicted_for;
  bool takes_no_time = false;

  OnAnotherMachine() {
    session.scene = shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring");
    tools.perform = [this](const Experiment& experiment, std::stop_token, const ReportProgress&) {
      const bool model = experiment.on == BackendName::sim;
      if (model) predicted_for.push_back(experiment.machine);
      if (model && takes_no_time)
        return Result<Outcome>(played("all_reduce --machine ring:4,25GB/s,2us --algorithm ring --ranks 1"));
      return Result<Outcome>(played(model ? "all_reduce --machine ring:4,25GB/s,2us --algorithm ring"
                                          : "all_reduce --machine ring:4,20GB/s,3us --algorithm ring"));
    };
    tools.sweep = [this](const Experiment& experiment, const std::vector<Bytes>&, bool, std::stop_token,
                         const ReportProgress&) {
      predicted_for.push_back(experiment.machine);
      return Result<std::vector<SweepPoint>>(std::vector<SweepPoint>(1));
    };
  }

  void finish() {
    session.worker.wait();
    session.worker.poll(session);
  }
};

TEST(Measuring, OneSizeSaysHowMuchLongerItTookThanPredicted) {
  OnAnotherMachine window;

  measure(window.session);
  window.finish();

  EXPECT_EQ(window.predicted_for, std::vector<std::string>{"host"});
  const Time took = window.session.measured->trace().finish;
  EXPECT_TRUE(window.session.answer.starts_with("measured " + to_human(took) + ", "))
      << window.session.answer;
  EXPECT_NE(window.session.answer.find(" % longer than predicted; both for this computer"), std::string::npos)
      << window.session.answer;
}

TEST(Measuring, WhatIsPredictedToTakeNoTimeHasNoPercents) {
  OnAnotherMachine window;
  window.takes_no_time = true;

  measure(window.session);
  window.finish();

  ASSERT_EQ(window.session.scene->trace().finish, Time{});
  EXPECT_NE(window.session.answer.find(", predicted to take no time; both for this computer"),
            std::string::npos)
      << window.session.answer;
}

TEST(Measuring, AllSizesArePredictedForTheComputerTheyAreMeasuredOn) {
  OnAnotherMachine window;

  sweep_sizes(window.session, true);
  window.finish();

  EXPECT_EQ(window.predicted_for, (std::vector<std::string>{"host", "host"}));
  EXPECT_EQ(window.session.sweep.points.size(), 1u);
  EXPECT_EQ(window.session.answer, "measured and predicted: both for this computer, threads as ranks");
}

TEST(Measuring, SizesThatAreOnlyPredictedAreOfTheMachineThatIsShown) {
  OnAnotherMachine window;

  sweep_sizes(window.session, false);
  window.finish();

  EXPECT_EQ(window.predicted_for, std::vector<std::string>{"ring:4,25GB/s,2us"});
}

}  // namespace
}  // namespace commlab
