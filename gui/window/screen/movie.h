#pragma once
// A film of the run. Its frames are equal steps of time, however long each takes to draw, and are piped to
// ffmpeg (MP4 with H.264, or GIF with its own palette). Without ffmpeg the frames are kept as PNG files, and
// the window shows the command that makes a film of them.

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "gui/window/imgui/input.h"
#include "gui/window/screen/image.h"

namespace commlab {

struct Session;

class Movie {
 public:
  virtual ~Movie() = default;
  virtual double seconds_per_frame() const = 0;
  virtual Status add(const Image&) = 0;
  virtual Result<std::string> finish() = 0;  // a sentence that names the files that were written
};

// Sets the session to its beginning and plays it at the speed that fits the film's length.
// REQUIRES: session.movie.
std::unique_ptr<Movie> start_movie(Session&, const Input&);

}  // namespace commlab
