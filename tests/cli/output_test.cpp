// Where the output of the program goes, and what happens when it cannot get there.

#include <chrono>
#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const char* const small_run = "run all_reduce --machine switch:8,450GB/s,350ns --size 1MiB";

// The fix of an error that the system reports only at the end: all of these ended with status 0.
TEST(StandardOutput, AFullDiskIsToldOnceByEveryCommand) {
  for (const std::string words :
       {"list machines", "--help", "--version", "run --help", small_run, "machine check hcm8",
        "sweep all_reduce -b 8 -e 64", "rank broadcast", "verify all_gather", "lesson", "lesson sheet 7",
        "window --script help", "explain all_reduce"}) {
    const Said said = shell("$COMMLAB " + words + " > /dev/full");
    EXPECT_EQ(said.status, 3) << words << ": " << said.err;
    EXPECT_THAT(said.err, HasSubstr("standard output: No space left on device")) << words;
    EXPECT_EQ(std::ranges::count(said.err, '\n'), 1) << said.err;
  }
}

TEST(StandardOutput, MayBeClosedOnlyWhereNothingIsPrinted) {
  const ScratchFolder folder;
  const Said said = shell("$COMMLAB list machines >&-");
  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err, HasSubstr("standard output: Bad file descriptor"));

  const std::string file = (folder / "out.json").string();
  const Said quiet =
      shell(std::string("$COMMLAB ") + small_run + " --format json --out " + file + " >&- <&-");
  EXPECT_EQ(quiet.status, 0) << quiet.err;
  EXPECT_TRUE(nlohmann::json::accept(folder.shows("out.json")));
}

// Else the file would get the number of the closed stream, and the text would be written into it.
TEST(StandardOutput, ThatIsClosedDoesNotLandInAFile) {
  const ScratchFolder folder;
  const std::string file = (folder / "m.toml").string();
  EXPECT_EQ(shell("$COMMLAB machine import hcm8 --out " + file + " >&-").status, 3);
  EXPECT_THAT(folder.shows("m.toml"), Not(HasSubstr("to look at it")));
}

TEST(StandardOutput, AReaderThatLeavesIsNoError) {
  const Said said = shell("$COMMLAB list algorithms | head -1");
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(std::ranges::count(said.out, '\n'), 1);
  EXPECT_EQ(shell("trap '' PIPE; { $COMMLAB list algorithms; echo $? >&2; } | head -1").err, "0\n");
}

TEST(StandardError, ThatIsFullOrClosedChangesNoStatus) {
  for (const char* where : {"2> /dev/full", "2>&-"}) {
    EXPECT_EQ(shell(std::string("$COMMLAB run all_reduce --size 1.5 ") + where).status, 2) << where;
    EXPECT_EQ(shell(std::string("$COMMLAB ") + small_run + " " + where).status, 0) << where;
  }
}

TEST(OutputFiles, AreWrittenWholeOrNotAtAll) {
  const ScratchFolder folder;
  for (const std::string words :
       {"run all_reduce --size 1MiB --trace FILE.trace", "run all_reduce --size 1MiB --trace FILE.json",
        "run all_reduce --size 1MiB --trace FILE.JSON", "sweep all_reduce -b 8 -e 8M --out FILE.json",
        "machine show hcm8 --out FILE.svg", "machine import hcm8 --out FILE.toml",
        "lesson sheet 7 --out FILE.html", "script buckets --trace FILE.json",
        "rank all_reduce --over 8:1M --out FILE.svg", "window all_reduce --screenshot FILE.png"}) {
    const std::string name = "old." + words.substr(words.rfind('.') + 1);
    std::string line = "$COMMLAB " + words;
    line.replace(line.find("FILE."), line.size(), (folder / name).string());
    folder.holding(name, "old");

    const Said said = shell("ulimit -f 1; " + line + " > /dev/null");  // 512 or 1,024 bytes
    if (said.err.find("EGL") != std::string::npos) continue;           // nothing here can draw a window

    EXPECT_EQ(said.status, 3) << words << ": " << said.err;
    EXPECT_THAT(said.err, HasSubstr(name + " cannot be written: File too large")) << words;
    EXPECT_EQ(folder.shows(name), "old") << words;
    EXPECT_THAT(folder.names(), ElementsAre(name)) << words;
    std::filesystem::remove(folder / name);
  }
}

