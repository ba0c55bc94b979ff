// Writing files: every reader sees the old file or the new one, and nothing is left beside it.

#include "core/files/write_file.h"

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "core/files/new_file.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

mode_t permissions_of(const std::filesystem::path& file) {
  struct stat status;
  return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

// Files of this process may have only so many bytes while this object lives. That is how a disk is full for
// one process.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  sighandler_t handler_;
};

TEST(WriteFile, ANewFileHasTheBytesAndThePermissionsOfTheUmask) {
  const ScratchFolder folder;
  const mode_t before = ::umask(027);

  const Status written = write_file(folder / "new", std::string_view("a\0b", 3));

  ::umask(before);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(folder.shows("new"), std::string("a\0b", 3));
  EXPECT_EQ(permissions_of(folder / "new"), 0640);
  EXPECT_THAT(folder.names(), ElementsAre("new"));
}

TEST(WriteFile, AnOldFileKeepsItsPermissions) {
  const ScratchFolder folder;
  ::chmod(folder.holding("file", "old").c_str(), 0604);

  ASSERT_TRUE(write_file(folder / "file", "new"));

  EXPECT_EQ(folder.shows("file"), "new");
  EXPECT_EQ(permissions_of(folder / "file"), 0604);
}

TEST(WriteFile, AFullDiskLeavesTheOldFileAndNothingBesideIt) {
  const ScratchFolder folder;
  folder.holding("file", "old");

  const SmallDisk disk(1000);
  const Status written = write_file(folder / "file", std::string(1001, 'x'));

  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().fault, Fault::runtime);
  EXPECT_EQ(written.error().message,
            (folder / "file").string() +
                " cannot be written: File too large; raise the limit for the size of files (ulimit -f)");
  EXPECT_EQ(folder.shows("file"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
  EXPECT_FALSE(write_file("/dev/full", "x"));
}

TEST(WriteFile, AFileInTheMakingIsForgottenUnlessItIsComplete) {
  const ScratchFolder folder;
  folder.holding("file", "old");
  {
    Result<NewFile> file = NewFile::open(folder / "file");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
  }
  EXPECT_EQ(folder.shows("file"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

// A process is ended at some moment while it writes the file again and again.
TEST(WriteFile, AKilledProcessLeavesACompleteFileAndNothingBesideIt) {
  const ScratchFolder folder;
  const std::string old(300'000, 'a'), other(300'000, 'b');
  folder.holding("file", old);
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    // A shell starts programs in the background with SIGINT ignored. A child inherits what holds before the
    // fork, so it obeys from its first moment on.
    const auto before = ::signal(signal, SIG_DFL);
    for (int round = 0; round < 20; ++round) {
      const pid_t child = ::fork();
      if (child == 0)
        for (int i = 0;; ++i) (void)write_file(folder / "file", i % 2 == 0 ? other : old);
      std::this_thread::sleep_for(std::chrono::microseconds(300 + 517 * round));
      ::kill(child, signal);
      ::waitpid(child, nullptr, 0);
      const std::string now = folder.shows("file");
      EXPECT_TRUE(now == old || now == other) << now.size();
      if (signal != SIGKILL) {
        EXPECT_THAT(folder.names(), ElementsAre("file"));
      }
    }
    if (before != SIG_ERR) ::signal(signal, before);
  }
}

TEST(WriteFile, ReadersSeeOneWholeVersionWhileTwoWritersWrite) {
  const ScratchFolder folder;
  const std::string a(40'000, 'a'), b(50'000, 'b');
  folder.holding("file", a);
  std::atomic<bool> done = false;
  const auto write_again = [&](const std::string& text) {
    while (!done) EXPECT_TRUE(write_file(folder / "file", text));
  };
  std::thread one([&] { write_again(a); }), two([&] { write_again(b); });
  for (int reader = 0; reader < 1000; ++reader) {
    const std::string seen = folder.shows("file");
    EXPECT_TRUE(seen == a || seen == b) << seen.size() << " bytes";
  }
  done = true;
  one.join();
  two.join();
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(WriteFile, ASymbolicLinkStaysAndItsTargetIsReplaced) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "inner");
  folder.holding("inner/file", "old");
  std::filesystem::create_symlink("inner/file", folder / "link");
  std::filesystem::create_symlink("link", folder / "link to link");
  std::filesystem::create_symlink("inner/missing", folder / "dangling");

  ASSERT_TRUE(write_file(folder / "link to link", "new"));
  ASSERT_TRUE(write_file(folder / "dangling", "made"));

  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link to link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling"));
  EXPECT_EQ(folder.shows("inner/file"), "new");
  EXPECT_EQ(folder.shows("inner/missing"), "made");
}

TEST(WriteFile, ACircleOfLinksIsAnError) {
  const ScratchFolder folder;
  std::filesystem::create_symlink("b", folder / "a");
  std::filesystem::create_symlink("a", folder / "b");
  EXPECT_THAT(write_file(folder / "a", "x").error().message, HasSubstr("symbolic links"));
}

TEST(WriteFile, DevicesAndPipesAreWrittenAndNeverReplaced) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string came;
  std::thread reader([&] { came = folder.shows("pipe"); });

  EXPECT_TRUE(write_file(folder / "pipe", "through the pipe"));
  reader.join();
  EXPECT_TRUE(write_file("/dev/null", "x"));

  EXPECT_EQ(came, "through the pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

// As with a shell's `--out /dev/fd/N N> file`: what was written before stays.
TEST(WriteFile, ADescriptorIsWrittenWhereItStands) {
  const ScratchFolder folder;
  const int open = ::open((folder / "log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(open, "before ", 7), 7);

  EXPECT_TRUE(write_file("/dev/fd/" + std::to_string(open), "after"));
  EXPECT_TRUE(write_file("/proc/self/fd/" + std::to_string(open), " it"));
  ::close(open);

  EXPECT_EQ(folder.shows("log"), "before after it");
  EXPECT_THAT(write_file("/dev/fd/987", "x").error().message, HasSubstr("/dev/fd/987 cannot be written"));
}

TEST(WriteFile, PlacesWhereNoFileCanBeAreNamedWithTheReason) {
  const ScratchFolder folder;
  const auto reason = [&](const std::filesystem::path& path) {
    const Status written = write_file(path, "x");
    return written ? "written" : written.error().message.substr(path.string().size());
  };
  EXPECT_EQ(reason(folder / "."), " cannot be written: Is a directory; name a file in that folder");
  EXPECT_EQ(reason(folder / "no/file"),
            " cannot be written: No such file or directory; make its folder first");
  EXPECT_EQ(reason(folder.holding("file", "") / "in a file"),
            " cannot be written: Not a directory; make its folder first");
  EXPECT_EQ(reason(folder / std::string(256, 'n')),
            " cannot be written: File name too long; choose a shorter name");
  EXPECT_EQ(reason("/proc/nowhere/file"),
            " cannot be written: No such file or directory; make its folder first");
  EXPECT_EQ(reason(""), " cannot be written: No such file or directory; make its folder first");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(WriteFile, TheLongestNameOfAFileCanBeWrittenAndReplaced) {
  const ScratchFolder folder;
  const std::string name(255, 'n');
  EXPECT_TRUE(write_file(folder / name, "old"));
  EXPECT_TRUE(write_file(folder / name, "new"));
  EXPECT_EQ(folder.shows(name), "new");
}

// What `act` returns in a process of its own.
int in_a_process(const std::function<int()>& act) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act());
  int ended = 0;
  ::waitpid(child, &ended, 0);
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

// The same, as a user who is not root: root may write anywhere. 2: there is no such user.
int as_another_user(const std::function<int()>& act) {
  return in_a_process([&] { return ::geteuid() == 0 && ::setuid(65'534) != 0 ? 2 : act(); });
}

TEST(WriteFile, AFileThatMayNotBeWrittenIsNotReplaced) {
  const ScratchFolder folder;
  ::chmod(folder.holding("file", "old").c_str(), 0444);
  ::chmod((folder / ".").c_str(), 0777);
  EXPECT_EQ(as_another_user([&] {
              const Status written = write_file(folder / "file", "new");
              return !written && written.error().message.find("Permission denied") != std::string::npos ? 0
                                                                                                        : 1;
            }),
            0);
  EXPECT_EQ(folder.shows("file"), "old");
}

// The answer of a long command was refused only at its end.
TEST(WriteFile, AFileThatMayBeWrittenInAFolderThatMayNotGetsTheBytesItself) {
  const ScratchFolder folder;
  const std::string large(200'000, 'x');
  for (const std::string& text : {std::string("new"), large, std::string(), std::string("shorter")}) {
    ::chmod(folder.holding("file", "old text").c_str(), 0666);
    ::chmod((folder / ".").c_str(), 0555);
    EXPECT_EQ(as_another_user([&] {
                if (!can_write_file(folder / "file")) return 3;
                if (folder.shows("file") != "old text") return 4;
                if (can_write_file(folder / "another")) return 5;
                return write_file(folder / "file", text) ? 0 : 1;
              }),
              0);
    EXPECT_EQ(folder.shows("file"), text);
    EXPECT_EQ(permissions_of(folder / "file"), 0666);
    EXPECT_THAT(folder.names(), ElementsAre("file"));
    ::chmod((folder / ".").c_str(), 0755);
  }
}

TEST(WriteFile, AFullDiskLeavesTheOldFileInAFolderThatMayNotBeWritten) {
  const ScratchFolder folder;
  ::chmod(folder.holding("file", "old").c_str(), 0666);
  ::chmod((folder / ".").c_str(), 0555);
  EXPECT_EQ(as_another_user([&] {
              const SmallDisk disk(1000);
              return write_file(folder / "file", std::string(1001, 'x')) ? 1 : 0;
            }),
            0);
  EXPECT_EQ(folder.shows("file"), "old");
  ::chmod((folder / ".").c_str(), 0755);
}

TEST(WriteFile, AFileThatIsMountedGetsTheBytesItself) {
  const ScratchFolder folder;
  const std::string mounted = folder.holding("mounted", "old text");
  folder.holding("place", "");
  constexpr int not_allowed = 77;
  const int ended = in_a_process([&] {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount(mounted.c_str(), (folder / "place").c_str(), nullptr, MS_BIND, nullptr) != 0)
      return not_allowed;
    return can_write_file(folder / "place") && write_file(folder / "place", "new") ? 0 : 1;
  });
  if (ended == not_allowed) GTEST_SKIP() << "this user may not mount anything";
  EXPECT_EQ(ended, 0);
  EXPECT_EQ(folder.shows("mounted"), "new");
  EXPECT_EQ(folder.shows("place"), "");  // where it is not mounted
  EXPECT_THAT(folder.names(), testing::UnorderedElementsAre("mounted", "place"));
}

TEST(WriteFile, MissingFoldersAreMadeWhereThatIsAsked) {
  const ScratchFolder folder;
  EXPECT_TRUE(write_file_and_folders(folder / "a/b/file", "x"));
  EXPECT_EQ(folder.shows("a/b/file"), "x");
  EXPECT_THAT(write_file_and_folders("/proc/nowhere/file", "x").error().message,
              StartsWith("/proc/nowhere/file cannot be written: "));
}

}  // namespace
}  // namespace commlab
