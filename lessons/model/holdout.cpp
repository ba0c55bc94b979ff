#include "lessons/model/holdout.h"

#include <algorithm>
#include <set>

#include "lessons/expression/expression_node.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/step_expressions.h"

namespace commlab {
namespace {

bool among(const std::string& row, const std::vector<std::string>& rows) {
  return std::ranges::find(rows, row) != rows.end();
}

bool is_held_out(const std::string& row, const FitRows& rows) {
  return rows.held_out.empty() ? !among(row, rows.fit) : among(row, rows.held_out);
}

}  // namespace

Holdout::Holdout(const Lesson& lesson, int step) {
  for (int i = 0; i < static_cast<int>(lesson.steps.size()); ++i)
    each_question(lesson.steps[i], [&](const Question& question) {
      for (const FitRows& rows : question.fits)
        fits_.push_back({.rows = rows, .line = question.line, .here = i == step, .over = i < step});
    });
}

Status Holdout::may_ask(const std::string& data, const std::string& row) const {
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

const FitRows* Holdout::fit_of(const std::string& data) const {
  const FitRows* latest = nullptr;
  for (const Fit& fit : fits_)
    if ((fit.over || fit.here) && fit.rows.data == data) latest = &fit.rows;
  return latest;
}

namespace {

// A fit of some data, and the step that makes it.
struct MadeFit {
  const FitRows* rows = nullptr;
  int step = 0;
};

std::vector<MadeFit> fits_up_to(const Lesson& lesson, int last) {
  std::vector<MadeFit> fits;
  for (int step = 0; step <= last; ++step)
    each_question(lesson.steps[step], [&](const Question& question) {
      for (const FitRows& rows : question.fits) fits.push_back({&rows, step});
    });
  return fits;
}

// A row as it is written, as in measured(D21, 96, time); nothing where it is computed.
std::optional<std::string> written_row(const ExpressionNode& node) {
  using Kind = ExpressionNode::Kind;
  if (node.kind == Kind::text) return node.text;
  if (node.kind == Kind::number) return written(value_of(node.amount, node.dimension));
  return std::nullopt;
}

// Calls test(data, row) for each row that is asked for: the row as it is written, "" where only a run knows
// it, or nothing where the rows of the latest fit are meant.
void each_asked_row(const ExpressionNode& node, const auto& test) {
  if (node.is_call("measured") && node.children.size() > 1)
    test(node.children[0].text, std::optional(written_row(node.children[1]).value_or("")));
  if ((node.is_call("fit") || node.is_call("holdout")) && !node.children.empty())
    test(node.children[0].text, std::optional<std::string>());
  for (const ExpressionNode& child : node.children) each_asked_row(child, test);
}

}  // namespace

std::vector<int> fits_tested_by(const Lesson& lesson, int step) {
  const std::vector<MadeFit> fits = fits_up_to(lesson, step);
  std::set<int> tested;
  const auto test = [&](const std::string& data, const std::optional<std::string>& row) {
    std::optional<int> latest;
    for (const MadeFit& fit : fits) {
      if (fit.rows->data != data) continue;
      latest = fit.step;
      if (row && (row->empty() || is_held_out(*row, *fit.rows))) tested.insert(fit.step);
    }
    if (!row && latest) tested.insert(*latest);
  };
  if (!fits.empty())
    for (const Expression& expression : expressions_of(lesson.steps[step]))
      each_asked_row(*expression.root, test);
  tested.erase(step);
  return {tested.begin(), tested.end()};
}

std::vector<std::string> held_out(const FitRows& rows, const std::vector<std::string>& all) {
  std::vector<std::string> held;
  std::ranges::copy_if(all, std::back_inserter(held),
                       [&](const std::string& row) { return is_held_out(row, rows); });
  return held;
}

}  // namespace commlab
