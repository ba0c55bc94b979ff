#pragma once
// An answer whose rows come one after the other. Where it is printed, each row is printed as soon as it is
// there; a file gets the whole answer at the end.

#include <functional>
#include <string>

#include "core/base/error.h"
#include "gui/cli/output/output.h"

namespace commlab {

// What stands before the first row, in a row, and after the last one: "" where there is nothing. They are
// called when they are printed. A document, such as JSON, is all tail.
struct AnswerParts {
  std::function<std::string()> head = [] { return std::string(); };
  std::function<std::string()> newest_row = [] { return std::string(); };
  std::function<std::string()> tail = [] { return std::string(); };
};

class RowByRow {
 public:
  RowByRow(Output output, AnswerParts parts) : output_(std::move(output)), parts_(std::move(parts)) {}

  void add_newest_row();
  // Nothing may be added after this.
  Status finish();

 private:
  void begin();
  void put(const std::string& text);

  const Output output_;
  const AnswerParts parts_;
  bool begun_ = false;
  std::string for_the_file_;
};

}  // namespace commlab
