#include "gui/cli/output/output.h"

#include "core/files/write_file.h"

namespace commlab {

Status deliver(const Output& output, const std::string& answer) {
  if (!output.file.empty()) return write_file(output.file, answer);
  output.answers.print(answer);
  return {};
}

bool is_picture(const std::string& file) { return file.ends_with(".svg"); }

Status deliver(const Output& output, const std::string& answer, const std::function<std::string()>& svg) {
  if (output.answers.draw) output.answers.draw(svg());
  if (!is_picture(output.file)) return deliver(output, answer);
  const Status drawn = deliver({.file = output.file}, svg());
  return drawn ? deliver({.answers = output.answers}, answer) : drawn;
}

}  // namespace commlab
