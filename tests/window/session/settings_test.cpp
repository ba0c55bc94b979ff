// What the window remembers in its file.

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/session/settings.h"

namespace commlab {
namespace {

using testing::HasSubstr;

struct Folder {
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) /
                               testing::UnitTest::GetInstance()->current_test_info()->name();
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Settings, AreReadAsTheyWereWritten) {
  const Folder folder;
  const Settings settings{.theme = "light",
                          .scale = 1.25,
                          .reduced_motion = true,
                          .labels = false,
                          .columns = 0.3,
                          .timeline = 0.5,
                          .keys = {{"play", "P"}}};

  ASSERT_TRUE(write_settings(settings, folder.path / "new"));

  EXPECT_EQ(read_settings(folder.path / "new").value(), settings);
  EXPECT_EQ(read_settings(folder.path / "none").value(), Settings{});
  EXPECT_EQ(read_settings({}).value(), Settings{});
}

TEST(Settings, AFileThatSaysNonsenseIsNamedWithItsLine) {
  const Folder folder;
  std::filesystem::create_directories(folder.path);
  const auto read = [&](const char* text) {
    std::ofstream(folder.path / "window.toml") << text;
    return read_settings(folder.path).error().message;
  };
  EXPECT_THAT(read("theme = 3\n"), HasSubstr("window.toml: line 1: theme is expected to be a name"));
  EXPECT_THAT(read("theme = \"dark\"\nkeys = 3\n"), HasSubstr("line 2: keys is expected to be a table"));
  EXPECT_THAT(read("[keys]\nplay = 1\n"), HasSubstr("line 2: the key of play is expected in quotes"));
  EXPECT_THAT(read("theme = \n"), HasSubstr("window.toml: line 1: "));
}

TEST(Settings, AFolderThatCannotBeMadeIsTold) {
  const Status written = write_settings({}, "/proc/nowhere");
  EXPECT_EQ(written.error().message,
            "settings are not remembered: /proc/nowhere/window.toml cannot be written: No such file or directory; "
            "make its folder first");
}

}  // namespace
}  // namespace commlab
