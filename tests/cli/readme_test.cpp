// The README.md pages stay true. The commands of ```console blocks are run and their answers compared; the
// options of all other commands must exist; links must lead to files. COMMLAB_UPDATE_README=1 writes today's
// answers into the pages instead.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

const fs::path source_dir = COMMLAB_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Paths from the root: "README.md", "gpu/README.md", ...
std::vector<std::string> pages() {
  std::vector<std::string> found = {"README.md"};
  for (const char* folder : {"core", "sim", "gpu", "lessons", "gui", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(source_dir / folder))
      if (entry.path().filename() == "README.md")
        found.push_back(fs::relative(entry.path(), source_dir).string());
  std::ranges::sort(found);
  return found;
}

class Page : public testing::TestWithParam<std::string> {
 protected:
  fs::path file() const { return source_dir / GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(All, Page, testing::ValuesIn(pages()), [](const auto& page) {
  return std::regex_replace(page.param, std::regex("[^A-Za-z0-9]"), "_");
});

// Whether the shown lines match what the program says. A shown line "..." stands for any number of lines.
bool stands_for(const std::vector<std::string>& shown, const std::vector<std::string>& said) {
  // fits[i]: the shown lines so far match the first i lines of the answer.
  std::vector<bool> fits(said.size() + 1);
  fits[0] = true;
  for (const std::string& line : shown) {
    std::vector<bool> next(said.size() + 1);
    for (std::size_t i = 0; i <= said.size(); ++i)
      next[i] =
          line == "..." ? fits[i] || (i > 0 && next[i - 1]) : i > 0 && fits[i - 1] && said[i - 1] == line;
    fits = next;
  }
  return fits.back();
}

// The page, with today's answer in place of each shown answer that is no longer true. Shown answers stand
// under "$ commlab ..." in console blocks.
std::string with_todays_answers(const std::string& page) {
  const std::vector<std::string> lines = lines_of(page);
  const std::string prompt = "$ commlab ";
  std::string result;
  bool in_console = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("```")) in_console = lines[i] == "```console";
    result += lines[i] + '\n';
    if (!in_console || !lines[i].starts_with(prompt)) continue;
    std::vector<std::string> shown;
    for (std::size_t k = i + 1;
         k < lines.size() && !lines[k].starts_with("```") && !lines[k].starts_with(prompt); ++k)
      shown.push_back(lines[k]);
    i += shown.size();
    const Said said = commlab(lines[i - shown.size()].substr(prompt.size()));
    const std::vector<std::string> today = lines_of(said.out + said.err);
    for (const std::string& line : stands_for(shown, today) ? shown : today) result += line + '\n';
  }
  return result;
}

TEST_P(Page, ShowsWhatTheProgramSays) {
  const std::string page = text_of(file());

  const std::string today = with_todays_answers(page);

  if (std::getenv("COMMLAB_UPDATE_README"))
    std::ofstream(file()) << today;
  else
    EXPECT_EQ(page, today);
}

using Helps = std::map<std::string, std::string>;  // command -> what its --help says; "" is commlab itself

void add_helps(Helps& helps, const std::string& command) {
  const std::string help = commlab(command + " --help").out;
  helps[command] = help;
  bool names = false;
  for (const std::string& line : lines_of(help)) {
    if (line == "Subcommands:")
      names = true;
    else if (line.empty())
      names = false;
    else if (names)
      add_helps(helps, command + (command.empty() ? "" : " ") + words_of(line).front());
  }
}

const Helps& helps() {
  static const Helps all = [] {
    Helps helps;
    add_helps(helps, "");
    return helps;
  }();
  return all;
}

bool has_option(const std::string& help, const std::string& option) {
  return std::regex_search(help, std::regex("[ ,]" + option + "([^a-z-]|$)"));
}

// What is wrong with a command that begins with "commlab "; empty if nothing is.
std::string fault_in(const std::string& command) {
  std::vector<std::string> words = words_of(command);
  words.erase(words.begin());
  if (!words.empty() && words.front() == "help") words.erase(words.begin());  // "help run" is "run --help"
  std::string name;
  while (!words.empty()) {
    const std::string longer = name + (name.empty() ? "" : " ") + words.front();
    if (!helps().contains(longer)) break;
    name = longer;
    words.erase(words.begin());
  }
  if (name.empty() && !words.empty() && !words.front().starts_with("-")) return "no such command";
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find_first_of("=,;:"));
    if (std::regex_match(option, std::regex("--?[a-z][a-z0-9-]*")) && !has_option(helps().at(name), option))
      return fmt::format("commlab {} has no option {}", name, option);
    if (std::regex_match(word, std::regex("(sim|lessons|gui|gpu|core|tests)/[^A-Z]*")) &&
        !fs::exists(source_dir / word))
      return fmt::format("there is no {}", word);
  }
  return "";
}

