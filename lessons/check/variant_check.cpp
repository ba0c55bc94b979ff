#include "lessons/check/variant_check.h"

#include <algorithm>

#include "lessons/answer/answer.h"
#include "lessons/answer/judge.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene.h"
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
      : lesson_(lesson), runner_(runner), problems_(problems), drawn_(values_of_variant(lesson, variant)) {}

  void check() {
    for (std::size_t step = 0; step < lesson_.steps.size(); ++step) {
      scene_ = with_values(scene_of(lesson_, static_cast<int>(step)), drawn_);
      here_ = runner_.context(scene_, drawn_);
      // A scene that cannot be done is one problem, not one for each question about it.
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
    return status_of(filled(with_values(text, words_of(scene_, drawn_)), fill_in_from(here_)));
  }

  void check(const Prose& prose) { problems_.add(prose.line, fill(prose.markdown)); }
  void check(const SceneBlock&) {}
  void check(const ViewBlock& view) {
    ViewState computed;
    problems_.add(view.line, add_to_view(computed, view, runner_, scene_, drawn_, false));
  }
  void check(const PlotBlock& plot) {
    problems_.add(plot.line, status_of(computed_plot(plot, runner_, scene_, drawn_)));
  }

  // Every stop can be run, all its numbers computed; and none is the answer to a check beside it.
  void check(const ExploreBlock& explore) {
    problems_.add(explore.line, fill(explore.ask));
    for (const ExploreBlock::Control& control : explore.controls)
      for (const std::string& stop : control.stops) {
        const LessonScene there = changed(scene_, {{control.key, with_values(stop, drawn_)}});
        const Status fine = check_stop(explore, there);
        if (fine) continue;
        problems_.add(explore.line, fmt::format("{} = {}: {}", control.key, stop, fine.error().message));
      }
  }
  Status check_stop(const ExploreBlock& explore, const LessonScene& there) {
    if (const Status done = status_of(runner_.run(there)); !done) return done;
    const EvaluationContext context = runner_.context(there, drawn_);
    for (const LabelledExpression& shown : explore.shows)
      if (const auto value = labelled_value(shown, context, words_of(there, drawn_)); !value)
        return fail("show.{}: {}", shown.name, value.error().message);
    return solves_no_check(context);
  }
  Status solves_no_check(const EvaluationContext& there) const {
    Status fine;
    each_question(*step_, [&](const Question& question) {
      if (!question.expect || !fine) return;
      if (const Result<bool> holds = evaluate_truth(*question.expect, there); holds && *holds)
        fine = fail("here the check in line {} holds, without anything found: {}", question.line,
                    question.expect->text);
    });
    return fine;
  }

  void check(const TeacherBlock& teacher) {
    problems_.add(teacher.line, fill(teacher.notes));
    problems_.add(teacher.line, fill(teacher.board));
  }

  void check(const MeasureBlock& measure) {
    problems_.add(measure.line, fill(measure.says));
    if (!measure.live.empty()) problems_.add(measure.line, status_of(live_experiment(measure, drawn_)));
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
    switch (question.kind) {
      case Question::Kind::value:
      case Question::Kind::point: return check_value(question);
      case Question::Kind::choice: return check_choice(question);
      case Question::Kind::state:
      case Question::Kind::build: return check_changes(question);
    }
  }

  // Rows that are said to be fitted or held out are there.
  void check_rows(const Question& question, const FitRows& rows) {
    const Result<DataTable> table = runner_.table(rows.data);
    if (!table) return problems_.add(question.line, table.error().message);
    for (const auto* said : {&rows.fit, &rows.held_out})
      for (const std::string& row : *said)
        if (std::ranges::find(table->rows, row, &DataTable::Row::name) == table->rows.end())
          problems_.add(question.line, fmt::format("{} has no row '{}'", rows.data, row));
  }

  void check_value(const Question& question) {
    const Result<std::vector<Value>> expected = expected_answers(question, here_);
    if (!expected) return problems_.add(question.line, fmt::format("answer: {}", expected.error().message));
    for (const Value& right : *expected) check_right(question, right);
    for (const WrongAnswer& wrong : question.wrong) check_wrong(question, wrong, *expected);
  }

  void check_right(const Question& question, const Value& right) {
    const Result<Feedback> feedback = judge(question, answer_text(question, right), here_);
    if (!feedback)
      problems_.add(question.line,
                    fmt::format("the right answer is not understood: {}", feedback.error().message));
    else if (!feedback->right)
      problems_.add(
          question.line,
          fmt::format("the right answer, {}, is refused: the tolerance is too small for how it is written",
                      feedback->result));
  }

  // Its value must be told apart from the right one, and its message must be the one that is given.
  void check_wrong(const Question& question, const WrongAnswer& wrong, const std::vector<Value>& expected) {
    const auto problem = [&](const std::string& sentence) {
      problems_.add(wrong.value.line, fmt::format("wrong.{}: {}", wrong.name, sentence));
    };
    const Result<Value> value = evaluate(wrong.value, here_);
    if (!value) return problem(value.error().message);
    if (const Status fine = fill(wrong.message); !fine) return problem(fine.error().message);
    const Value given =
        question.kind == Question::Kind::point && value->number() ? text_value(written(*value)) : *value;
    for (const Value& right : expected)
      if (answers(given, right, question.tolerance))
        return problem(
            fmt::format("it is the right answer, {}, within the tolerance", answer_text(question, right)));
    const Result<Feedback> feedback = judge(question, answer_text(question, given), here_);
    if (!feedback)
      return problem(fmt::format("as an answer, '{}' is not understood: {}", answer_text(question, given),
                                 feedback.error().message));
    const Result<std::string> message = filled(wrong.message, fill_in_from(here_));
    if (!feedback->right && feedback->message == *message) return;
    problem("its message is never given: another wrong answer has the same value");
  }

  void check_choice(const Question& question) {
    const Result<std::size_t> right = right_choice(question, here_);
    if (!right) return problems_.add(question.line, right.error().message);
    for (const AnswerChoice& choice : question.choices)
      for (const std::string* text : {&choice.text, &choice.message})
        problems_.add(choice.holds.line, fill(*text));
  }

  void check_changes(const Question& question) {
    const Result<bool> untouched = evaluate_truth(*question.expect, here_);
    if (!untouched)
      problems_.add(question.line, fmt::format("expect: {}", untouched.error().message));
    else if (*untouched)
      problems_.add(question.line, "it holds before anything was changed");
    std::set<std::string> reached;
    for (const SceneKeys& solution : question.solutions) check_solution(question, solution, reached);
    if (question.solutions.empty()) return;
    for (const auto& [name, aim, label, format] : question.stars)
      if (!reached.contains(name))
        problems_.add(aim.line, fmt::format("star.{} is reached by no solution", name));
  }

  // " (size = 4 MiB)", where something varies.
  std::string variant_text() const {
    std::vector<std::string> texts;
    for (const auto& [name, value] : drawn_) texts.push_back(fmt::format("{} = {}", name, value));
    return texts.empty() ? "" : fmt::format(" ({})", fmt::join(texts, ", "));
  }
  static std::string unmet_text(const Feedback& feedback) {
    constexpr std::string_view not_yet = "Not yet: ";
    const bool begins = feedback.message.starts_with(not_yet);
    return begins ? feedback.message.substr(not_yet.size()) : feedback.message;
  }

  void check_solution(const Question& question, const SceneKeys& solution, std::set<std::string>& reached) {
    SceneKeys keys = solution;
    for (auto& [key, value] : keys) value = with_values(value, drawn_);
    const EvaluationContext solved = runner_.context(changed(scene_, keys), drawn_);
    const Result<Feedback> feedback = judge_scene(question, solved);
    if (!feedback) return problems_.add(question.line, fmt::format("solution: {}", feedback.error().message));
    if (!feedback->right)
      problems_.add(question.line,
                    fmt::format("the solution does not pass{}: {}", variant_text(), unmet_text(*feedback)));
    reached.insert(feedback->stars.begin(), feedback->stars.end());
  }

  const Lesson& lesson_;
  SceneRunner& runner_;
  LessonProblems& problems_;
  VariantValues drawn_;
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
