// commlab member: one rank of a group, started by commlab itself. It does what the group's coordinator asks.

#include <CLI/CLI.hpp>

#include "gui/cli/commands/command.h"

namespace commlab {
namespace {

Action declare_member(CLI::App&, const Tools& tools) {
  return [&tools] { return tools.serve_as_member().map([] { return 0; }); };
}

}  // namespace

const Command member_command = {.name = "member",
                                .summary = "serve a group's coordinator; commlab starts it itself",
                                .examples = "  commlab launch --help",
                                .declare = declare_member,
                                .for_people = false,
                                .together = false};

}  // namespace commlab
