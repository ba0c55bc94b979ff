#include "gui/window/window.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "core/files/standard_streams.h"
#include "gui/window/lesson/vote.h"
#include "gui/window/opening.h"
#include "gui/window/screen/closing_signals.h"
#include "gui/window/screen/headless.h"
#include "gui/window/screen/surface_glfw.h"
#include "gui/window/screen/ui_script.h"

namespace commlab {
namespace {

Status play(Session& session, const WindowRequest& request, ClosingSignals* signals) {
  if (!is_headless(request)) return play_in_window(session, request.width, request.height, signals);
  std::optional<UiScript> script;
  if (!request.script.empty()) {
    Result<UiScript> read = read_ui_script(request.script);
    if (!read) return tl::unexpected(read.error());
    script = std::move(*read);
  }
  return play_headless(session, {.script = script ? &*script : nullptr,
                                 .screenshot = request.screenshot,
                                 .movie = request.movie,
                                 .movie_seconds = request.movie_seconds,
                                 .width = request.width,
                                 .height = request.height,
                                 .signals = signals});
}

// The server is there before the first stop, which shows the link.
Result<std::unique_ptr<ClassVote>> vote_for(Session& session, const WindowRequest& request) {
  if (!request.vote) return nullptr;
  VoteRequest wanted = *request.vote;
  wanted.keeps = session.remembers;
  Result<std::unique_ptr<ClassVote>> vote = ClassVote::open(wanted);
  if (!vote) return fail(vote.error().fault, "--vote: {}", vote.error().message);
  begin_vote(session, (*vote)->box(), (*vote)->link());
  return vote;
}

void tell_links(const ClassVote& vote) {
  print_message(
      fmt::format("commlab: the class votes at {}\ncommlab: your notes on a second device (this link tells "
                  "the answers): {}\n",
                  vote.link(), vote.teachers_link()));
}

Status end_vote(ClassVote& vote) {
  return vote.close().map([](const std::string& sentence) {
    if (!sentence.empty()) print_message(fmt::format("commlab: {}\n", sentence));
  });
}

}  // namespace

std::string_view no_window() { return {}; }

Result<int> open_window(const WindowRequest& request, const WindowTools& tools) {
  if (request.script == "help") {
    print_answer(ui_script_help());
    return 0;
  }
  const Result<std::unique_ptr<Session>> opened = new_session(request, tools);
  if (!opened) return tl::unexpected(opened.error());
  Session& session = **opened;
  const Settings before = session.settings;
  std::optional<ClosingSignals> signals;
  if (request.vote)
    signals.emplace();  // before there are threads: the answers of a class are written at the end
  const Result<std::unique_ptr<ClassVote>> vote = vote_for(session, request);
  if (!vote) return tl::unexpected(vote.error());
  if (const Status shown = show_requested(session, request); !shown) return tl::unexpected(shown.error());
  if (*vote) tell_links(**vote);
  session.presenter.notes = request.notes;
  session.full_screen = !request.present.empty() && !is_headless(request);
  const Status played = play(session, request, signals ? &*signals : nullptr);
  if (*vote)
    if (const Status ended = end_vote(**vote); !ended) return tl::unexpected(ended.error());
  if (!played) return tl::unexpected(played.error());
  if (!is_headless(request) && session.settings != before)
    if (const Status written = write_settings(session.settings, request.config); !written)
      print_message(fmt::format("commlab: {}\n", written.error().message));
  return 0;
}

}  // namespace commlab
