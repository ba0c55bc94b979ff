#include "gui/cli/lesson/sheet_output.h"

#include <CLI/CLI.hpp>

#include "gui/cli/lesson/sheet_html.h"
#include "gui/cli/lesson/sheet_markdown.h"
#include "gui/cli/output/output.h"

namespace commlab {

void add_sheet_output(CLI::App& app, SheetOutput& output) {
  using enum SheetOutput::Format;
  const auto read_format = [&output](const std::string& name) {
    if (name != "md" && name != "html")
      throw CLI::ValidationError("--format: a sheet is written as md or html, not '" + name + "'");
    output.format = name == "md" ? markdown : html;
  };
  app.add_option_function<std::string>("--format", read_format,
                                       "form of the sheet; default: the ending of --out, or md")
      ->type_name("md|html");
  app.add_option("--out", output.file, "write to this file; print FILE.html from a browser")
      ->type_name("FILE");
}

Status check(const SheetOutput& output) {
  for (const std::string_view ending : {".pdf", ".doc", ".docx", ".odt", ".ps", ".png"})
    if (output.file.ends_with(ending))
      return fail(
          "--out {}: sheets are written as HTML or Markdown; write {}.html, and print it from a browser",
          output.file, output.file.substr(0, output.file.size() - ending.size()));
  return {};
}

Status deliver(const SheetOutput& output, const std::vector<Sheet>& sheets) {
  using enum SheetOutput::Format;
  const bool html_file = output.file.ends_with(".html") || output.file.ends_with(".htm");
  const SheetOutput::Format format = output.format.value_or(html_file ? html : markdown);
  return deliver({.file = output.file}, format == html ? sheets_html(sheets) : sheets_markdown(sheets));
}

}  // namespace commlab
