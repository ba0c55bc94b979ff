#pragma once
// Scripts drive the window without a hand on the mouse: for tests, for pictures in documents, for films of
// lessons. One action a line; # begins a comment. Widgets are named by their ids in the registry.
// ui_script_help() lists them; `commlab window --script help` prints it.

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
  std::vector<UiScriptLine> lines;  // in the order in which they are done
};

// What can be done, with an example of each: lines.
std::string ui_script_help();

// Lines between `repeat N` and `end` stand N times in the script, each with the number it has in the text. An
// error names file and line: an action that there is not, with those there are; a repeat without number or
// end.
Result<UiScript> parse_ui_script(std::string_view text, std::string file_name);
Result<UiScript> read_ui_script(const std::filesystem::path&);

}  // namespace commlab
