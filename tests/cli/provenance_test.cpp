// What decides a time is kept with it: by `run` in JSON, and by `compare` in tables, which read back.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/published/published.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST(Provenance, ARealRunHasItInJsonAndAModelHasNone) {
  const auto real = commlab_json("run all_reduce --on host --ranks 2 --count 4");
  EXPECT_TRUE(real["provenance"].contains("kernel")) << real.dump(1);
  EXPECT_TRUE(real["provenance"].contains("usable processors"));

  const auto modelled = commlab_json("run all_reduce --machine switch:2,4GB/s,10us --size 1K");
  EXPECT_FALSE(modelled.contains("provenance"));
}

TEST(Provenance, ATableKeepsItAndNamesWhatDiffersFromTheCalibration) {
  const fs::path folder = fs::temp_directory_path() / ("commlab_provenance_cli_" + std::to_string(getpid()));
  fs::create_directories(folder);
  Machine machine = *find_machine("switch:2,4GB/s,10us", {});
  machine.provenance = {.facts = {{"kernel", "Linux 2.4"}}, .states = {}};
  std::ofstream(folder / "own.toml") << machine_to_toml(machine);
  const std::string table = (folder / "ring.csv").string();

  const Said measured =
      commlab("compare all_reduce --on host --ranks 2 --algorithm ring --size 1K --machine " +
              (folder / "own.toml").string() + " --reference-out " + table);
  ASSERT_EQ(measured.status, 0) << measured.err;

  const Result<PublishedTable> read = read_published(table);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(lines_of(provenance_of(*read)), testing::Contains(testing::StartsWith("kernel: Linux")));
  const Said said = commlab("compare --reference " + table);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("kernel: Linux 2.4 when calibrated, Linux"));

  // A table of before: without these lines, nothing is said.
  std::ifstream file(table);
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::ofstream(table) << std::regex_replace(text, std::regex("# provenance: [^\n]*\n"), "");
  EXPECT_FALSE(provenance_of(*read_published(table)).known());
  const Said old = commlab("compare --reference " + table);
  EXPECT_EQ(old.status, 0) << old.err;
  EXPECT_THAT(old.out, Not(HasSubstr("when calibrated")));
  fs::remove_all(folder);
}

// Namespaces make of rank 1 a process of another computer: with another host name, and another boot.
TEST(Provenance, OfALaunchedRankOnAnotherComputerIsKeptWhereItDiffers) {
  const ScratchFolder folder;
  const std::string other_boot = folder / "boot_id", script = folder / "rank.sh";
  std::ofstream(other_boot) << "another boot\n";
  std::ofstream(script) << "if [ $RANK = 1 ]; then\n"
                           "  exec unshare -m -u sh -c 'hostname node2 && mount --bind "
                        << other_boot
                        << " /proc/sys/kernel/random/boot_id && exec taskset -c 0 \"$0\" \"$@\"' \"$@\"\n"
                           "fi\nexec \"$@\"\n";
  if (shell("RANK=1 sh " + script + " true").status != 0) GTEST_SKIP() << "namespaces cannot be made here";

  const Said said =
      commlab("launch -n 2 -- sh " + script + " $COMMLAB run all_reduce --on tcp --count 64 --format json");

  ASSERT_EQ(said.status, 0) << said.err;
  const auto provenance = nlohmann::json::parse(said.out)["provenance"];
  if (provenance["usable processors"] != "1") {
    EXPECT_EQ(provenance.value("usable processors of node2", ""), "1");
  }
  EXPECT_FALSE(provenance.contains("kernel of node2")) << "both have the same";
}

}  // namespace
}  // namespace commlab