// It destroyed the older file in 4 of 4 tries.
TEST(OutputFiles, AnEndedRunLeavesTheOlderTraceOrTheWholeNewOne) {
  const ScratchFolder folder;
  const std::string file = (folder / "run.trace").string();
  const std::string run =
      "$COMMLAB run all_to_all --machine switch:192,450GB/s,350ns --size 64MiB --trace " + file;
  ASSERT_EQ(shell(run).status, 0);
  const std::string whole = folder.shows("run.trace");
  for (const char* after : {"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"}) {
    folder.holding("run.trace", "old");
    shell(std::string("timeout -s TERM ") + after + " " + run);
    const std::string now = folder.shows("run.trace");
    EXPECT_TRUE(now == "old" || now == whole) << now.size() << " bytes after " << after << " s";
    EXPECT_THAT(folder.names(), ElementsAre("run.trace"));
  }
}

// Interrupts a sweep that takes half a minute once it has some rows, which a busy computer has late.
Said interrupted_sweep(const std::string& signal, const std::string& output) {
  Said said;
  for (int seconds = 1; seconds <= 32 && said.err.find("the answer has") == std::string::npos; seconds *= 2)
    said = shell("timeout --preserve-status -s " + signal + " " + std::to_string(seconds) +
                 " $COMMLAB sweep all_to_all --exact --machine switch:512,450GB/s,350ns -b 8 -e 8G -f 2 " +
                 output);
  return said;
}

TEST(Interrupted, ASweepKeepsTheRowsThatItHas) {
  const ScratchFolder folder;
  const auto told = testing::MatchesRegex("commlab: interrupted: the answer has [0-9]+ of 31 sizes\n");

  const Said json = interrupted_sweep("INT", "--format json");
  EXPECT_EQ(json.status, 130);
  EXPECT_THAT(json.err, told);
  EXPECT_GT(nlohmann::json::parse(json.out)["rows"].size(), 0u);

  const Said csv = interrupted_sweep("TERM", "--format csv");
  EXPECT_EQ(csv.status, 143);
  EXPECT_THAT(csv.err, told);
  EXPECT_GT(std::ranges::count(csv.out, '\n'), 1);

  const Said text = interrupted_sweep("HUP", "");
  EXPECT_EQ(text.status, 129);
  EXPECT_THAT(text.out, HasSubstr("Collective test concluded"));

  EXPECT_EQ(interrupted_sweep("INT", "--format json --out " + (folder / "rows.json").string()).status, 130);
  EXPECT_GT(nlohmann::json::parse(folder.shows("rows.json"))["rows"].size(), 0u);
}

