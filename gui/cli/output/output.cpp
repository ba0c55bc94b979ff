#include "gui/cli/output/output.h"

#include <cstdio>
#include <fstream>

namespace commlab {

Status deliver(const Output& output, const std::string& answer) {
  if (output.file.empty()) {
    std::fwrite(answer.data(), 1, answer.size(), stdout);
    if (std::fflush(stdout) != 0)
      return fail(Fault::runtime, "the answer cannot be written to standard output");
    return {};
  }
  std::ofstream file(output.file, std::ios::binary);
  file << answer;
  if (!file.flush()) return fail("--out: {} cannot be written", output.file);
  return {};
}

bool is_picture(const std::string& file) { return file.ends_with(".svg"); }

Status deliver(const Output& output, const std::string& answer, const std::function<std::string()>& svg) {
  if (!is_picture(output.file)) return deliver(output, answer);
  const Status drawn = deliver({.file = output.file}, svg());
  return drawn ? deliver({}, answer) : drawn;
}

}  // namespace commlab
