// The program: the command line with all that the program can do.

#include <csignal>
#include <cstdlib>

#include "core/files/standard_streams.h"
#include "gui/cli/command_line.h"
#include "gui/cli/last_resort.h"
#include "gui/cli/output/failure.h"
#include "gui/data_folder.h"
#include "gui/program_tools.h"

namespace commlab {
namespace {

int run_program(int argc, char** argv) {
  const std::filesystem::path data = data_folder(data_beside_the_program());
  return run_command_line(
      argc, argv, program_tools({.program = "/proc/self/exe", .data = data, .lessons = lesson_folder(data)}));
}

// Standard output cannot take even a document that says so.
int tell_unwritten(const Error& error) {
  const int status = exit_status_of(error.fault);
  tell_failure(error.message, status, /*as_json=*/false);
  return status;
}

}  // namespace
}  // namespace commlab

int main(int argc, char** argv) {
  commlab::explain_uncaught_exceptions();
  commlab::reserve_standard_descriptors();
  std::signal(SIGXFSZ, [](int) {});  // so that writing beyond the limit of `ulimit -f` fails with an error
  int status = commlab::run_program(argc, argv);
  if (const commlab::Status written = commlab::close_standard_output(); !written)
    status = commlab::tell_unwritten(written.error());
  // Where hardware failed, the program ends without unloading libraries, which may wait for a GPU that hangs.
  if (status == commlab::hardware_failed) std::quick_exit(status);
  return status;
}
