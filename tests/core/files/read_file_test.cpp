// Reading files: everything ends, in the bytes or in one sentence.

#include "core/files/read_file.h"

#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

TEST(ReadFile, GivesTheBytesAsTheyAre) {
  const ScratchFolder folder;
  const std::string bytes("a\0b\n\xff", 5);
  EXPECT_EQ(read_file(folder.holding("file", bytes)).value(), bytes);
  EXPECT_EQ(read_file(folder.holding("empty", "")).value(), "");
  EXPECT_EQ(read_file("/dev/null").value(), "");
  EXPECT_NE(read_file("/proc/self/status").value(), "");  // the system says it has 0 bytes
}

TEST(ReadFile, RefusesMoreThanTheLimit) {
  const ScratchFolder folder;
  EXPECT_EQ(read_file(folder.holding("file", "12345"), Bytes{5}).value(), "12345");
  EXPECT_EQ(read_file(folder / "file", Bytes{4}).error().message,
            (folder / "file").string() + " is too large: it has more than 4B");
  std::filesystem::resize_file(folder / "file", std::uintmax_t{1} << 40);  // takes no room on the disk
  EXPECT_EQ(read_file(folder / "file").error().message,
            (folder / "file").string() + " is too large: it has more than 16MiB");
}

TEST(ReadFile, RefusesWhatNeverEndsAtOnce) {
  const auto began = steady_clock::now();
  EXPECT_EQ(read_file("/dev/zero", Bytes{INT64_MAX}).error().message, "/dev/zero is a device, not a file");
  EXPECT_EQ(read_file("/dev/urandom", Bytes{INT64_MAX}).error().message,
            "/dev/urandom is a device, not a file");
  EXPECT_LT(steady_clock::now() - began, std::chrono::seconds(1));
}

TEST(ReadFile, SaysWhyAFileCannotBeRead) {
  const ScratchFolder folder;
  const std::string path = (folder / ".").string();
  EXPECT_EQ(read_file(path).error().message, path + " is a folder, not a file");
  EXPECT_EQ(read_file("/no/such").error().message, "/no/such cannot be read: there is no such file");
  EXPECT_EQ(read_file("/dev/null/file").error().message, "/dev/null/file cannot be read: Not a directory");
  EXPECT_EQ(read_file("/no/such").error().fault, Fault::input);
}

TEST(ReadFile, RefusesAPipeThatNobodyWritesInto) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(folder / "pipe").error().message,
            (folder / "pipe").string() + " cannot be read: nobody writes into this pipe");
}

// The writer comes after a second, and is silent for longer than a reader waits for a writer.
TEST(ReadFile, WaitsForASlowWriter) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    std::ofstream pipe(folder / "pipe");
    pipe << "first " << std::flush;
    std::this_thread::sleep_for(std::chrono::seconds(6));
    pipe << "last";
  });
  EXPECT_EQ(read_file(folder / "pipe").value(), "first last");
  writer.join();
}

TEST(ReadFile, RefusesAPipeThatNeverEnds) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::thread writer([&] {
    const sighandler_t before = std::signal(SIGPIPE, SIG_IGN);
    std::ofstream pipe(folder / "pipe");
    while (pipe << std::string(1 << 16, 'y')) {
    }
    std::signal(SIGPIPE, before);
  });
  EXPECT_EQ(read_file(folder / "pipe").error().message,
            (folder / "pipe").string() + " is too large: it has more than 16MiB");
  writer.join();
}

}  // namespace
}  // namespace commlab
