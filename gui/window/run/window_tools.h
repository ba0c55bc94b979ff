#pragma once
// The functions that the window's caller hands over, and the values that they return. The window knows
// neither simulator nor hardware.

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/units.h"
#include "core/experiment/experiment.h"
#include "core/plan/outcome.h"
#include "core/plan/setup.h"
#include "core/published/published.h"
#include "lessons/model/laboratory.h"
#include "lessons/play/player.h"

namespace commlab {

// One size of a sweep: the predicted time, and the measured time if there is hardware.
struct SweepPoint {
  Bytes size;
  Time predicted;
  std::optional<double> band{};  // four of five calls take between predicted / band and predicted * band
  std::optional<Time> bound{};
  std::optional<Time> measured{};  // the median
  Time measured_min{};
  Time measured_max{};
};

// A table that others published, predicted row by row on the machine that its header names.
struct Overlay {
  struct Row {
    Bytes size;
    Time measured;
    Time predicted;
    std::optional<double> band{};  // as of a SweepPoint
    std::string by{};              // NCCL's choice: "Ring/LL"; empty if it is not known
  };
  std::string name;   // the table's
  std::string title;  // "all_reduce, 8 ranks"
  std::string badge;  // hardware, date and source
  CollectiveKind collective = CollectiveKind::all_reduce;
  int ranks = 0;
  std::vector<Row> rows;
};

// A published table in a list to choose from.
struct PublishedName {
  std::string name;   // the file's
  std::string words;  // "all_reduce: 8x A100-SXM4-40GB, 2021 (abci_a100_x8_1n_allreduce)"
  CollectiveKind collective = CollectiveKind::p2p;
};

// A lesson in a list to choose from.
struct LessonName {
  std::string file;
  int number = 0;  // 0: none
  std::string title;
  int minutes = 0;
  std::string goal;
  bool done = false;                 // this learner has finished it
  std::vector<std::string> after{};  // lessons to do before it: "6 What a message costs"
};

// The functions that the window calls. All except the lists and set_up may take long: they run in a worker
// thread, report their progress, and end with an error soon after they are asked to stop.
struct WindowTools {
  using Report = ReportProgress;
  // What perform would run, and on which machine. Quick; may be null.
  std::function<Result<Setup>(const Experiment&)> set_up;
  std::function<Result<Outcome>(const Experiment&, std::stop_token, const Report&)> perform;
  // The same, of an experiment in which everything is chosen. Of many groups of ranks that all do the same,
  // only this one is recorded. May be null.
  std::function<Result<Outcome>(const Experiment&, int group, std::stop_token, const Report&)> perform_group;
  // Reads a trace from a file. If its experiment can be repeated here, the outcome also says what its
  // messages carried.
  std::function<Result<Outcome>(const std::filesystem::path&, std::stop_token)> open;
  std::function<Result<std::vector<SweepPoint>>(const Experiment&, const std::vector<Bytes>&, bool measured,
                                                std::stop_token, const Report&)>
      sweep;
  std::function<Result<Overlay>(const std::string& table, std::stop_token, const Report&)> overlay;
  std::vector<std::string> machines;                   // names
  std::function<std::vector<PublishedName>()> tables;  // each call reads the files again; may be null
  // Measures this computer, so that runs on it can be predicted; and whether that was done. May be null.
  std::function<Status(const Report&)> calibrate;
  std::function<bool()> is_calibrated;
  std::vector<std::string> backends;                                 // "sim", "host", ...
  Laboratory laboratory{};                                           // runs scripts and lessons
  std::function<std::vector<LessonName>()> lessons{};                // in order; may be null
  std::function<Result<Lesson>(const std::string& which)> lesson{};  // a number, an id or a file; may be null
  std::function<Result<LessonRecord>(const Lesson&)> record{};  // the learner's answers so far; may be null
  std::function<Status(const LessonRecord&)> keep{};            // called after every answer; may be null
};

}  // namespace commlab
