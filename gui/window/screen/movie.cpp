#include "gui/window/screen/movie.h"

#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "core/files/new_file.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

bool has_ffmpeg() { return std::system("command -v ffmpeg > /dev/null 2>&1") == 0; }

std::string_view encoding(const std::filesystem::path& file) {
  if (file.extension() == ".gif")
    return "-vf "
           "'split[a][b];[a]palettegen=max_colors=160[p];[b][p]paletteuse=dither=none:diff_mode=rectangle' "
           "-f gif";
  return "-c:v libx264 -pix_fmt yuv420p -vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' -crf 20 -f mp4";
}

class Piped final : public Movie {
 public:
  Piped(MovieWish wish, int width, int height) : wish_(std::move(wish)), film_(NewFile::open(wish_.file)) {
    if (!film_) return;
    const std::string command =
        fmt::format("ffmpeg -y -loglevel error -f rawvideo -pix_fmt rgb24 -s {}x{} -r {} -i - {} {}", width,
                    height, wish_.frames_per_second, encoding(wish_.file), film_->path_for_others());
    std::signal(SIGPIPE, SIG_IGN);  // if ffmpeg gives up, writing fails with an error
    pipe_ = popen(command.c_str(), "w");
  }
  ~Piped() override {
    if (pipe_) pclose(pipe_);
  }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;

  double seconds_per_frame() const override { return 1.0 / wish_.frames_per_second; }

  Status add(const Image& image) override {
    if (!film_) return tl::unexpected(film_.error());
    if (!pipe_ || std::fwrite(image.rgb.data(), 1, image.rgb.size(), pipe_) != image.rgb.size())
      return fail(Fault::runtime, "{}: ffmpeg stopped before the film was done", wish_.file.string());
    return {};
  }

  Result<std::string> finish() override {
    if (!pipe_ || pclose(std::exchange(pipe_, nullptr)) != 0)
      return fail(Fault::runtime, "{}: ffmpeg could not make this film", wish_.file.string());
    return film_->take_its_place().map([this] { return "written: " + wish_.file.string(); });
  }

 private:
  MovieWish wish_;
  Result<NewFile> film_;
  std::FILE* pipe_ = nullptr;
};

class Frames final : public Movie {
 public:
  explicit Frames(MovieWish wish) : wish_(std::move(wish)), folder_(wish_.file) {
    folder_.replace_extension("frames");
    std::error_code exists;
    std::filesystem::create_directories(folder_, exists);
  }

  double seconds_per_frame() const override { return 1.0 / wish_.frames_per_second; }

  Status add(const Image& image) override {
    return write_png(image, folder_ / fmt::format("{:05}.png", count_++));
  }

  Result<std::string> finish() override {
    return fmt::format("no ffmpeg here; {} frames in {}. With it: ffmpeg -r {} -i {}/%05d.png {}", count_,
                       folder_.string(), wish_.frames_per_second, folder_.string(), wish_.file.string());
  }

 private:
  MovieWish wish_;
  std::filesystem::path folder_;
  int count_ = 0;
};

}  // namespace

std::unique_ptr<Movie> start_movie(Session& session, const Input& input) {
  assert(session.movie && "a film is wished for");
  const MovieWish& wish = *session.movie;
  session.view.now = session.view.rested = {};
  session.view.playing = true;
  session.untouched = false;
  session.glide.reset();
  session.view.speed = seconds_for_all / wish.seconds;
  if (has_ffmpeg())
    return std::make_unique<Piped>(wish, static_cast<int>(input.width), static_cast<int>(input.height));
  return std::make_unique<Frames>(wish);
}

}  // namespace commlab
