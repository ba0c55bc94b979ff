#pragma once
// Scripts that drive the window, for tests, pictures in documents and films of lessons. One action a line; #
// begins a comment. Widgets have the names of the registry. ui_script_help() lists the actions, and
// `commlab window --script help` prints that list.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct UiScriptLine {
  int number = 0;
  std::string action;
  std::string rest;  // trimmed
};

struct UiScript {
  std::string file;
  std::vector<UiScriptLine> lines;  // in the order in which they are carried out
};

// The actions, one a line, each with an example.
std::string ui_script_help();

// Lines between `repeat N` and `end` are repeated N times and keep their line numbers. An error names file
// and line: an unknown action (and which ones there are), or a repeat without a number or an end.
Result<UiScript> parse_ui_script(std::string_view text, std::string file_name);
Result<UiScript> read_ui_script(const std::filesystem::path&);

}  // namespace commlab
