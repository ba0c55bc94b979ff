#pragma once
// A film of the run: frames of equal time, whatever the clock says, piped to ffmpeg (MP4 by its H.264, GIF
// with a palette of its own). Where there is no ffmpeg, the frames are kept as PNG files, and the command
// that makes a film of them is told.

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
  virtual Result<std::string> finish() = 0;  // a sentence: what was written where
};

// Sets the session to its beginning, playing at the speed the film's length asks for. REQUIRES:
// session.movie.
std::unique_ptr<Movie> start_movie(Session&, const Input&);

}  // namespace commlab
