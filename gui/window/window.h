#pragma once
// The window: plays traces, and shows predicted next to measured time. It knows neither simulator nor
// hardware: WindowTools has functions for what it needs. This header needs no Dear ImGui and no OpenGL.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/plan/outcome.h"
#include "core/published/published.h"
#include "gui/window/run/window_tools.h"
#include "lessons/model/laboratory.h"
#include "lessons/play/class_length.h"
#include "lessons/play/player.h"

namespace commlab {

// What the command line asked for.
struct WindowRequest {
  std::optional<Experiment> experiment{};          // none: the first screen
  std::filesystem::path trace{};                   // instead: a file to play
  std::optional<ScriptScene> program{};            // likewise: a script of ranks, to be run
  std::optional<std::string> lesson{};             // likewise: a number, an id or a file; empty: the list
  std::vector<std::string> present{};              // likewise: lessons, to a class, from stop to stop
  ClassLength cut = ClassLength::fifteen_minutes;  // of them
  bool notes = false;                              // with the teacher's notes in a window of their own
  // Likewise: a quiz over these lessons; where none is named, over the finished ones, or all if none is.
  std::optional<std::vector<std::string>> quiz{};
  std::optional<std::uint64_t> quiz_seed{};  // chooses its questions; none: by chance
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

// Returns the exit status once the window was closed or the script has ended. An error of Fault::runtime:
// there is no display, or this program was built without a window.
Result<int> open_window(const WindowRequest&, const WindowTools&);
// Empty where this program has a window; otherwise what is missing and how to get it.
std::string_view no_window();

}  // namespace commlab
