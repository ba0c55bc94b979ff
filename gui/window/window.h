#pragma once
// The window: plays traces, and shows predicted next to measured time. It knows neither simulator nor
// hardware: what it needs done comes as functions. This header needs no Dear ImGui, no OpenGL.

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/experiment.h"
#include "core/progress.h"
#include "core/published.h"
#include "core/units.h"
#include "gui/window/run/played.h"
#include "lessons/cut.h"
#include "lessons/laboratory.h"
#include "lessons/player.h"

namespace commlab {

// One size of a sweep: predicted, and where there is hardware, measured.
struct SweepPoint {
  Bytes size;
  Time predicted;
  std::optional<Time> bound{};
  std::optional<Time> measured{};  // the median
  Time measured_min{};
  Time measured_max{};
};

// A table that others published, predicted row by row on the machine its header speaks of.
struct Overlay {
  struct Row {
    Bytes size;
    Time measured;
    Time predicted;
  };
  std::string name;   // of the table
  std::string title;  // "all_reduce, 8 ranks"
  std::string badge;  // what hardware, when, from where
  CollectiveKind collective = CollectiveKind::all_reduce;
  int ranks = 0;
  std::vector<Row> rows;
};

// A published table, to be chosen from a list.
struct PublishedName {
  std::string name;   // of its file
  std::string words;  // "all_reduce: 8x A100-SXM4-40GB, 2021 (abci_a100_x8_1n_allreduce)"
  CollectiveKind collective = CollectiveKind::p2p;
};

// A lesson, to be chosen from a list.
struct LessonName {
  std::string file;
  int number = 0;  // 0: none
  std::string title;
  int minutes = 0;
  std::string goal;
  bool done = false;                 // by this learner
  std::vector<std::string> after{};  // lessons that come before it: "6 What a message costs"
};

// What the window has done for it. All but the lists may take long: they are called in a worker thread,
// report how far they are, and give up with an error soon after a stop was asked for.
struct WindowTools {
  using Report = ReportProgress;
  std::function<Result<Played>(const Experiment&, std::stop_token, const Report&)> perform;
  // A trace from a file, and where its experiment can be done again here, what its messages carried.
  std::function<Result<Played>(const std::filesystem::path&, std::stop_token)> open;
  std::function<Result<std::vector<SweepPoint>>(const Experiment&, const std::vector<Bytes>&, bool measured,
                                                std::stop_token, const Report&)>
      sweep;
  std::function<Result<Overlay>(const std::string& table, std::stop_token, const Report&)> overlay;
  std::vector<std::string> machines;                   // names
  std::function<std::vector<PublishedName>()> tables;  // each asks the files anew; may be null
  // Measures this computer, once, so that it can be predicted; and whether that was done. May be null.
  std::function<Status(const Report&)> calibrate;
  std::function<bool()> is_calibrated;
  std::vector<std::string> backends;                                 // "sim", "host", ...
  Laboratory laboratory{};                                           // what scripts and lessons are run in
  std::function<std::vector<LessonName>()> lessons{};                // in order; may be null
  std::function<Result<Lesson>(const std::string& which)> lesson{};  // a number, an id or a file; may be null
  std::function<Result<LessonRecord>(const Lesson&)> record{};  // what is kept of the learner; may be null
  std::function<Status(const LessonRecord&)> keep{};            // after every answer; may be null
};

// What was asked of it on the command line.
struct WindowRequest {
  std::optional<Experiment> experiment{};      // none: the first screen
  std::filesystem::path trace{};               // instead: a file to play
  std::optional<ScriptScene> program{};        // likewise: a script of ranks, to be run
  std::optional<std::string> lesson{};         // likewise: a number, an id or a file; empty: the list
  std::vector<std::string> present{};          // likewise: lessons, to a class, from stop to stop
  LessonCut cut = LessonCut::fifteen_minutes;  // of them
  bool notes = false;                          // with the teacher's notes in a window of their own
  // Likewise: a quiz over these lessons; none named: over those that are done, of a newcomer all.
  std::optional<std::vector<std::string>> quiz{};
  std::optional<std::uint64_t> quiz_seed{};  // draws its questions; none: by chance
  std::filesystem::path screenshot{};        // headless: draw one picture, write it, stop
  std::filesystem::path script{};            // headless: do what this file says, stop
  std::string at{};                          // a time, or a condition: "6.8us", "60%", "rank 3 complete"
  std::string view{};                        // learn | explore | compare | present | lesson
  std::string theme{};                       // empty: as remembered, else dark
  double scale = 0;                          // of the font; 0: as remembered, else 1
  std::filesystem::path movie{};             // headless: the whole run as a film
  double movie_seconds = 12;
  int width = 1280;
  int height = 800;
  std::filesystem::path config{};  // the folder that settings are kept in; empty: nowhere
};

// Until the window was closed, or the script is through: the exit status. An error of Fault::runtime where
// there is no display, or where this program was built without a window.
Result<int> open_window(const WindowRequest&, const WindowTools&);
// Empty where this program has a window; else what is missing, and how to get it.
std::string_view no_window();

}  // namespace commlab
