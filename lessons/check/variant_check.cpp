#include "lessons/check/variant_check.h"

#include <algorithm>

#include "lessons/answer/answer_rules.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene.h"
#include "lessons/model/scene_keys.h"
#include "lessons/play/labelled_value.h"
#include "lessons/play/measured_here.h"
#include "lessons/play/plot.h"
#include "lessons/play/view.h"

namespace commlab {
namespace {

template <class T>
Status status_of(const Result<T>& result) {
  return result ? Status() : tl::unexpected(result.error());
}

class VariantCheck {
 public:
  VariantCheck(const Lesson& lesson, SceneRunner& runner, LessonProblems& problems, std::uint64_t variant)
      : lesson_(lesson), runner_(runner), problems_(problems), variant_(values_of_variant(lesson, variant)) {}

  void check() {
    for (std::size_t step = 0; step < lesson_.steps.size(); ++step) {
      scene_ = with_values(scene_of(lesson_, static_cast<int>(step)), variant_);
      here_ = runner_.context(scene_, variant_);
      // A scene that cannot be run is one problem, not one for each question about it.
      if (const Status done = status_of(runner_.run(scene_));
          !done && scene_.kind != LessonScene::Kind::none) {
        problems_.add(scene_.line, done);
        continue;
      }
      step_ = &lesson_.steps[step];
      for (const LessonStep::Item& item : step_->items)
        std::visit([this](const auto& each) { check(each); }, item);
    }
  }

 private:
  Status fill(const std::string& text) const {
    return status_of(filled(with_values(text, words_of(scene_, variant_)), fill_in_from(here_)));
  }

  void check(const Prose& prose) { problems_.add(prose.line, fill(prose.markdown)); }
  void check(const SceneBlock& scene) {
    if (const std::string* const said = find_key(scene_, std::string(assume_key)))
      problems_.add(scene.line, fill(*said));
  }
  void check(const ViewBlock& view) {
    ViewState computed;
    problems_.add(view.line, add_to_view(computed, view, runner_, scene_, variant_, false));
  }
  void check(const PlotBlock& plot) {
    problems_.add(plot.line, status_of(computed_plot(plot, runner_, scene_, variant_)));
  }

  // Every stop must run and have all its numbers, and no stop may solve a check of the same step.
  void check(const ExploreBlock& explore) {
    problems_.add(explore.line, fill(explore.ask));
    for (const ExploreBlock::Control& control : explore.controls)
      for (const std::string& stop : control.stops) {
        const LessonScene there = changed(scene_, {{control.key, with_values(stop, variant_)}});
        const Status fine = check_stop(explore, there);
        if (fine) continue;
        problems_.add(explore.line, fmt::format("{} = {}: {}", control.key, stop, fine.error().message));
      }
  }
  Status check_stop(const ExploreBlock& explore, const LessonScene& there) {
    if (const Status done = status_of(runner_.run(there)); !done) return done;
    const EvaluationContext context = runner_.context(there, variant_);
    for (const LabelledExpression& shown : explore.shows)
      if (const auto value = labelled_value(shown, context, words_of(there, variant_)); !value)
        return fail("show.{}: {}", shown.name, value.error().message);
    return solves_no_check(context);
  }
  Status solves_no_check(const EvaluationContext& there) const {
    Status fine;
    each_question(*step_, [&](const Question& question) {
      if (!question.expect || !fine) return;
      if (const Result<bool> holds = evaluate_truth(*question.expect, there); holds && *holds)
        fine =
            fail("this stop already solves the check in line {}: {}", question.line, question.expect->text);
    });
    return fine;
  }

  void check(const TeacherBlock& teacher) {
    problems_.add(teacher.line, fill(teacher.notes));
    problems_.add(teacher.line, fill(teacher.board));
  }

  void check(const MeasureBlock& measure) {
    problems_.add(measure.line, fill(measure.says));
    if (!measure.live.empty()) problems_.add(measure.line, status_of(live_experiment(measure, variant_)));
    if (!measure.compare) return;
    const Result<bool> holds = evaluate_truth(*measure.compare, here_);
    if (!holds)
      problems_.add(measure.line, fmt::format("compare: {}", holds.error().message));
    else if (!*holds)
      problems_.add(measure.line, fmt::format("compare does not hold: {}", measure.compare->text));
  }

  void check(const Question& question) {
    for (const std::string* text : {&question.ask, &question.why}) problems_.add(question.line, fill(*text));
    for (const std::string& hint : question.hints) problems_.add(question.line, fill(hint));
    for (const FitRows& rows : question.fits) check_rows(question, rows);
    rules_of(question).check(
        question,
        {.here = here_,
         .changed = [this](const SceneKeys& keys) { return runner_.context(changed_by(keys), variant_); },
         .fill = [this](const std::string& text) { return fill(text); },
         .problem = [this](int line, const std::string& sentence) { problems_.add(line, sentence); },
         .variant = variant_text()});
  }

  LessonScene changed_by(SceneKeys solution) const {
    for (auto& [key, value] : solution) value = with_values(value, variant_);
    return changed(scene_, solution);
  }

  // " (size = 4 MiB)", where something varies.
  std::string variant_text() const {
    std::vector<std::string> texts;
    for (const auto& [name, value] : variant_) texts.push_back(fmt::format("{} = {}", name, value));
    return texts.empty() ? "" : fmt::format(" ({})", fmt::join(texts, ", "));
  }

  // The data must have all rows that are said to be fitted or held out.
  void check_rows(const Question& question, const FitRows& rows) {
    const Result<DataTable> table = runner_.table(rows.data);
    if (!table) return problems_.add(question.line, table.error().message);
    for (const auto* said : {&rows.fit, &rows.held_out})
      for (const std::string& row : *said)
        if (std::ranges::find(table->rows, row, &DataTable::Row::name) == table->rows.end())
          problems_.add(question.line, fmt::format("{} has no row '{}'", rows.data, row));
  }

  const Lesson& lesson_;
  SceneRunner& runner_;
  LessonProblems& problems_;
  VariantValues variant_;
  const LessonStep* step_ = nullptr;
  LessonScene scene_;
  EvaluationContext here_;
};

}  // namespace

void check_variant(const Lesson& lesson, std::uint64_t variant, SceneRunner& runner,
                   LessonProblems& problems) {
  VariantCheck(lesson, runner, problems, variant).check();
}

}  // namespace commlab
