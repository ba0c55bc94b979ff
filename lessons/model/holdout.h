#pragma once
// Fit and test are kept apart: rows of measured data that are held out of a fit may not be asked for before
// the fit is made. For a check with fit.D21 and holdout.D21, the blocks
//
//   of its own step       may ask only for rows of the fit
//   of steps before       may ask for all rows except those that are held out
//   of steps after        may ask for all rows; learners reach these steps (Player::go) when the check is
//                         solved or shown

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Says which rows of measured data a step may ask for.
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
    bool here = false;  // the fit is made in this step
    bool over = false;  // the fit was made in a step before
  };
  std::vector<Fit> fits_;
};

// The earlier steps whose fits this step tests, in order. A step tests a fit if its expressions ask for rows
// that are held out of the fit. `holdout` and `fit` mean the latest fit of the data. A row whose name is
// computed, as in each(), counts as belonging to every fit.
std::vector<int> fits_tested_by(const Lesson&, int step);

// The rows among `all` that are held out of the fit.
std::vector<std::string> held_out(const FitRows&, const std::vector<std::string>& all);

}  // namespace commlab
