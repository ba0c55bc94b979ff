// The program starts without the libraries that only some of its commands use. Here the loader finds files
// that are no libraries in their places.

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/window.h"
#include "tests/cli/program.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class WithoutLibraries : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  // Runs commlab where these libraries cannot be loaded.
  Said commlab_without(std::initializer_list<const char*> libraries, const std::string& words) const {
    for (const char* library : libraries) std::ofstream(folder_ / library) << "no library";
    return commlab(words, "LD_LIBRARY_PATH=" + folder_.string());
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("commlab_without_libraries_" + std::to_string(getpid()));
};

constexpr auto optional_libraries = {"libEGL.so.1", "libGL.so.1",         "libOpenGL.so.0",
                                     "libGLX.so.0", "libGLdispatch.so.0", "libglfw.so.3",
                                     "libX11.so.6", "libnccl.so.2",       "libcuda.so.1"};

TEST_F(WithoutLibraries, TheProgramRuns) {
  const Said said = commlab_without(optional_libraries, "run all_reduce --machine ring:4,25GB/s,2us");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("every contribution arrives exactly once"));
}

TEST_F(WithoutLibraries, TheListOfBackendsSaysWhatIsMissing) {
  const Said said = commlab_without(optional_libraries, "list backends");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("  sim "), HasSubstr("  nccl ")));
}

TEST_F(WithoutLibraries, ThePictureOfAWindowNamesTheOneItLacks) {
  if (!no_window().empty()) GTEST_SKIP() << no_window();
  const std::string picture = "window --screenshot " + (folder_ / "a.png").string();

  const Said without_egl = commlab_without({"libEGL.so.1"}, picture);
  EXPECT_EQ(without_egl.status, 3);
  EXPECT_THAT(without_egl.err,
              AllOf(StartsWith("commlab: pictures without a display need EGL: "), HasSubstr("libEGL.so.1: "),
                    EndsWith("(Debian: apt install libegl1 libgl1-mesa-dri)\n")));
  fs::remove(folder_ / "libEGL.so.1");

  const Said without_opengl = commlab_without({"libGL.so.1"}, picture);
  EXPECT_EQ(without_opengl.status, 3);
  EXPECT_THAT(without_opengl.err,
              AllOf(HasSubstr("libGL.so.1: "), EndsWith("(Debian: apt install libgl1)\n")));
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(WithoutLibraries, AWindowNamesTheOneItLacks) {
  if (!no_window().empty()) GTEST_SKIP() << no_window();
  const Said said = commlab_without({"libglfw.so.3"}, "window");
  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err, AllOf(StartsWith("commlab: a window needs GLFW: "), HasSubstr("libglfw.so.3: "),
                              EndsWith("(Debian: apt install libglfw3)\n")));
}

}  // namespace
}  // namespace commlab
