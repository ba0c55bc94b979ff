#pragma once
// One line of a batch's answer: a JSON object with the index of the experiment, its line, and all that
// `commlab run --format json` says about it; or "error", the sentence that says why it failed.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/plan/outcome.h"

namespace commlab {

// Without a line end.
std::string batch_row(std::size_t index, const std::string& line, const Result<Outcome>&);

struct BatchRow {
  std::size_t index = 0;
  std::string line;
  std::optional<std::string> error;
};
// nullopt: the text is no row of a batch.
std::optional<BatchRow> read_batch_row(std::string_view);

// Whether a program that was writing a row may have left this text behind.
bool may_begin_a_batch_row(std::string_view torn);

// The line as it is after writing and reading: bytes that JSON cannot hold are replaced.
std::string line_in_batch_row(const std::string& line);

}  // namespace commlab
