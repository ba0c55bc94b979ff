#pragma once
// Writes sheets as Markdown or HTML, as --format or the file's name says.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/class/sheet.h"

namespace CLI {
class App;
}

namespace commlab {

struct SheetOutput {
  enum class Format : std::uint8_t { markdown, html };
  std::optional<Format> format{};  // nothing: the file's name decides, else Markdown
  std::string file{};              // empty: standard output
};

// Adds --format and --out, which refuses a name that asks for another format, such as PDF.
void add_sheet_output(CLI::App&, SheetOutput&);
Status deliver(const SheetOutput&, const std::vector<Sheet>&);

}  // namespace commlab
