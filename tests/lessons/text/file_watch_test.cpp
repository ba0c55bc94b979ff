// However an editor saves a file, a thread that waits for the file is told.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "lessons/text/file_watch.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

class Watched : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    std::ofstream(file_) << "a";
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("commlab_watch_{}", getpid());
  fs::path file_ = folder_ / "a.lesson.md";
};

TEST_F(Watched, FilesAreSavedInPlaceOrRenamed) {
  Result<FileWatch> watch = FileWatch::of(file_);
  ASSERT_TRUE(watch) << watch.error().message;
  std::ofstream(folder_ / "another") << "x";
  std::ofstream(file_) << "b";
  EXPECT_TRUE(watch->wait_until_saved());
  std::ofstream(folder_ / "beside") << "c";
  fs::rename(folder_ / "beside", file_);
  EXPECT_TRUE(watch->wait_until_saved());
}

TEST_F(Watched, IsAskedWithoutWaiting) {
  Result<FileWatch> watch = FileWatch::of(file_);
  ASSERT_TRUE(watch) << watch.error().message;
  EXPECT_FALSE(watch->saved());
  std::ofstream(folder_ / "another") << "x";
  EXPECT_FALSE(watch->saved());
  std::ofstream(file_) << "b";
  std::ofstream(file_) << "c";
  EXPECT_TRUE(watch->saved());
  EXPECT_FALSE(watch->saved()) << "several saves count as one";

  FileWatch moved = std::move(*watch);
  std::ofstream(file_) << "d";
  EXPECT_TRUE(moved.saved());
}

TEST_F(Watched, AFolderThatIsNotThereIsAnError) { EXPECT_FALSE(FileWatch::of(folder_ / "nowhere" / "a")); }

}  // namespace
}  // namespace commlab
