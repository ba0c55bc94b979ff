#include "gui/cli/commands/manual.h"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "gui/cli/commands/app_tree.h"

namespace commlab {
namespace {

// Text as roff prints it: a backslash begins a request, a bare '-' is a hyphen that cannot be pasted, and a
// dot or an apostrophe at the beginning of a line would begin a macro.
std::string roff(std::string_view text) {
  std::string safe;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
    begins = c == '\n';
  }
  return safe;
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c += 'A' - 'a';
  return upper;
}

// What --help ends with, as a section: its first line, "examples:", is the title.
std::string last_section(const CLI::App& app) {
  const std::string footer = app.get_footer();
  const std::string_view text =
      std::string_view(footer).substr(std::min(footer.find_first_not_of('\n'), footer.size()));
  const std::size_t title = text.find(":\n");
  if (title == text.npos) return "";
  return fmt::format(".SH \"{}\"\n.nf\n{}\n.fi\n", upper_case(text.substr(0, title)),
                     roff(text.substr(title + 2)));
}

// "--size 64MiB", the option in bold and its value in italics.
std::string term(const CLI::Option& option) {
  const std::string value = option.get_items_expected_max() == 0 ? "" : option.get_type_name();
  const std::string name = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  return fmt::format(".TP\n\\fB{}\\fR{}{}\n{}\n", roff(name),
                     value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(value)),
                     option.get_required() ? " (required)" : "", roff(option.get_description()));
}

std::string synopsis(const CLI::App& app) {
  std::string line = fmt::format("\\fB{}\\fR [\\fIOPTIONS\\fR]", roff(typed(app)));
  for (const CLI::Option* argument : arguments_of(app))
    line += fmt::format(fmt::runtime(argument->get_required() ? " \\fI{}\\fR" : " [\\fI{}\\fR]"),
                        roff(argument->get_name(true)));
  return line + (commands_of(app).empty() ? "" : " [\\fICOMMAND\\fR]") + '\n';
}

std::string options_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* argument : arguments_of(app)) text += term(*argument);
  for (const CLI::Option* option : options_of(app)) text += term(*option);
  return text;
}

// A command within a command.
std::string section(const CLI::App& app) {
  return fmt::format(".SH \"{}\"\n{}\n.PP\n{}{}", roff(typed(app)), roff(app.get_description()),
                     synopsis(app), options_text(app));
}

std::string page_name(const CLI::App& app) {
  std::string name = typed(app);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string page_of(const CLI::App& app, std::string_view version) {
  const std::string name = page_name(app);
  std::string text = fmt::format(".TH {} 1 \"\" \"commlab {}\" \"User Commands\"\n", roff(name), version);
  text += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}", roff(name), roff(app.get_description()),
                      synopsis(app));
  text += ".SH OPTIONS\n" + options_text(app);
  for (const CLI::App* sub : commands_of(app)) text += section(*sub);
  return text + last_section(app) + ".SH SEE ALSO\n.BR commlab (1)\n";
}

std::string page_of_program(const CLI::App& program, std::string_view version) {
  std::string text = fmt::format(".TH commlab 1 \"\" \"commlab {}\" \"User Commands\"\n", version);
  const std::string description = program.get_description();  // "commlab: a laboratory ..."
  text += fmt::format(".SH NAME\ncommlab \\- {}\n.SH SYNOPSIS\n{}",
                      roff(description.substr(description.find(' ') + 1)), synopsis(program));
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program))
    text += fmt::format(".TP\n.BR {} (1)\n{}\n", roff(page_name(*command)), roff(command->get_description()));
  return text + ".SH OPTIONS\n" + options_text(program) + last_section(program);
}

}  // namespace

std::vector<ManPage> manual(const CLI::App& program, std::string_view version) {
  std::vector<ManPage> pages = {{"commlab.1", page_of_program(program, version)}};
  for (const CLI::App* command : commands_of(program))
    pages.push_back({page_name(*command) + ".1", page_of(*command, version)});
  return pages;
}

}  // namespace commlab
