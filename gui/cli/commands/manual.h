#pragma once
// Man pages, made from what the commands' --help tells: each option is described in one place only.

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace commlab {

struct ManPage {
  std::string file;  // "commlab-run.1"
  std::string roff;
};

// The page of the program, and one for each of its commands that people use. A command within a command is a
// section of its page. REQUIRES: the options of all commands are declared.
std::vector<ManPage> manual(const CLI::App& program, std::string_view version);

}  // namespace commlab
