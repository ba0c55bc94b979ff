#include "gui/cli/output/row_by_row.h"

namespace commlab {

void RowByRow::add_newest_row() {
  begin();
  put(parts_.newest_row());
}

Status RowByRow::finish() {
  begin();
  put(parts_.tail());
  return output_.file.empty() ? Status{} : deliver(output_, for_the_file_);
}

void RowByRow::begin() {
  if (!begun_) put(parts_.head());
  begun_ = true;
}

void RowByRow::put(const std::string& text) {
  if (text.empty()) return;
  if (output_.file.empty())
    output_.answers.print(text);
  else
    for_the_file_ += text;
}

}  // namespace commlab
