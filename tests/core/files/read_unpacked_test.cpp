// Files that gzip has compressed.
#include "core/files/read_unpacked.h"

#include <chrono>
#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// What the shell's gzip makes of what a command writes.
std::filesystem::path packed(const std::filesystem::path& file, const std::string& command) {
  EXPECT_EQ(std::system(fmt::format("{} | gzip -1 > '{}'", command, file.string()).c_str()), 0);
  return file;
}

TEST(ReadUnpacked, GivesWhatWasPacked) {
  const ScratchFolder folder;
  EXPECT_EQ(read_unpacked(packed(folder / "small.gz", "printf 'a\\nb'"), MiB(1)).value(), "a\nb");
  const auto repetitive = packed(folder / "table.gz", "seq 1 2000000");
  EXPECT_EQ(read_unpacked(repetitive, MiB(64)).value().size(), 14'888'896u);
  EXPECT_THAT(read_unpacked(repetitive, MiB(8)).error().message,
              HasSubstr("table.gz is too large: unpacked, it has more than 8MiB"));
}

// It filled the memory for a minute.
TEST(ReadUnpacked, AFileThatOnlyFillsTheMemoryIsRefusedSoon) {
  const ScratchFolder folder;
  const auto bomb = packed(folder / "bomb.gz", "head -c 200000000 /dev/zero");
  const auto before = std::chrono::steady_clock::now();
  EXPECT_THAT(read_unpacked(bomb, Bytes{std::int64_t{4} << 30}).error().message,
              HasSubstr("bomb.gz is no trace or table: each of its bytes unpacks to"));
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
}

}  // namespace
}  // namespace commlab
