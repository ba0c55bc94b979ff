#pragma once
// The window as a user has it, but without a screen: scripts click, type and look, in a temporary folder.

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "gui/window/window.h"
#include "tests/cli/program.h"

namespace commlab {

class WindowOfAUser : public testing::Test {
 protected:
  // Drawing without a graphics card is slow, so tests that do not depend on the size use a small window.
  static constexpr const char* small = "--window-size 960x600";
  // All panels and bars; without a view, the first screen is a calm one.
  static constexpr const char* whole = "--window-size 960x600 --view explore";

  void SetUp() override {
    if (!no_window().empty()) GTEST_SKIP() << no_window();
    std::filesystem::create_directories(folder_);
    const Said said = commlab(fmt::format("window {} --screenshot {}", small, path("first.png")));
    if (said.status == 3 && said.err.find("EGL") != std::string::npos) GTEST_SKIP() << said.err;
    ASSERT_EQ(said.status, 0) << said.err;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Plays a script in the temporary folder, with no settings from earlier.
  Said play(const std::string& script, const std::string& words = whole) {
    std::ofstream(path("script")) << script;
    return commlab("window " + words + " --script " + path("script"),
                   "cd " + folder_.string() + " && XDG_CONFIG_HOME=" + folder_.string());
  }
  void expect_fine(const std::string& script, const std::string& words = whole) {
    const Said said = play(script, words);
    EXPECT_EQ(said.status, 0) << said.err << "\n" << script;
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("commlab_window_test_" + std::to_string(getpid()));
};

}  // namespace commlab
