// compare on a computer that is slower than when it was calibrated. The backends and the clock are made up,
// so every number is known.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml_writer.h"
#include "gui/cli/command_line.h"
#include "gui/cli/reports/drift_text.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

Backend backend_taking(BackendName name, Time time) {
  return {.name = name,
          .title = "",
          .models = name == BackendName::sim,
          .run = [name, time](const Programs&, const std::optional<Machine>&, const Experiment&,
                              const RunOptions&) -> Result<Run> {
            Run run{.backend = std::string(name_of(name)), .finish = time};
            run.times = {time};
            run.first = time;
            run.checked = true;
            return run;
          }};
}

TempoTime time_of(Bytes message, Time time) {
  return {.message = message, .time = time, .fastest = time, .slowest = time};
}

// The model predicts 10 us. When this computer was calibrated, messages of 1 KiB took 20 us; now they take
// 44, and a tenth is noise.
class Drift : public testing::Test {
 protected:
  Drift() {
    fs::create_directories(folder_);
    tools_.backends = {backend_taking(BackendName::sim, microseconds(10)),
                       backend_taking(BackendName::host, microseconds(25)),
                       backend_taking(BackendName::tcp, microseconds(50))};
    tools_.calibrators = {
        {.backend = "host", .calibrate = nullptr, .time_tempo = [this](const Tempo&, Bytes message) {
           timed_.push_back(message);
           return now_;
         }}};
    machine_ = *find_machine("switch:4,4GB/s,10us", {});
    machine_.tempo = {
        .backend = "host", .ranks = 4, .messages = 6, .times = {time_of(KiB(1), microseconds(20))}};
  }
  ~Drift() override { fs::remove_all(folder_); }

