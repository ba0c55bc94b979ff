// What --out does with the ending of a file: pictures are drawn, tables are written, and all else is refused
// before any work is done.

#include <algorithm>
#include <set>
#include <sstream>

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

// Each command that has --out, and the endings that it writes.
struct Endings {
  std::string words;
  std::set<std::string> written;
};

const std::vector<Endings>& endings_of_commands() {
  static const std::set<std::string> text = {".txt", ".log", ".json"},
                                     rows = {".txt", ".log", ".json", ".csv"},
                                     drawn = {".txt", ".log", ".json", ".csv", ".svg"}, machine = {".toml"};
  static const std::vector<Endings> all = {
      {"run all_reduce", rows},
      {"sweep all_reduce", drawn},
      {"batch all_reduce", {".jsonl", ".ndjson", ".txt", ".log"}},
      {"compare all_reduce", drawn},
      {"check all_reduce --size 1GiB --measured 4ms", rows},
      {"rank all_reduce", drawn},
      {"verify all_reduce", text},
      {"explain all_reduce", text},
      {"script buckets", text},
      {"lesson tally .", rows},
      {"lesson sheet 7", {".html", ".htm", ".md", ".markdown", ".txt"}},
      {"lesson quiz --sheet", {".html", ".htm", ".md", ".markdown", ".txt"}},
      {"list machines", rows},
      {"machine show hcm8", {".txt", ".log", ".json", ".svg"}},
      {"machine graphs graph.xml", {".txt", ".log", ".svg"}},
      {"machine import hcm8", machine},
      {"machine detect", machine},
      {"measure copy", rows},
      {"measure p2p-matrix", drawn},
      {"measure overlap", rows},
      {"measure atomics", rows},
      {"calibrate", machine},
      {"accuracy", drawn},
      {"profile trace.json", rows},
      {"fit", {}},  // a folder: any name will do
  };
  return all;
}

// The words of each command whose help shows --out.
std::set<std::string> commands_with_out(const std::string& words = "") {
  std::set<std::string> found;
  const std::string help = commlab(words + " --help").out;
  if (help.find("\n  --out F") != help.npos) found.insert(words);
  const std::string title = "\nSubcommands:\n";
  const std::size_t below = help.find(title);
  std::istringstream lines(below == help.npos ? "" : help.substr(below + title.size()));
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");)
    if (line[2] != ' ') {
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      found.merge(commands_with_out(words.empty() ? name : words + " " + name));
    }
  return found;
}

TEST(Files, HaveOneRowForEveryCommandThatWritesOne) {
  for (const std::string& command : commands_with_out())
    if (std::ranges::none_of(endings_of_commands(), [&](const Endings& each) {
          return each.words == command || each.words.starts_with(command + " ");
        }))
      ADD_FAILURE() << command << " has --out, and no row in the table";
}

// The folder is a file: an ending that is written gets as far as that, and no work is done.
TEST(Files, AreRefusedBeforeAnyWorkUnlessTheirEndingIsWritten) {
  const ScratchFolder folder;
  folder.holding("file", "");
  for (const auto& [words, written] : endings_of_commands()) {
    if (written.empty()) continue;
    for (const std::string ending :
         {".txt", ".log", ".json", ".csv", ".svg", ".toml", ".html", ".htm", ".md", ".markdown", ".jsonl",
          ".ndjson", ".trace", ".perfetto", ".pftrace", ".pdf", ".gif", ".xyz"}) {
      const std::string file = (folder / ("file/x" + ending)).string();
      const Said said = shell("timeout 10 $COMMLAB " + words + " --out " + file);
      if (written.contains(ending)) {
        EXPECT_THAT(said.err, HasSubstr("cannot be written: Not a directory")) << words << ' ' << ending;
        continue;
      }
      EXPECT_EQ(said.status, 2) << words << " --out " << file << ": " << said.err;
      EXPECT_THAT(said.err, HasSubstr("--out " + file + ": ")) << words;
      EXPECT_EQ(std::ranges::count(said.err, '\n'), 1) << said.err;
    }
  }
  EXPECT_THAT(folder.names(), testing::ElementsAre("file"));
}

// It wrote its report into the file, which looked like a trace.
TEST(Files, ThatLookLikeTracesAreSentToTheOptionForThem) {
  for (const char* words : {"run all_reduce", "sweep all_reduce", "script buckets", "explain all_reduce"})
    for (const char* ending : {".trace", ".perfetto"})
      EXPECT_THAT(
          commlab(std::string(words) + " --out x" + ending).err,
          testing::EndsWith("; a trace is written by commlab run --trace FILE.trace, or FILE.json for "
                            "Perfetto\n"));
  EXPECT_EQ(commlab("script buckets --trace x.trace").err,
            "commlab: --trace: 'x.trace' does not end in .json (Perfetto); a script has no native trace\n");
}

TEST(Files, WithTheEndingOfAFormatHaveThatFormat) {
  const ScratchFolder folder;
  const std::string sweep = "sweep all_reduce -b 8 -e 64";
  for (const std::string format : {"csv", "json"}) {
    ASSERT_EQ(commlab(sweep + " --out " + (folder / ("x." + format)).string()).status, 0);
    EXPECT_EQ(folder.shows("x." + format), commlab(sweep + " --format " + format).out);
  }
  ASSERT_EQ(commlab("machine show hcm8 --out " + (folder / "m.json").string()).status, 0);
  EXPECT_EQ(folder.shows("m.json"), commlab("machine show hcm8 --format json").out);
  ASSERT_EQ(commlab(sweep + " --format text --out " + (folder / "x.csv").string()).status, 0);
  EXPECT_EQ(folder.shows("x.csv"), commlab(sweep).out) << "--format says more than the ending";
}

}  // namespace
}  // namespace commlab
