#include "gui/cli/last_resort.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>

#include "core/files/read_file.h"
#include "core/files/standard_streams.h"
#include "gui/cli/command_line.h"

namespace commlab {
namespace {

std::string own_command_line() {
  std::string words = read_file("/proc/self/cmdline").value_or("commlab");
  while (words.ends_with('\0')) words.pop_back();
  std::ranges::replace(words, '\0', ' ');
  return words;
}

void report_bug(std::string_view what) {
  print_message(
      fmt::format("commlab: this is a bug of commlab ({}); please report it with this command line: {}\n",
                  what, own_command_line()));
}

void explain() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    report_bug("it ended itself");
  } catch (const std::bad_alloc&) {
    print_message(
        "commlab: memory ran out; choose a smaller size, fewer ranks or fewer pieces, or a computer with "
        "more memory\n");
  } catch (const std::exception& error) {
    report_bug(error.what());
  } catch (...) {
    report_bug("an unknown exception");
  }
}

}  // namespace

void explain_uncaught_exceptions() {
  std::set_terminate([] {
    explain();
    std::_Exit(hardware_failed);
  });
}

}  // namespace commlab
