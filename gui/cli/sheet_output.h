#pragma once
// How sheets are written: Markdown or HTML, by --format or the file's name.

#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "lessons/sheet.h"

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
Status deliver(const SheetOutput&, const std::vector<Sheet>&);

}  // namespace commlab
