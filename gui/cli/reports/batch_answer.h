#pragma once
// The answer of a batch as it grows: which experiments are done, which rows are still missing, how many
// failed.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "gui/experiments/batch.h"
#include "gui/experiments/crew.h"

namespace commlab {

enum class RowOrder {
  of_finish,
  of_index,  // a row waits until all rows before it are written
};

class BatchAnswer {
 public:
  // `write` gets each row once, without its end. Keeps a reference to the batch.
  BatchAnswer(const Batch&, RowOrder, std::function<Status(std::string_view row)> write);

  // Takes a row that an earlier program has written. An error: it belongs to another batch.
  Status take_written(std::string_view row);
  // The next experiment that somebody has to run; nothing if there is none. Lines that are no experiments get
  // their rows here. An error: a row could not be written.
  Result<std::optional<CrewText>> next();
  // The row of an experiment that was run.
  Status add(const CrewText& row);

  std::size_t all() const { return batch_.entries().size(); }
  std::size_t written() const { return written_; }
  // Experiments that failed so far. One that asked for all algorithms fails only if all of them fail.
  std::size_t failed() const { return errors_.size(); }
  // An error of Fault::no if some experiments failed, for when all rows are there.
  Status verdict() const;

 private:
  void note(std::size_t index, const std::optional<std::string>& error);
  Status write(std::string_view row);
  Status write_those_in_order();

  const Batch& batch_;
  const RowOrder order_;
  const std::function<Status(std::string_view)> write_;
  std::vector<bool> succeeded_;                 // one for each experiment that was asked for
  std::map<std::size_t, std::string> errors_;   // by the experiment that was asked for
  std::map<std::size_t, std::string> waiting_;  // rows, by index, until those before them are written
  std::vector<bool> has_row_;                   // one for each entry
  std::size_t next_ = 0;                        // every entry before it has a row, or somebody runs it
  std::size_t next_in_order_ = 0;               // every entry before it has a row
  std::size_t written_ = 0;
};

}  // namespace commlab
