#pragma once
// Fit and test are kept apart: rows of measured data that are held out of a fit may not be asked for before
// the fit is made. Of a check with fit.D21 and holdout.D21,
//
//   in its own step       rows of the fit alone may be asked for, by whatever block
//   in the steps before   all but those that are held out
//   in the steps after    all; and nobody comes there before the check is solved, or given away (Player::go)

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/lesson.h"

namespace commlab {

// What a step may ask of measured data.
class HeldRows {
 public:
  HeldRows() = default;  // everything
  HeldRows(const Lesson&, int step);

  // An error names the fit that the row is held out of.
  Status may_ask(const std::string& data, const std::string& row) const;
  // Of the data's latest fit, in this step or before; null: there is none.
  const FitRows* fit_of(const std::string& data) const;

 private:
  struct Fit {
    FitRows rows;
    int line = 0;
    bool here = false;  // in this step
    bool over = false;  // in a step before
  };
  std::vector<Fit> fits_;
};

// Steps before this one whose fits it tests, in order: it says something about rows that are held out of
// them. Those of `holdout` and `fit` are of the latest fit of the data; a row that is only known when it is
// asked for, as each's, may be of any.
std::vector<int> fits_tested_by(const Lesson&, int step);

// Those of all rows that are held out of the fit.
std::vector<std::string> held_out(const FitRows&, const std::vector<std::string>& all);

}  // namespace commlab
