#include "gui/cli/lesson/sheet_output.h"

#include <CLI/CLI.hpp>

#include "gui/cli/lesson/sheet_html.h"
#include "gui/cli/lesson/sheet_markdown.h"
#include "gui/cli/output/output.h"

namespace commlab {
namespace {

// Where the name asks for paper, the message says how to get there.
Status accept_sheet(const std::string& file) {
  const std::string ending = ending_of(file);
  for (const std::string_view paper : {".pdf", ".doc", ".docx", ".odt", ".ps", ".png"})
    if (ending == paper)
      return fail(
          "--out {}: sheets are written as HTML or Markdown; write {}.html, and print it from a browser",
          file, file.substr(0, file.size() - ending.size()));
  return accept_file(file, sheet_endings(), false);
}

}  // namespace

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
  const auto read_file = [&output](const std::string& file) {
    if (const Status accepted = accept_sheet(file); !accepted)
      throw CLI::ValidationError(accepted.error().message);
    output.file = file;
  };
  app.add_option_function<std::string>("--out", read_file,
                                       "write to this file; print FILE.html from a browser")
      ->type_name("FILE");
}

Status deliver(const SheetOutput& output, const std::vector<Sheet>& sheets) {
  using enum SheetOutput::Format;
  const std::string ending = ending_of(output.file);
  const bool html_file = ending == ".html" || ending == ".htm";
  const SheetOutput::Format format = output.format.value_or(html_file ? html : markdown);
  return deliver({.file = output.file}, format == html ? sheets_html(sheets) : sheets_markdown(sheets));
}

}  // namespace commlab
