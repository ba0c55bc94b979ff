// The browser edition's way to open a window: in the page that runs it, which goes on after this has
// returned.

#include "gui/window/opening.h"
#include "gui/window/screen/page_window.h"
#include "gui/window/window.h"

namespace commlab {

std::string_view no_window() { return {}; }

Result<int> open_window(const WindowRequest& request, const WindowTools& tools) {
  if (is_headless(request))
    return fail("window: a page writes no pictures, films or scripts' answers; the program does");
  if (request.vote) return ClassVote::open(*request.vote).map([](const auto&) { return 0; });
  auto kept = std::make_unique<const WindowTools>(tools);
  Result<std::unique_ptr<Session>> session = new_session(request, *kept);
  if (!session) return tl::unexpected(session.error());
  if (const Status shown = show_requested(**session, request); !shown) return tl::unexpected(shown.error());
  show_in_page(std::make_unique<PageWindow>(std::move(kept), *std::move(session), request.config));
  return 0;
}

}  // namespace commlab
