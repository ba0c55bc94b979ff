#include "tests/cli/program.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace commlab {

Said shell(const std::string& line) {
  namespace fs = std::filesystem;
  const fs::path scratch = fs::temp_directory_path() / ("commlab_cli_test_" + std::to_string(getpid()));
  fs::create_directories(scratch / "here");
  const auto file = [&](const char* name) { return (scratch / name).string(); };
  // An empty configuration folder: a machine calibrated on this computer would change the answers.
  const std::string command =
      "cd " + file("here") + " && unset COMMLAB_DATA && export XDG_CONFIG_HOME=" + file("config") +
      " COMMLAB=" COMMLAB_PROGRAM " && { " + line + "\n} > " + file("out") + " 2> " + file("err");
  const int ended = std::system(command.c_str());
  const auto read = [&](const char* name) {
    std::ifstream stream(file(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  Said said{.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, .out = read("out"), .err = read("err")};
  fs::remove_all(scratch);
  return said;
}

Said commlab(const std::string& words, const std::string& before) {
  return shell(before + " $COMMLAB " + words);
}

nlohmann::json commlab_json(const std::string& words) {
  const Said said = commlab(words + " --format json");
  if (said.status != 0) throw std::runtime_error(words + ": " + said.err);
  return nlohmann::json::parse(said.out);
}

}  // namespace commlab
