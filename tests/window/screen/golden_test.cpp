// A few pictures, compared pixel by pixel up to small differences between rasterizers. They are drawn by
// Mesa's llvmpipe with DejaVu Sans; elsewhere the tests are skipped. After an intended change, run this and
// look at the pictures:
//   COMMLAB_UPDATE_PICTURES=1 build/tests/window_tests --gtest_filter='Golden*'

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <stb/stb_image.h>

#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/screen/headless.h"
#include "gui/window/screen/surface_egl.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

struct GoldenPicture {
  const char* name;
  const char* line;
  const char* at;
  Arrange arrange;
  ScriptRun (*script)() = nullptr;  // shown instead of the experiment
  MachinePicture of_run = MachinePicture::machine;
  const char* beside = nullptr;  // the line of a run that plays beside it
};
constexpr GoldenPicture pictures[] = {
    {"explore", "all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 1MiB --data ranks", "20us",
     Arrange::explore},
    {"learn", "broadcast --machine switch:8,450GB/s,350ns --algorithm binomial --size 8MiB", "30us",
     Arrange::learn},
    {"script", "", "100%", Arrange::explore, ring_that_hangs_by_hand}};

constexpr GoldenPicture stages = {
    .name = "stages",
    .line =
        "all_reduce --machine switch:8,25GB/s,2us --algorithm recursive-doubling --size 1MiB --data ranks",
    .at = "45%",
    .arrange = Arrange::present,
    .of_run = MachinePicture::stages};
constexpr GoldenPicture beside = {
    .name = "beside",
    .line = "all_reduce --machine switch:8,25GB/s,2us --algorithm ring --size 64KiB --data ranks",
    .at = "65%",
    .arrange = Arrange::present,
    .of_run = MachinePicture::algorithm,
    .beside =
        "all_reduce --machine switch:8,25GB/s,2us --algorithm recursive-doubling --size 64KiB --data ranks"};

constexpr int width = 1280, height = 720;
constexpr int near_enough = 8;             // of 255, so 3 %
constexpr double share_of_pixels = 0.002;  // of the pixels may differ by more

class Golden : public testing::TestWithParam<std::tuple<std::string_view, GoldenPicture>> {};

Image read_png(const fs::path& file) {
  Image image;
  int channels = 0;
  unsigned char* pixels = stbi_load(file.c_str(), &image.width, &image.height, &channels, 3);
  if (!pixels) return {};
  image.rgb.assign(pixels, pixels + static_cast<std::ptrdiff_t>(3) * image.width * image.height);
  stbi_image_free(pixels);
  return image;
}

double share_that_differs(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height) return 1;
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.rgb.size(); i += 3) {
    bool differs = false;
    for (std::size_t c = i; c < i + 3; ++c) differs |= std::abs(a.rgb[c] - b.rgb[c]) > near_enough;
    different += differs;
  }
  return 3.0 * static_cast<double>(different) / static_cast<double>(a.rgb.size());
}

TEST_P(Golden, LooksAsItDid) {
  const auto surface = HeadlessSurface::make(64, 64);
  if (!surface || (*surface)->renderer().find("llvmpipe") == std::string::npos)
    GTEST_SKIP() << "pictures are compared only on llvmpipe";
  if (IMGUI_VERSION_NUM >= 19000)
    GTEST_SKIP() << "the pictures to compare with are of Dear ImGui 1.86, and " IMGUI_VERSION
                    " draws letters of other sizes";
  if (!fs::exists("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    GTEST_SKIP() << "DejaVu Sans is not installed";
  const auto& [theme, picture] = GetParam();
  const fs::path golden = fs::path(COMMLAB_SOURCE_DIR) / "tests/window/screen/golden" /
                          (std::string(picture.name) + "-" + std::string(theme) + ".png");
  const fs::path drawn = fs::path(testing::TempDir()) / golden.filename();
  const WindowTools tools;
  Settings settings;
  settings.theme = theme;
  Session session{.tools = tools, .settings = settings, .theme = theme_named(theme).value()};
  session.scenario = theme != "projector";
  session.view.arrange = picture.arrange;
  if (picture.script)
    show_script(session, std::make_shared<const ScriptRun>(picture.script()));
  else
    show_scene(session, shared_scene_of(picture.line));
  if (picture.beside) show_beside(session, shared_scene_of(picture.beside), picture.beside);
  session.view.picture = picture.of_run;
  go_to(session, time_of(session, picture.at).value());
  session.untouched = false;

  const Status played = play_headless(session, {.screenshot = drawn, .width = width, .height = height});

  ASSERT_TRUE(played) << played.error().message;
  if (std::getenv("COMMLAB_UPDATE_PICTURES")) {
    fs::create_directories(golden.parent_path());
    fs::copy_file(drawn, golden, fs::copy_options::overwrite_existing);
  }
  EXPECT_LE(share_that_differs(read_png(drawn), read_png(golden)), share_of_pixels)
      << drawn << " looks different from " << golden;
}

std::string name_of_picture(const testing::TestParamInfo<Golden::ParamType>& info) {
  return std::string(std::get<1>(info.param).name) + "_" + std::string(std::get<0>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Pictures, Golden,
                         testing::Combine(testing::ValuesIn(theme_names()), testing::ValuesIn(pictures)),
                         name_of_picture);
INSTANTIATE_TEST_SUITE_P(OfTheAlgorithm, Golden,
                         testing::Values(Golden::ParamType("dark", stages),
                                         Golden::ParamType("projector", stages),
                                         Golden::ParamType("dark", beside)),
                         name_of_picture);

}  // namespace
}  // namespace commlab
