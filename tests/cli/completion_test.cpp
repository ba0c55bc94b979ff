// What a shell offers when Tab is pressed, and man pages: all of it is what --help says.

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

std::set<std::string> offered(const std::string& words) {
  const Said said = commlab("complete -- " + words);
  EXPECT_EQ(said.status, 0) << words << said.err;
  std::set<std::string> offers;
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);) offers.insert(line.substr(0, line.find('\t')));
  return offers;
}

std::set<std::string> commands() { return offered("''"); }

TEST(Completion, OffersEveryCommandThatHelpShows) {
  const std::string help = commlab("--help").out;
  const std::set<std::string> all = commands();
  EXPECT_THAT(all, IsSupersetOf({"run", "lesson", "window", "help"}));
  EXPECT_THAT(all, Not(Contains("member")));
  EXPECT_THAT(all, Not(Contains("complete")));
  for (const std::string& command : all) EXPECT_THAT(help, HasSubstr("\n  " + command + " ")) << command;
}

TEST(Completion, OffersEveryOptionOfEveryCommandThatItsHelpShows) {
  for (const std::string& command : commands()) {
    const std::string help = commlab(command + " --help").out;
    const std::set<std::string> options = offered(command + " --");
    for (const std::string& option : options) EXPECT_THAT(help, HasSubstr(option)) << command;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t name = line.find("--");
      if (!line.starts_with("  -") || name == line.npos) continue;
      EXPECT_THAT(options, Contains(line.substr(name, line.find_first_of(" ,", name) - name))) << command;
    }
  }
}

TEST(Completion, OffersTheValuesOfOptionsAndArguments) {
  EXPECT_THAT(offered("run all_r"), UnorderedElementsAre("all_reduce"));
  EXPECT_THAT(offered("run all_reduce --machine hcm"), IsSupersetOf({"hcm8"}));
  EXPECT_THAT(offered("run all_reduce --algorithm r"), Contains("ring"));
  EXPECT_THAT(offered("run p2p --algorithm r"), Not(Contains("ring"))) << "p2p has no ring";
  EXPECT_THAT(offered("run p2p --on ''"), UnorderedElementsAre("sim", "host", "tcp", "mpi", "cuda", "nccl"));
  EXPECT_THAT(offered("run p2p --dtype b"), UnorderedElementsAre("bfloat16"));
  EXPECT_THAT(offered("machine s"), UnorderedElementsAre("show"));
  EXPECT_THAT(offered("machine show hcm"), Contains("hcm8"));
  EXPECT_THAT(offered("list m"), UnorderedElementsAre("machines"));
  EXPECT_THAT(offered("lesson 1"), IsSupersetOf({"1", "10"}));
  EXPECT_THAT(offered("help sc"), UnorderedElementsAre("script"));
}

TEST(Completion, OffersNothingWhereNothingIsKnown) {
  EXPECT_THAT(offered("run all_reduce --size 6"), testing::IsEmpty());
  EXPECT_THAT(offered("nonsense --x"), testing::IsEmpty());
  EXPECT_EQ(commlab("complete").status, 0);
}

TEST(Help, OfACommandIsWhatTheCommandSaysItself) {
  for (const std::string& command : commands())
    EXPECT_EQ(commlab("help " + command).out, commlab(command + " --help").out);
  EXPECT_EQ(commlab("help machine show").out, commlab("machine show --help").out);
}

// Every option's text stands in the page, where roff writes each '-' as "\-".
TEST(Help, ManPagesHaveEveryCommandWithEveryOption) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "commlab_man_pages";
  ASSERT_EQ(commlab("help --man-pages " + folder.string()).status, 0);

  for (const std::string& command : commands()) {
    std::ostringstream page;
    page << std::ifstream(folder / ("commlab-" + command + ".1")).rdbuf();
    for (std::string option : offered(command + " --")) {
      for (std::size_t at = 0; (at = option.find('-', at)) != option.npos; at += 2) option.insert(at, "\\");
      EXPECT_THAT(page.str(), HasSubstr(option)) << command;
    }
    EXPECT_THAT(page.str(), HasSubstr(".SH \"EXAMPLES\"\n")) << command;
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "commlab.1"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace commlab
