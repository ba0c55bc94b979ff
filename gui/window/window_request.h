#pragma once
// What is asked of the window: by the command line, and by the address of a page.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "gui/vote/class_vote.h"
#include "lessons/model/laboratory.h"
#include "lessons/play/class_length.h"

namespace commlab {

struct WindowRequest {
  std::optional<Experiment> experiment{};  // nothing: the first screen
  std::filesystem::path trace{};           // instead: a trace file to play
  std::optional<ScriptScene> program{};    // instead: a script of ranks, to be run
  std::filesystem::path program_file{};    // where that was read
  std::optional<std::string> lesson{};     // instead: a lesson's number, id or file; "": the list of lessons
  std::vector<std::string> present{};      // instead: lessons to present to a class, stop by stop
  ClassLength cut = ClassLength::fifteen_minutes;  // how much of these lessons is presented
  bool notes = false;                              // show the teacher's notes in a window of their own
  std::optional<VoteRequest> vote{};               // with `present`: the class answers on its phones
  // Instead: a quiz over these lessons. Without names: over the finished lessons, or over all if none is
  // finished.
  std::optional<std::vector<std::string>> quiz{};
  std::optional<std::uint64_t> quiz_seed{};  // chooses the quiz's questions; nothing: a random seed
  std::filesystem::path screenshot{};        // without a screen: draw one picture, write it, stop
  std::filesystem::path script{};            // without a screen: do what this file says, stop
  std::string at{};                          // a time, or a condition: "6.8us", "60%", "rank 3 complete"
  std::string view{};                        // learn | explore | compare | present | lesson | calm
  std::string picture{};                     // machine | algorithm | both | stages
  std::string beside{};                      // beside `experiment`: an algorithm or a whole experiment
  bool bare = false;                         // without the player's controls
  std::string theme{};                       // empty: as in the settings, else dark
  double scale = 0;                          // factor of the font's size; 0: as in the settings, else 1
  std::filesystem::path movie{};             // without a screen: the whole run as a film
  double movie_seconds = 12;
  int width = 1280;
  int height = 800;
  std::filesystem::path config{};  // the folder of the settings; empty: settings are not kept
};

}  // namespace commlab
