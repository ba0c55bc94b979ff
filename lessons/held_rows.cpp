#include "lessons/held_rows.h"

#include <algorithm>

#include "lessons/lesson_step.h"

namespace commlab {
namespace {

bool among(const std::string& row, const std::vector<std::string>& rows) {
  return std::ranges::find(rows, row) != rows.end();
}

bool is_held_out(const std::string& row, const FitRows& rows) {
  return rows.held_out.empty() ? !among(row, rows.fit) : among(row, rows.held_out);
}

}  // namespace

HeldRows::HeldRows(const Lesson& lesson, int step) {
  for (int i = 0; i < static_cast<int>(lesson.steps.size()); ++i)
    each_question(lesson.steps[static_cast<std::size_t>(i)], [&](const Question& question) {
      for (const FitRows& rows : question.fits)
        fits_.push_back({.rows = rows, .line = question.line, .here = i == step, .over = i < step});
    });
}

Status HeldRows::may_ask(const std::string& data, const std::string& row) const {
  for (const Fit& fit : fits_) {
    if (fit.over || fit.rows.data != data) continue;
    if (fit.here && !among(row, fit.rows.fit))
      return fail(
          "row '{}' of {} is not one that is fitted here ({}): it may be asked for in the steps after the "
          "fit in line {}",
          row, data, fmt::join(fit.rows.fit, ", "), fit.line);
    if (is_held_out(row, fit.rows))
      return fail(
          "row '{}' of {} is held out of the fit in line {}: it may be asked for in the steps after it", row,
          data, fit.line);
  }
  return {};
}

const FitRows* HeldRows::fit_of(const std::string& data) const {
  const FitRows* latest = nullptr;
  for (const Fit& fit : fits_)
    if ((fit.over || fit.here) && fit.rows.data == data) latest = &fit.rows;
  return latest;
}

std::vector<std::string> held_out(const FitRows& rows, const std::vector<std::string>& all) {
  std::vector<std::string> held;
  std::ranges::copy_if(all, std::back_inserter(held),
                       [&](const std::string& row) { return is_held_out(row, rows); });
  return held;
}

}  // namespace commlab
