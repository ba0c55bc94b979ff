#pragma once
// The window without a screen: runs a script, takes a screenshot, makes a film.

#include <filesystem>

#include "core/base/error.h"
#include "gui/window/screen/closing_signals.h"
#include "gui/window/screen/ui_script.h"
#include "gui/window/session/session.h"

namespace commlab {

// The tasks that the command line asked for. They are done in this order; tasks that are not set are skipped.
struct HeadlessTask {
  const UiScript* script = nullptr;
  std::filesystem::path screenshot{};
  std::filesystem::path movie{};
  double movie_seconds = 12;
  int width = 1280;
  int height = 800;
  ClosingSignals* signals = nullptr;  // null: signals end the program at once
};

// An error of Fault::no names the first line of the script that failed; one of Fault::runtime says that there
// is no EGL.
Status play_headless(Session&, const HeadlessTask&);

}  // namespace commlab
