#pragma once
// Scripts drive the window without a hand on the mouse: for tests, for pictures in documents, for films of
// lessons. One action a line; # begins a comment. Widgets are named by their ids in the registry.
//
//   click play                     press and release in the middle of a widget
//   right-click link.gpu0-gpu1
//   hover gpu.3
//   drag time 0.25 0.75            from one share of a widget's width to another
//   wheel timeline 3               notches
//   key Shift+Right
//   type 16MiB                     into the field that was clicked
//   command theme                  any command, by name
//   frames 30                      let half a second pass
//   wait                           until nothing is being computed
//   go 6.8us                       to a time, or a condition: "rank 3 complete"
//   select rank 3 | chunk 2 | link gpu0-gpu1
//   expect now 6.8 us              a widget's value, exactly
//   expect caption ~ arrives       or a part of it
//   expect-no notice               there is no such widget
//   shot picture.png               the window as it is now
//   resize 1920 1080
//   dump                           all widgets: id, value

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"

namespace commlab {

struct WindowScriptLine {
  int number = 0;
  std::string action;
  std::string rest;  // trimmed
};

struct WindowScript {
  std::string file;
  std::vector<WindowScriptLine> lines;
};

// An error names file, line and the actions there are.
Result<WindowScript> parse_script(std::string_view text, std::string file_name);
Result<WindowScript> read_script(const std::filesystem::path&);

}  // namespace commlab
