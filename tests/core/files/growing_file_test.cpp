// A file of lines that only grows: what is in it after other programs have written, torn and locked it.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/files/growing_file.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Status fine(std::string_view) { return {}; }

std::vector<std::string> lines_of(GrowingFile& file) {
  std::vector<std::string> lines;
  const auto take = [&](std::string_view line) -> Status {
    lines.emplace_back(line);
    return {};
  };
  EXPECT_TRUE(file.read(take, fine));
  return lines;
}

TEST(GrowingFile, LinesAreAddedToThoseOfEarlierPrograms) {
  const ScratchFolder folder;
  const auto path = folder / "rows";
  for (const char* line : {"one", "two"}) EXPECT_TRUE(GrowingFile::open(path)->add(line));

  EXPECT_EQ(folder.shows("rows"), "one\ntwo\n");
  auto file = GrowingFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_THAT(lines_of(*file), ElementsAre("one", "two"));
}

TEST(GrowingFile, ThatIsClearedBeginsAnew) {
  const ScratchFolder folder;
  auto file = GrowingFile::open(folder.holding("rows", "old\n"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->clear());
  EXPECT_TRUE(file->add("new"));
  EXPECT_EQ(folder.shows("rows"), "new\n");
}

TEST(GrowingFile, ATornLastLineIsRemovedAndNothingElse) {
  const ScratchFolder folder;
  const std::string whole = "one\n\ntwo\n";
  for (const std::string& torn :
       {std::string(), std::string("t"), std::string(5, '\0'), std::string(1 << 21, 'x')}) {
    const auto path = folder.holding("rows", whole + torn);
    {
      auto file = GrowingFile::open(path);
      EXPECT_THAT(lines_of(*file), ElementsAre("one", "", "two"));
      EXPECT_TRUE(file->add("three"));
    }
    EXPECT_EQ(folder.shows("rows"), whole + "three\n");
  }
}

TEST(GrowingFile, WhatIsRefusedStaysAsItIs) {
  const ScratchFolder folder;
  const auto refuse = [](std::string_view) -> Status { return fail("not mine"); };

  const auto torn = folder.holding("torn", "one\na letter without an end");
  EXPECT_EQ(GrowingFile::open(torn)->read(fine, refuse).error().message, "not mine");
  EXPECT_EQ(folder.shows("torn"), "one\na letter without an end");

  const auto whole = folder.holding("whole", "one\ntwo\n");
  EXPECT_EQ(GrowingFile::open(whole)->read(refuse, fine).error().message, "not mine");
  EXPECT_EQ(folder.shows("whole"), "one\ntwo\n");
}

TEST(GrowingFile, HasOneWriterAtATime) {
  const ScratchFolder folder;
  const auto path = folder / "rows";
  {
    const auto first = GrowingFile::open(path);
    ASSERT_TRUE(first);
    EXPECT_EQ(
        GrowingFile::open(path).error().message,
        path.string() + " is being written by another program; wait for its end, or choose another file");
  }
  EXPECT_TRUE(GrowingFile::open(path));
}

TEST(GrowingFile, WhereNothingCanBeWrittenTheErrorSaysWhy) {
  const ScratchFolder folder;
  EXPECT_THAT(GrowingFile::open(folder / "missing" / "rows").error().message,
              HasSubstr("No such file or directory"));
  EXPECT_THAT(GrowingFile::open(folder / "").error().message, HasSubstr("Is a directory"));

  const Status full = GrowingFile::open("/dev/full")->add("one");
  EXPECT_EQ(full.error().fault, Fault::runtime);
  EXPECT_THAT(full.error().message, HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace commlab