  std::string compare(const std::string& options, const std::string& format = "text") {
    const fs::path machine = folder_ / "own.toml", file = folder_ / "answer";
    std::ofstream(machine) << machine_to_toml(machine_);
    std::istringstream line("commlab compare all_reduce --algorithm ring --ranks 4 --machine " +
                            machine.string() + " " + options + " --format " + format + " --out " +
                            file.string());
    const std::vector<std::string> words(std::istream_iterator<std::string>(line), {});
    std::vector<const char*> arguments;
    for (const std::string& word : words) arguments.push_back(word.c_str());
    testing::internal::CaptureStderr();
    status_ = run_command_line(static_cast<int>(arguments.size()), arguments.data(), tools_);
    complaint_ = testing::internal::GetCapturedStderr();
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  nlohmann::json compared(const std::string& options) {
    return nlohmann::json::parse(compare(options, "json"));
  }

  fs::path folder_ = fs::temp_directory_path() / ("commlab_drift_" + std::to_string(getpid()));
  Tools tools_;
  Machine machine_;
  Result<Time> now_ = microseconds(44);
  std::vector<Bytes> timed_;
  int status_ = -1;
  std::string complaint_;
};

TEST_F(Drift, ErrorsAreShownAsTheyAreAndWithTheDriftRemoved) {
  const auto answer = compared("--on host --size 4KiB");

  const auto& row = answer["rows"][0];
  EXPECT_EQ(row["predicted_us"], 10);
  EXPECT_EQ(row["error_percent"], -60);
  const auto expect = [](const nlohmann::json& found, double meant) {
    EXPECT_DOUBLE_EQ(found.get<double>(), meant);
  };
  expect(row["drift"], 2);
  expect(row["predicted_now_us"], 20);
  expect(row["error_left_percent"], -20);
  expect(answer["median_error_percent"], 60);
  expect(answer["median_error_left_percent"], 20);
  expect(answer["drift"]["least"], 2);
  expect(answer["drift"]["greatest"], 2);
  EXPECT_EQ(timed_.front(), KiB(1)) << "a ring of 4 ranks sends quarters";
}

TEST_F(Drift, ItIsSaidInWords) {
  const std::string text = compare("--on host --size 4KiB");

  EXPECT_THAT(text, HasSubstr("-60.0 %  x 2.00  -20.0 %"));
  EXPECT_THAT(text, HasSubstr("median |error| 60.0 %"));
  EXPECT_THAT(text, HasSubstr("with the drift removed: 20.0 %"));
  EXPECT_THAT(text, HasSubstr("this computer is 2.0 times slower than when it was calibrated"));
  EXPECT_THAT(text, HasSubstr("that explains the errors"));
  EXPECT_THAT(compare("--on host --size 4KiB", "csv"), HasSubstr(",2.0000,20,-20.00,"));
}

// Neither a machine that was not calibrated nor one that was calibrated for another backend knows a drift.
TEST_F(Drift, NothingIsSaidWhereItIsNotKnown) {
  const auto both = compared("--on host,tcp --size 4KiB");
  EXPECT_TRUE(both["rows"][0].contains("drift"));
  EXPECT_FALSE(both["rows"][1].contains("drift"));
  EXPECT_THAT(compare("--on host,tcp --size 4KiB"), HasSubstr("with the drift removed: 20.0 % on host"));

  machine_.tempo = {};
  const std::string text = compare("--on host --size 4KiB");
  EXPECT_THAT(text, Not(HasSubstr("drift")));
  EXPECT_THAT(text, HasSubstr("median |error| 60.0 %"));
  EXPECT_THAT(compare("--on host --size 4KiB", "csv"), HasSubstr(",,,,"));
}

// A deviation is explained by what differs from the calibration; where nothing deviates, nothing is
// explained.
TEST_F(Drift, WhatElseChangedIsNamed) {
  machine_.provenance = {.facts = {{"driver", "580.65"}, {"kernel", "Linux 6"}}, .states = {}};
  tools_.look_at_provenance = [](BackendName) {
    return Provenance{.facts = {{"driver", "570.86"}, {"kernel", "Linux 6"}}, .states = {}};
  };

  EXPECT_THAT(compare("--on host --size 4KiB"),
              HasSubstr("different since the calibration: driver: 580.65 then, 570.86 now"));
  const auto answer = compared("--on host --size 4KiB");
  EXPECT_EQ(answer["different_since_calibration"][0], "driver: 580.65 then, 570.86 now");
  EXPECT_EQ(answer["provenance"]["driver"], "570.86");

  tools_.backends[1] = backend_taking(BackendName::host, microseconds(10));
  now_ = microseconds(20);
  EXPECT_THAT(compare("--on host --size 4KiB"), Not(HasSubstr("different since")));
}

TEST_F(Drift, AClockThatFailsFailsTheComparison) {
  now_ = fail(Fault::runtime, "the clock broke");
  compare("--on host --size 4KiB");
  EXPECT_EQ(status_, 3);
  EXPECT_THAT(complaint_, HasSubstr("the clock broke"));
}

TEST(DriftText, SaysSlowerFasterAndAsFast) {
  const auto words = [](double least, double greatest) {
    return drift_text({.median_error_left = 0, .least = least, .greatest = greatest});
  };
  EXPECT_EQ(words(1.6, 1.6), "this computer is 1.6 times slower than when it was calibrated");
  EXPECT_EQ(words(1.2, 14), "this computer is 1.2 to 14 times slower than when it was calibrated");
  EXPECT_EQ(words(0.5, 0.8), "this computer is 1.2 to 2.0 times faster than when it was calibrated");
  EXPECT_EQ(words(0.97, 1.04), "this computer is as fast as when it was calibrated");
  EXPECT_EQ(words(1.0, 1.6),
            "this computer is between as fast and 1.6 times slower than when it was calibrated");
  EXPECT_EQ(words(0.5, 1.6),
            "this computer is between 2.0 times faster and 1.6 times slower than when it was calibrated");
  EXPECT_EQ(words(0.5, 1.0),
            "this computer is between 2.0 times faster and as fast as when it was calibrated");
}

TEST(DriftText, WarnsOfAComputerThatWasNotSteady) {
  Tempo tempo{.backend = "host", .ranks = 4, .messages = 6, .times = {time_of(KiB(4), microseconds(20))}};
  EXPECT_THAT(steadiness_text(tempo), HasSubstr("This computer was steady"));

  tempo.times.push_back({.message = KiB(64),
                         .time = microseconds(50),
                         .fastest = microseconds(50),
                         .slowest = microseconds(110)});

  EXPECT_THAT(
      steadiness_text(tempo),
      HasSubstr("a program with messages of 64 KiB took 50.0 us in one sweep, and 110 us in another, 2.2 "
                "times as long"));
}

}  // namespace
}  // namespace commlab