// A program that is killed has no time to deliver anything: what is there was written before. A file had
// nothing before the end.
TEST(LongAnswers, PrintEachRowAsSoonAsItIsThere) {
  const ScratchFolder folder;
  const std::filesystem::path tables = folder / "tables";  // thrice as many as there are, to take longer
  std::filesystem::create_directory(tables);
  for (const auto& table : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/sim/measurements"))
    for (const char* copy : {"", "_again", "_once_more"})
      if (table.path().extension() == ".csv")
        std::filesystem::copy(table, tables / (table.path().stem().string() + copy + ".csv"));

  const std::string printed = (folder / "printed").string(), file = (folder / "file").string();
  const std::string compared =
      "compare all_reduce --on host --machine switch:2,4GB/s,10us --ranks 2 -b 1K -e 32M -f 8 --algorithm "
      "ring";
  struct Long {
    std::string words, first_row;
  };
  for (const auto& [words, first_row] :
       std::vector<Long>{{"sweep all_reduce -b 8 -e 8G -f 1.003", "^ *8 "},
                         {"sweep all_reduce -b 8 -e 8G -f 1.003 --format csv", "^8,"},
                         {"rank all_reduce --over 8:8G -f 1.05", "^ *8 B .*1.00x"},
                         {"rank all_reduce --over 8:8G -f 1.05 --format csv", "^8,ring,"},
                         {"accuracy " + tables.string(), "^  a100x4 "},
                         {"accuracy --format csv " + tables.string(), "^a100x4,"},
                         {compared, "^ *1 KiB *host"},
                         {compared + " --format csv", "^1024,host"}}) {
    const auto waits_for = [&](const std::string& where) {
      return " & p=$!; for i in $(seq 600); do sleep 0.1; grep -q '" + first_row + "' " + where +
             " && break; done; kill -KILL $p; wait $p";
    };
    EXPECT_EQ(shell("$COMMLAB " + words + " > " + printed + waits_for(printed)).status, 137) << words;
    EXPECT_THAT(folder.shows("printed"), testing::EndsWith("\n")) << words;
    EXPECT_GT(std::ranges::count(folder.shows("printed"), '\n'), 1) << words;
    EXPECT_EQ(shell("rm -f " + file + "; $COMMLAB " + words + " --out " + file + waits_for(file)).status, 137)
        << words;
    EXPECT_THAT(folder.shows("file"), testing::EndsWith("\n")) << words;
    EXPECT_GT(std::ranges::count(folder.shows("file"), '\n'), 1) << words;
  }
}

TEST(LongAnswers, LeaveAnOlderFileUntilThereIsARow) {
  const ScratchFolder folder;
  const std::string file = folder.holding("old.csv", "old").string();
  EXPECT_EQ(commlab("sweep all_reduce --algorithm nonsense --out " + file).status, 2);
  EXPECT_EQ(folder.shows("old.csv"), "old");
  EXPECT_EQ(commlab("sweep all_reduce -b 8 -e 8 --out " + file).status, 0);
  EXPECT_EQ(std::ranges::count(folder.shows("old.csv"), '\n'), 2);
}

// A sweep found it at its first row, and the others at the end. With another exit status, it would have
// begun.
TEST(OutputFiles, ThatCannotBeWrittenAreRefusedBeforeAnyWork) {
  const ScratchFolder folder;
  const std::string big = " --exact --machine switch:512,450GB/s,350ns ";  // takes half a minute
  const std::string log = folder.holding("one.script", "rank all: barrier()\n").string();
  for (const std::string& words : std::vector<std::string>{
           "sweep all_to_all -b 8 -e 8G" + big, "sweep all_to_all -b 8 -e 8G --format json" + big,
           "rank all_to_all" + big, "rank all_to_all --over 8:8G" + big, "accuracy",
           "accuracy --leave-one-out",
           "compare all_reduce --on host --ranks 4 --machine switch:4,1GB/s,1us -b 1M -e 4G",
           "compare --reference " COMMLAB_SOURCE_DIR "/sim/measurements/superbench_a100x8_1n_allreduce.csv",
           "batch all_to_all" + big, "run all_to_all --size 8GiB" + big,
           "explain all_to_all --size 8GiB" + big, "verify all_to_all --ranks 256", "calibrate --on host",
           "measure copy", "list machines", "machine show hcm8", "machine import hcm8",
           "script " + log + " --ranks 2", "lesson sheet 7"}) {
    for (const auto& [file, reason] : std::vector<std::pair<std::string, std::string>>{
             {"/dev/full", "No space left on device"},
             {folder.holding("file", "").string() + "/below", "Not a directory"},
             {"/proc/here", "No such file or directory"},
             {(folder / "").string(), "Is a directory"}}) {
      const Said said = shell("timeout 10 $COMMLAB " + words + " --out " + file);
      EXPECT_EQ(said.status, 3) << words << " --out " << file << ": " << said.err;
      EXPECT_THAT(said.err, HasSubstr(" cannot be written: " + reason)) << words;
      EXPECT_EQ(said.out.empty(), words.find("--format json") == words.npos) << words << said.out;
    }
    EXPECT_EQ(commlab(words + " --out ''").err,
              "commlab: --out: the name is empty; expected that of a file\n");
  }
  EXPECT_EQ(commlab("run all_reduce --trace /dev/full --size 1MiB").status, 3);
}

// JSON and pictures were refused only at the end of the work. Root may write anywhere, so another user tries.
TEST(OutputFiles, ThatMayBeWrittenAreWrittenInAFolderThatMayNot) {
  const ScratchFolder folder;
  const std::string user =
      ::geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/ " : "";
  if (shell(user + "$COMMLAB list machines").status != 0)
    GTEST_SKIP() << "another user cannot run the program";
  for (const std::string words : {"sweep all_reduce -b 8 -e 64", "sweep all_reduce -b 8 -e 64 --format json",
                                  "sweep all_reduce -b 8 -e 64 --format csv", "run all_reduce",
                                  "machine show hcm8", "rank broadcast"}) {
    for (const char* name : {"answer", "x.svg"}) {
      if (std::string_view(name) == "x.svg" && !words.starts_with("sweep") && !words.starts_with("machine"))
        continue;
      const std::string file = folder.holding(name, "old").string();
      std::filesystem::permissions(file, std::filesystem::perms(0666));
      std::filesystem::permissions(folder / "", std::filesystem::perms(0555));
      const Said said = shell(user + "$COMMLAB " + words + " --out " + file);
      EXPECT_EQ(said.status, 0) << words << ": " << said.err;
      const std::string written = folder.shows(name);
      EXPECT_EQ(written.starts_with("<svg "), std::string_view(name) == "x.svg") << words;
      EXPECT_NE(written, "old") << words;
      const std::string another = (folder / "another").string();
      EXPECT_EQ(shell(user + "timeout 10 $COMMLAB " + words + " --out " + another).status, 3) << words;
      std::filesystem::permissions(folder / "", std::filesystem::perms(0755));
      std::filesystem::remove(file);
    }
  }
}

// The last one written won, and a table of measurements was replaced by its comparison.
TEST(OutputFiles, AreAllDifferent) {
  const ScratchFolder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  EXPECT_EQ(commlab("run all_reduce --trace " + file("a.json") + " --out " + file("./a.json")).err,
            "commlab: --out, --trace: both name " + file("a.json") + "; expected two files\n");
  EXPECT_THAT(
      commlab("compare all_reduce --ranks 2 --out " + file("a.csv") + " --reference-out " + file("a.csv"))
          .err,
      HasSubstr("--out, --reference-out: both name "));
  const std::filesystem::path table =
      COMMLAB_SOURCE_DIR "/sim/measurements/superbench_a100x8_1n_allreduce.csv";
  std::filesystem::copy(table, folder / "lab.csv");
  EXPECT_THAT(commlab("compare --reference " + file("lab.csv") + " --out " + file("lab.csv")).err,
              HasSubstr("--reference, --out: both name "));
  EXPECT_EQ(std::filesystem::file_size(folder / "lab.csv"), std::filesystem::file_size(table));
  EXPECT_THAT(folder.names(), ElementsAre("lab.csv"));
}

// Only calibrate makes them, because its own file may be the first of a new account.
TEST(OutputFiles, InMissingFoldersAreRefusedBeforeAnyWork) {
  const ScratchFolder folder;
  const std::string file = (folder / "no" / "such" / "file").string();
  EXPECT_THAT(commlab("sweep all_reduce -b 8 -e 8 --out " + file).err,
              HasSubstr("No such file or directory; make its folder first"));
  const std::string table = COMMLAB_SOURCE_DIR "/sim/measurements/superbench_a100x8_1n_allreduce.csv";
  EXPECT_THAT(commlab("fit --out " + file).err, HasSubstr("calls.toml cannot be written: No such file"));
  const Said kept = commlab("calibrate --from " + table + " --machine dgx-a100 --out " + file + ".toml");
  EXPECT_EQ(kept.status, 0) << kept.err;
  EXPECT_TRUE(std::filesystem::exists(file + ".toml"));
}

TEST(OutputFiles, AreLeftAsTheyAreByTheTry) {
  const ScratchFolder folder;
  const std::string old = folder.holding("old.txt", "old").string();
  EXPECT_EQ(commlab("sweep all_reduce --algorithm nonsense --out " + old).status, 2);
  EXPECT_EQ(commlab("sweep all_reduce --algorithm nonsense --out " + (folder / "new.txt").string()).status,
            2);
  EXPECT_EQ(folder.shows("old.txt"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("old.txt"));

  const std::string pipe = (folder / "pipe").string();
  const Said said = shell("mkfifo " + pipe + "; cat " + pipe +
                          " & $COMMLAB list machines --format csv --out " + pipe + "; wait");
  EXPECT_EQ(said.out, commlab("list machines --format csv").out);
}

TEST(LongAnswers, AreTheSameInAFile) {
  const ScratchFolder folder;
  for (const std::string words :
       {"sweep all_reduce -b 8 -e 1M", "sweep all_reduce -b 8 -e 1M --format csv",
        "sweep all_reduce -b 8 -e 1M --format json", "rank all_reduce --over 8:1M",
        "rank all_reduce --over 8:1M --format csv", "rank all_reduce --over 8:1M --format json", "accuracy",
        "accuracy --format csv", "accuracy --format json",
        "compare --reference " COMMLAB_SOURCE_DIR "/sim/measurements/superbench_a100x8_1n_allreduce.csv"}) {
    const Said said = commlab(words);
    EXPECT_EQ(commlab(words + " --out " + (folder / "file").string()).status, 0);
    EXPECT_EQ(folder.shows("file"), said.out);
  }
}

// taskset leaves the program one core.
TEST(LongAnswers, AreTheSameOnOneCoreAndOnAll) {
  for (const std::string words :
       {"sweep all_reduce -b 8 -e 8G -f 4", "sweep broadcast --machine dgx-h100 -b 1K -e 1G --format csv",
        "sweep all_gather -b 8 -e 1M --format json",
        "sweep all_reduce --machine dgx-h100 --algorithm nonsense", "rank all_reduce --machine dgx-h100",
        "rank all_reduce --ranks 6 --format json", "rank all_gather --over 8:8G -f 4",
        "rank broadcast --over 8:8G -f 8 --format csv",
        "compare --reference " COMMLAB_SOURCE_DIR "/sim/measurements/superbench_a100x8_1n_allreduce.csv",
        "compare --format csv --reference " COMMLAB_SOURCE_DIR
        "/sim/measurements/superbench_a100x8_1n_allreduce.csv"}) {
    const Said all = shell("$COMMLAB " + words);
    const Said one = shell("taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[,-].*//') $COMMLAB " + words);
    EXPECT_EQ(all.out, one.out) << words;
    EXPECT_EQ(all.err, one.err) << words;
    EXPECT_EQ(all.status, one.status) << words;
  }
}

TEST(Interrupted, WhereTheCallerIgnoresASignalSoDoesASweep) {
  const Said said = shell(
      "trap '' INT; $COMMLAB sweep all_to_all --machine switch:64,450GB/s,350ns -b 8 -e 1M --format json & "
      "sleep 0.2; kill -INT $!; wait $!");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(nlohmann::json::parse(said.out)["rows"].size(), 18u);
}

TEST(EndlessInput, IsRefusedAtOnce) {
  const ScratchFolder folder;
  for (const char* ending : {"trace", "script", "lesson.md", "toml", "csv", "json"})
    std::filesystem::create_symlink("/dev/zero", folder / (std::string("zero.") + ending));
  const std::string zero = (folder / "zero").string();
  for (const std::string& words : std::vector<std::string>{
           "lesson tally /dev/zero", "lesson tally " + zero + ".json", "script /dev/zero",
           "script - < /dev/zero", "script " + zero + ".script", "machine check /dev/zero",
           "machine show " + zero + ".toml", "compare --reference /dev/zero",
           "lesson --check " + zero + ".lesson.md", "window " + zero + ".trace", "window " + zero + ".script",
           "window all_reduce --script /dev/zero", "profile /dev/zero", "profile " + zero + ".json",
           "lesson 7 < /dev/zero", "lesson quiz < /dev/zero"}) {
    const auto began = std::chrono::steady_clock::now();
    const Said said = shell("ulimit -v 4000000; timeout 20 $COMMLAB " + words);
    if (words.starts_with("lesson 7") || words.starts_with("lesson quiz")) {
      EXPECT_LE(said.status, 2) << words << said.err;
    } else if (words.starts_with("lesson tally") || words.starts_with("lesson --check")) {
      EXPECT_EQ(said.status, 1) << words;
      EXPECT_THAT(said.out, HasSubstr("is a device, not a file")) << words;
    } else {
      EXPECT_EQ(said.status, 2) << words << ": " << said.err;
      EXPECT_THAT(said.err, HasSubstr("is a device, not a file")) << words;
    }
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10)) << words;
  }
}

TEST(SlowInput, ComesThroughAPipe) {
  const Said said = shell(
      "bash -c '$COMMLAB script <(sleep 6; printf \"ranks 2\\nrank 0: barrier()\\nrank 1: barrier()\\n\")'");
  EXPECT_THAT(said.err, Not(HasSubstr("cannot be read")));
}

// std::filesystem threw, and nobody caught it.
TEST(LastResort, IsNotNeededForAFolderWithATooLongName) {
  const Said said = shell("export XDG_CONFIG_HOME=/" + std::string(5000, 'x') +
                          "; $COMMLAB run all_reduce --on host --ranks 2 --size 64B");
  EXPECT_EQ(said.status, 0) << said.err;
}

TEST(ListOfAlgorithms, FitsATerminal) {
  for (const std::string words : {"list algorithms", "list collectives"}) {
    const std::string text = commlab(words).out;
    EXPECT_THAT(text, HasSubstr("all_reduce"));
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
      EXPECT_LE(text.find('\n', at) - at, 100u) << text.substr(at, text.find('\n', at) - at);
  }
}

}  // namespace
}  // namespace commlab
