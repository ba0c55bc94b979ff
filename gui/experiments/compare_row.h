#pragma once
// The predicted and the measured time of one size and one algorithm. A copy to several ranks has a row for
// each destination, too: the time until its last byte arrived.

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
  BackendName backend;          // that measured
  std::string where = {};       // Run::where in the first sweep: "4 virtual ranks on one GPU (...)", or empty
  std::string where_text = {};  // where_text() of that run
  std::optional<Time> bound;
  std::optional<Time> first;     // of the very first call
  std::optional<Time> estimate;  // of the library itself
  std::optional<Rank> to;        // the row's destination; none: the time until all is done
  std::vector<double> drifts{};  // of this computer, beside each sweep; none: not known

  // The median of the drifts, beyond noise: one alone may be wrong by a quarter.
  std::optional<double> drift() const;
  // The prediction and its error if the machine were as slow as the computer is now. REQUIRES: a known drift.
  Time predicted_now() const;
  double error_left_percent() const;
};

// A row for every algorithm that was asked for: one, several ("ring,two-shot"), or all that can do it. For a
// p2p to several ranks, the rows of the destinations come before the row of all; their times are those in the
// trace of the median run. An error where a named algorithm cannot do it, or none of all.
Result<std::vector<CompareRow>> compare_size(const Experiment&, const Tools&);

// Adds the rows of a further sweep. Where a row is there already, the smaller median counts, min and max are
// over both sweeps, drifts are added, and the first call stays that of the first sweep.
void add_or_quieten(std::vector<CompareRow>&, const std::vector<CompareRow>& more);

// The backends of the rows, in their order.
std::vector<BackendName> backends_in(const std::vector<CompareRow>&);

std::vector<CompareRow> rows_on(const std::vector<CompareRow>&, BackendName);

// The first row of a backend. REQUIRES: there is one, as there is for each of backends_in().
const CompareRow& first_row_of(const std::vector<CompareRow>&, BackendName);

// The median of |error|.
double median_error_of(const std::vector<CompareRow>&);
// The median of |error| that is left with the drift removed, and the least and the greatest drift, over the
// rows whose drift is known. Nothing if there are none.
struct Drifted {
  double median_error_left;
  double least;
  double greatest;
};
std::optional<Drifted> drifted(const std::vector<CompareRow>&);
// The same over the rows of one backend. REQUIRES: there are some.
double median_error_of(const std::vector<CompareRow>&, BackendName);

}  // namespace commlab
