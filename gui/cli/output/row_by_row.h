#pragma once
// An answer whose rows come one after the other. Each row is printed, or written into its file, as soon as it
// is there, so that a program that is ended leaves the rows that were done.

#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/files/growing_file.h"
#include "gui/cli/output/output.h"

namespace commlab {

// What stands before the first row, in a row, and after the last one; each is whole lines. They are called
// when they are written. A document, such as JSON, has no rows and is all tail: a file gets it whole, at the
// end. If the output names a picture, the answer goes to standard output, and `svg` is drawn at the end.
struct AnswerParts {
  std::function<std::string()> head = nullptr;
  std::function<std::string()> newest_row = nullptr;
  std::function<std::string()> tail = nullptr;
  std::function<std::string()> svg = nullptr;
};

class RowByRow {
 public:
  RowByRow(Output output, AnswerParts parts) : output_(std::move(output)), parts_(std::move(parts)) {}

  void add_newest_row();
  // Nothing may be added after this. An error: something could not be written, now or before.
  Status finish();

 private:
  bool grows() const { return !output_.file.empty() && !is_picture(output_.file) && parts_.newest_row; }
  void begin();
  void put(const std::function<std::string()>& part);

  const Output output_;
  const AnswerParts parts_;
  bool begun_ = false;
  std::optional<GrowingFile> file_{};
  Status status_{};
};

}  // namespace commlab
