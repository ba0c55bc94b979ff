#pragma once
// Many experiments in one order: the lines of a file, or a grid of options (batch_grid.h).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct BatchEntry {
  std::string line;  // to_line() of the experiment; as written if it is none
  // The experiment, counted from 0, that was asked for: the entries of one `--algorithm all` share it.
  std::size_t asked = 0;
  BackendName on = BackendName::sim;
  std::string mistake{};  // why the line is no experiment: "experiments.txt:14: ..."; empty: it is one
};

inline constexpr std::size_t most_batch_entries = 1'000'000;

class Batch {
 public:
  // Adds an entry; or one for each algorithm, where the experiment asks for all. An error: there are too
  // many.
  Status add(const Experiment&, const Tools&);
  Status add_mistake(std::string_view line, std::string mistake);

  const std::vector<BatchEntry>& entries() const { return entries_; }
  std::size_t asked() const { return asked_; }  // experiments that were asked for

 private:
  Status add(BatchEntry);

  std::vector<BatchEntry> entries_;
  std::size_t asked_ = 0;
};

// An experiment on each line, as `commlab run` takes it. Blank lines and comments (from a # at the beginning
// of a word to the end of the line) are skipped. `name` begins the messages about lines. An error: no line is
// an experiment.
Result<Batch> read_batch(std::string_view text, const std::string& name, const Tools&);

}  // namespace commlab
