#pragma once
// The window without a screen: a picture of a moment, a film, or a script.

#include <filesystem>

#include "core/base/error.h"
#include "gui/window/screen/ui_script.h"
#include "gui/window/session/session.h"

namespace commlab {

// What was asked for on the command line, in this order, each only where it is there.
struct HeadlessTask {
  const UiScript* script = nullptr;
  std::filesystem::path screenshot{};
  std::filesystem::path movie{};
  double movie_seconds = 12;
  int width = 1280;
  int height = 800;
};

// An error: the first line of the script that did not come true, of Fault::no; no EGL, of Fault::runtime.
Status play_headless(Session&, const HeadlessTask&);

}  // namespace commlab
