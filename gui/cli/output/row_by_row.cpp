#include "gui/cli/output/row_by_row.h"

#include <utility>

namespace commlab {

void RowByRow::add_newest_row() {
  begin();
  put(parts_.newest_row);
}

Status RowByRow::finish() {
  begin();
  if (output_.answers.draw && parts_.svg) output_.answers.draw(parts_.svg());
  if (grows() || output_.file.empty()) {
    put(parts_.tail);
    return status_;
  }
  if (!is_picture(output_.file)) return deliver(output_, parts_.tail());
  if (const Status drawn = draw(output_.file, parts_.svg()); !drawn) return drawn;
  put(parts_.tail);
  return {};
}

// An older file stays as it is until there is a row.
void RowByRow::begin() {
  if (std::exchange(begun_, true)) return;
  if (grows()) {
    Result<GrowingFile> opened = GrowingFile::open(output_.file);
    status_ = opened ? opened->clear() : tl::unexpected(opened.error());
    if (status_) file_.emplace(*std::move(opened));
  }
  put(parts_.head);
}

void RowByRow::put(const std::function<std::string()>& part) {
  if (!part || !status_) return;
  std::string text = part();
  if (text.empty()) return;
  if (!grows()) return output_.answers.print(text);
  if (text.ends_with('\n')) text.pop_back();
  status_ = file_->add(text);
}

}  // namespace commlab
