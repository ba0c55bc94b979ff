// What a README shows is what the program says: every command of its ```console blocks is run
// and compared. COMMLAB_UPDATE_README=1 writes the answers of today into it instead.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

// README with the answer under every "$ commlab ..." of a console block replaced by today's.
std::string with_todays_answers(const std::string& readme, int& commands) {
  std::istringstream lines(readme);
  std::string result, line;
  bool in_console = false, in_answer = false;
  while (std::getline(lines, line)) {
    const bool fence = line.starts_with("```");
    if (fence) in_console = line == "```console";
    const std::string prompt = "$ commlab ";
    if (fence || (in_console && line.starts_with(prompt))) in_answer = false;
    if (!in_answer) result += line + '\n';
    if (!in_console || !line.starts_with(prompt)) continue;
    const Said said = commlab(line.substr(prompt.size()));
    result += said.out + said.err;
    in_answer = true;
    ++commands;
  }
  return result;
}

class Readme : public testing::TestWithParam<const char*> {};

TEST_P(Readme, ShowsWhatTheProgramSays) {
  const std::string path = std::string(COMMLAB_SOURCE_DIR) + "/" + GetParam();
  std::ifstream file(path);
  const std::string readme{std::istreambuf_iterator<char>(file), {}};

  int commands = 0;
  const std::string today = with_todays_answers(readme, commands);

  EXPECT_GE(commands, 1);
  if (std::getenv("COMMLAB_UPDATE_README"))
    std::ofstream(path) << today;
  else
    EXPECT_EQ(readme, today);
}

INSTANTIATE_TEST_SUITE_P(Pages, Readme, testing::Values("README.md", "sim/measurements/README.md"),
                         [](const auto& page) { return page.index == 0 ? "OfTheProject" : "OfMeasurements"; });

}  // namespace
}  // namespace commlab
