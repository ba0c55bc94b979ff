#include "gui/cli/last_resort.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/files/read_file.h"
#include "gui/cli/command_line.h"
#include "gui/cli/output/failure.h"

namespace commlab {
namespace {

// The words, each with a '\0' at its end.
std::string own_command_line() { return read_file("/proc/self/cmdline").value_or("commlab"); }

bool json_is_awaited() {
  const std::string line = own_command_line();
  std::vector<const char*> words;
  for (std::size_t at = 0; at < line.size(); at = line.find('\0', at) + 1) {
    words.push_back(line.c_str() + at);
    if (line.find('\0', at) == line.npos) break;
  }
  return asks_for_json(words);
}

void tell(std::string_view sentence) { tell_failure(sentence, hardware_failed, json_is_awaited()); }

void report_bug(std::string_view what) {
  std::string words = own_command_line();
  while (words.ends_with('\0')) words.pop_back();
  std::ranges::replace(words, '\0', ' ');
  tell(
      fmt::format("this is a bug of commlab ({}); please report it with this command line: {}", what, words));
}

void explain() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    report_bug("it ended itself");
  } catch (const std::bad_alloc&) {
    tell(
        "memory ran out; choose a smaller size, fewer ranks or fewer pieces, or a computer with more memory");
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
