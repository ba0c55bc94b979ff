#pragma once
// From what the command line asked for to a session that shows it: the same for a window of its own and for a
// page of a browser.

#include <memory>

#include "core/base/error.h"
#include "gui/window/run/window_tools.h"
#include "gui/window/session/session.h"
#include "gui/window/window_request.h"

namespace commlab {

// Whether pictures, films or a script are wanted, and no window.
bool is_headless(const WindowRequest&);
// A session with the theme, the layout and the remembered settings; nothing is shown yet. Where the settings
// cannot be read, its notice says why. REQUIRES: the tools outlive the session.
Result<std::unique_ptr<Session>> new_session(const WindowRequest&, const WindowTools&);
// Makes the first scene before there is a window: if what was asked for cannot be shown, no window opens.
Status show_requested(Session&, const WindowRequest&);

}  // namespace commlab
