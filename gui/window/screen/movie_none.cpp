// In a browser, which cannot start ffmpeg.

#include "gui/window/screen/movie.h"

#include "gui/window/session/session.h"

namespace commlab {

std::unique_ptr<Movie> start_movie(Session& session, const Input&) {
  session.movie.reset();
  session.notice = "A page makes no films; the program does: commlab window ... --movie FILE.mp4";
  return nullptr;
}

}  // namespace commlab
