// What --out does with the ending of a file: pictures are drawn, tables are written, and all else is refused
// before any work is done.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/picture/png_of_svg.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string reference =
    "compare --reference " COMMLAB_SOURCE_DIR "/sim/measurements/superbench_a100x8_1n_allreduce.csv";

// A sweep wrote its text into the file, with status 0.
TEST(Pictures, AreDrawnByEveryCommandThatHasSizes) {
  const ScratchFolder folder;
  for (const std::string& words :
       {std::string("sweep all_reduce -b 8 -e 1M"), reference, std::string("rank all_reduce --over 8:1M"),
        std::string("machine show hcm8")}) {
    const Said plain = commlab(words);
    const Said svg = commlab(words + " --out " + (folder / "x.svg").string());
    EXPECT_EQ(svg.status, 0) << words << svg.err;
    EXPECT_THAT(folder.shows("x.svg"), StartsWith("<svg ")) << words;
    EXPECT_EQ(svg.out, plain.out) << "the answer goes to standard output: " << words;
    if (!no_png().empty()) continue;
    EXPECT_EQ(commlab(words + " --out " + (folder / "x.PNG").string()).status, 0) << words;
    EXPECT_THAT(folder.shows("x.PNG"), StartsWith("\x89PNG")) << words;
  }
}

TEST(Pictures, SayWhatTheirLinesAre) {
  const ScratchFolder folder;
  const auto drawn = [&](const std::string& words) {
    EXPECT_EQ(commlab(words + " --out " + (folder / "x.svg").string()).status, 0) << words;
    return folder.shows("x.svg");
  };
  const std::string sweep = drawn("sweep all_reduce --machine dgx-h100 -b 8 -e 1G -f 4");
  for (const char* words : {">all_reduce on dgx-h100<", "simulated", ">size<", ">time<", ">nvls/simple<"})
    EXPECT_THAT(sweep, HasSubstr(words));
  const std::string compared = drawn(reference);
  for (const char* words : {">published, measured<", ">predicted; shaded: 80 % band<", ">size<", ">time<"})
    EXPECT_THAT(compared, HasSubstr(words));
}

TEST(Files, WithAnEndingThatPromisesSomethingElseAreRefusedByEveryCommand) {
  const ScratchFolder folder;
  for (const std::string& words :
       {std::string("sweep all_reduce"), reference, std::string("run all_reduce"),
        std::string("list machines"), std::string("rank all_reduce"), std::string("explain all_reduce"),
        std::string("verify all_reduce"), std::string("accuracy"), std::string("compare all_reduce"),
        std::string("machine show hcm8"), std::string("machine import hcm8"), std::string("calibrate"),
        std::string("script buckets")})
    for (const std::string ending : {".pdf", ".html", ".xyz"}) {
      const Said said = commlab(words + " --out " + (folder / ("x" + ending)).string());
      EXPECT_EQ(said.status, 2) << words;
      EXPECT_THAT(said.err, HasSubstr("commlab writes no " + ending + " files here; expected .")) << words;
      EXPECT_TRUE(folder.names().empty()) << words;
    }
  EXPECT_EQ(commlab("run all_reduce --out x.svg").err,
            "commlab: --out x.svg: there is nothing to draw here; expected .txt, .log, .csv, .json\n");
}

TEST(Files, WithTheEndingOfAFormatHaveThatFormat) {
  const ScratchFolder folder;
  const std::string sweep = "sweep all_reduce -b 8 -e 64";
  for (const std::string format : {"csv", "json"}) {
    ASSERT_EQ(commlab(sweep + " --out " + (folder / ("x." + format)).string()).status, 0);
    EXPECT_EQ(folder.shows("x." + format), commlab(sweep + " --format " + format).out);
  }
  ASSERT_EQ(commlab(sweep + " --format text --out " + (folder / "x.csv").string()).status, 0);
  EXPECT_EQ(folder.shows("x.csv"), commlab(sweep).out) << "--format says more than the ending";
}

}  // namespace
}  // namespace commlab
