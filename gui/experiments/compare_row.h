#pragma once
// What one size, done one way, was predicted to take and took; of a copy to several ranks, until each of them
// had its last byte, too.

#include <optional>
#include <string>
#include <vector>

#include "core/experiment/run.h"
#include "core/plan/choice.h"
#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct CompareRow {
  Comparison comparison;
  std::string backend;     // that measured
  std::string where = {};  // Run::where in the first sweep: "4 virtual ranks on one GPU (...)", or empty
  std::optional<Time> bound;
  std::optional<Time> first;     // of the very first call
  std::optional<Time> estimate;  // of the library itself
  std::optional<Rank> to;        // the row's destination; none: the time until all is done
};

// Every algorithm that was asked for: one, several ("ring,two-shot"), or all that can. Of a p2p to several
// ranks, a row for each of them before the row of all: their streams run side by side, and the median run's
// trace says when each ended. An error where an algorithm that was named, or all of them, cannot do it.
Result<std::vector<CompareRow>> compare_size(const Experiment&, const Tools&);

// The same again, seconds later: the quieter median counts, the spread is of both, the first call the first.
void add_or_quieten(std::vector<CompareRow>&, const std::vector<CompareRow>& more);

// The backends of the rows, in their order.
std::vector<std::string> backends_in(const std::vector<CompareRow>&);

// Run::where of the backend's rows; empty where the backend says it all.
std::string where_of(const std::vector<CompareRow>&, std::string_view backend);

// Of the absolute values.
double median_error_of(const std::vector<CompareRow>&);
// Of the rows of one backend. REQUIRES: there are some.
double median_error_of(const std::vector<CompareRow>&, std::string_view backend);

}  // namespace commlab
