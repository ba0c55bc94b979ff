#pragma once
// How sheets are written: Markdown or HTML, by --format or the file's name.

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
  std::optional<Format> format{};  // default: by the file's name, else Markdown
  std::string file{};              // empty: standard output
};

// --format and --out.
void add_sheet_output(CLI::App&, SheetOutput&);
// An error: the file's name promises a format that is not written (PDF); it says how to get there.
Status check(const SheetOutput&);
Status deliver(const SheetOutput&, const std::vector<Sheet>&);

}  // namespace commlab
