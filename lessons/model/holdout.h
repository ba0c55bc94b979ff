#pragma once
// Fit and test are kept apart: rows of measured data that are held out of a fit may not be asked for before
// the fit is made. For a check with fit.D21 and holdout.D21, the blocks
//
//   of its own step       may ask only for rows of the fit
//   of steps before       may ask for all rows but those that are held out
//   of steps after        may ask for all rows; learners come there once the check is solved or shown
//   (Player::go)

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Which rows of measured data a step may ask for.
class Holdout {
 public:
  Holdout() = default;  // all rows
  Holdout(const Lesson&, int step);

  // An error names the fit that the row is held out of.
  Status may_ask(const std::string& data, const std::string& row) const;
  // The latest fit of the data, in this step or before; null: there is none.
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

// The steps before this one whose fits it tests, in order. A step tests a fit if its expressions ask for
// rows that are held out of the fit. `holdout` and `fit` mean the latest fit of the data; a row that is only
// known when it is asked for, as in each(), may belong to any fit.
std::vector<int> fits_tested_by(const Lesson&, int step);

// The rows, among all, that are held out of the fit.
std::vector<std::string> held_out(const FitRows&, const std::vector<std::string>& all);

}  // namespace commlab