// Every command of a line: "commlab launch -n 4 -- commlab run ..." has two. Two blanks and a # begin a
// comment.
std::vector<std::string> commands_in(std::string line) {
  line = line.substr(0, line.find("  #"));
  std::vector<std::string> commands;
  const std::regex begin("(^|[ /])commlab ");
  for (std::smatch match; std::regex_search(line, match, begin); line = match.suffix()) {
    const std::string rest = match.suffix();
    commands.push_back("commlab " +
                       std::regex_replace(rest, std::regex("( --| &&| \\||[ /]commlab) .*"), ""));
  }
  return commands;
}

// The lines of code blocks, and the spans between backticks in the text.
std::vector<std::string> code_of(const std::string& page) {
  std::vector<std::string> code;
  bool in_block = false;
  const std::regex span("`([^`]+)`");
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```"))
      in_block = !in_block;
    else if (in_block)
      code.push_back(line);
    else
      for (std::sregex_iterator i(line.begin(), line.end(), span), end; i != end; ++i)
        code.push_back((*i)[1]);
  }
  return code;
}

TEST_P(Page, NamesCommandsAndOptionsThatThereAre) {
  const std::string lab = text_of(source_dir / "lab");
  for (const std::string& code : code_of(text_of(file()))) {
    for (const std::string& command : commands_in(code)) EXPECT_EQ(fault_in(command), "") << code;
    const std::string first = code.substr(0, code.find_first_of(" ="));
    if (std::regex_match(first, std::regex("--[a-z][a-z-]*"))) {
      const bool known =
          std::ranges::any_of(helps(), [&](const auto& each) { return has_option(each.second, first); });
      EXPECT_TRUE(known) << "no command has the option " << code;
    }
    if (first == "./lab") {
      EXPECT_NE(lab.find("#   ./lab " + words_of(code).at(1) + " "), std::string::npos) << code;
    }
  }
}

TEST_P(Page, LinksToFilesThatThereAre) {
  const std::string page = text_of(file());
  const std::regex link("\\]\\(([^)# ]+)[^)]*\\)");
  for (std::sregex_iterator i(page.begin(), page.end(), link), end; i != end; ++i) {
    const std::string target = (*i)[1];
    if (target.starts_with("http")) continue;
    EXPECT_TRUE(fs::exists(file().parent_path() / target)) << target;
  }
}

TEST(Pages, TestsFindWhatIsWrong) {
  EXPECT_TRUE(stands_for({"a", "...", "c"}, {"a", "b", "b", "c"}));
  EXPECT_TRUE(stands_for({"...", "c", "..."}, {"c"}));
  EXPECT_FALSE(stands_for({"...", "b"}, {"a", "b", "c"}));
  EXPECT_FALSE(stands_for({"a", "c"}, {"a", "b", "c"}));
  EXPECT_EQ(fault_in("commlab rnu all_reduce"), "no such command");
  EXPECT_EQ(fault_in("commlab run all_reduce --colour"), "commlab run has no option --colour");
  EXPECT_EQ(fault_in("commlab lesson sheet 7 --present 2"), "commlab lesson sheet has no option --present");
  EXPECT_EQ(fault_in("commlab compare --reference sim/measurements/nothing.csv"),
            "there is no sim/measurements/nothing.csv");
  EXPECT_EQ(commands_in("commlab launch -n 4 -- commlab run all_reduce  # --colour").size(), 2u);
}

}  // namespace
}  // namespace commlab
