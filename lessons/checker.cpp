#include "lessons/checker.h"

#include <algorithm>
#include <map>
#include <set>

#include "lessons/answer.h"
#include "lessons/judge.h"
#include "lessons/scene.h"
#include "lessons/scene_runner.h"

namespace commlab {
namespace {

// What each line has against it: a sentence once, however many variants it shows in.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(int line, const std::string& sentence) { by_line_[line].insert(sentence); }
  void add(int line, const Status& status) {
    if (!status) add(line, status.error().message);
  }
  std::vector<std::string> sentences() const {
    std::vector<std::string> all;
    for (const auto& [line, sentences] : by_line_)
      for (const std::string& sentence : sentences)
        all.push_back(fmt::format("{}:{}: {}", file_, line, sentence));
    return all;
  }

 private:
  std::string file_;
  std::map<int, std::set<std::string>> by_line_;
};

template <class T>
Status status_of(const Result<T>& result) {
  return result ? Status() : tl::unexpected(result.error());
}

// What does not depend on any run.

bool nothing_computed(const Question& question) {
  if (question.fact || question.expect) return false;
  if (question.answer) return !asks_something(*question.answer);
  return std::ranges::none_of(question.choices,
                              [](const AnswerChoice& choice) { return asks_something(choice.holds); });
}

void check_without_runs(const Question& question, Problems& problems) {
  if (nothing_computed(question))
    problems.add(question.line, "the answer asks nothing of the run: compute it, or say fact = true");
  if (question.expect && !asks_something(*question.expect))
    problems.add(question.line, "'expect' asks nothing of the run, so no change of the scene matters");
  if (question.expect && question.solutions.empty())
    problems.add(question.line, "a check that changes the scene needs a solution block behind it");
}

// One variant.

class VariantCheck {
 public:
  VariantCheck(const Lesson& lesson, SceneRunner& runner, Problems& problems, std::uint64_t variant)
      : lesson_(lesson), runner_(runner), problems_(problems), drawn_(draw(lesson, variant)) {}

  void check() {
    for (std::size_t step = 0; step < lesson_.steps.size(); ++step) {
      scene_ = drawn(scene_of(lesson_, static_cast<int>(step)), drawn_);
      here_ = runner_.surroundings(scene_, drawn_);
      // A scene that cannot be done is one problem, not one for each question about it.
      if (const Status done = status_of(runner_.run(scene_));
          !done && scene_.kind != LessonScene::Kind::none) {
        problems_.add(scene_.line, done);
        continue;
      }
      for (const LessonStep::Item& item : lesson_.steps[step].items)
        std::visit([this](const auto& each) { check(each); }, item);
    }
  }

 private:
  Status fill(const std::string& text) const {
    return status_of(filled(drawn(text, drawn_), fill_in_from(here_)));
  }

  void check(const Prose& prose) { problems_.add(prose.line, fill(prose.markdown)); }
  void check(const SceneBlock&) {}
  void check(const ViewBlock&) {}
  void check(const TeacherBlock& teacher) {
    problems_.add(teacher.line, fill(teacher.notes));
    problems_.add(teacher.line, fill(teacher.board));
  }

  void check(const MeasureBlock& measure) {
    problems_.add(measure.line, fill(measure.says));
    if (!measure.live.empty()) problems_.add(measure.line, status_of(parse_line(measure.live)));
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
    switch (question.kind) {
      case Question::Kind::value:
      case Question::Kind::point: return check_value(question);
      case Question::Kind::choice: return check_choice(question);
      case Question::Kind::state:
      case Question::Kind::build: return check_changes(question);
    }
  }

  void check_value(const Question& question) {
    const Result<Value> expected = expected_answer(question, here_);
    if (!expected) return problems_.add(question.line, fmt::format("answer: {}", expected.error().message));
    const Result<Feedback> right = judge(question, answer_text(question, *expected), here_);
    if (!right)
      problems_.add(question.line,
                    fmt::format("the right answer is not understood: {}", right.error().message));
    else if (!right->right)
      problems_.add(
          question.line,
          fmt::format("the right answer, {}, is refused: the tolerance is too small for how it is written",
                      right->result));
    for (const WrongAnswer& wrong : question.wrong) check_wrong(question, wrong, *expected);
  }

  // Its value must be told apart from the right one, and its message must be the one that is given.
  void check_wrong(const Question& question, const WrongAnswer& wrong, const Value& expected) {
    const auto problem = [&](const std::string& sentence) {
      problems_.add(wrong.value.line, fmt::format("wrong.{}: {}", wrong.name, sentence));
    };
    const Result<Value> value = evaluate(wrong.value, here_);
    if (!value) return problem(value.error().message);
    if (const Status fine = fill(wrong.message); !fine) return problem(fine.error().message);
    const Value given =
        question.kind == Question::Kind::point && value->number() ? text_value(written(*value)) : *value;
    if (answers(given, expected, question.tolerance))
      return problem(
          fmt::format("it is the right answer, {}, within the tolerance", answer_text(question, expected)));
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
    for (const auto& [name, aim] : question.stars)
      if (!reached.contains(name))
        problems_.add(aim.line, fmt::format("star.{} is reached by no solution", name));
  }

  void check_solution(const Question& question, const SceneKeys& solution, std::set<std::string>& reached) {
    SceneKeys keys = solution;
    for (auto& [key, value] : keys) value = drawn(value, drawn_);
    const Surroundings solved = runner_.surroundings(changed(scene_, keys), drawn_);
    const Result<Feedback> feedback = judge_scene(question, solved);
    if (!feedback) return problems_.add(question.line, fmt::format("solution: {}", feedback.error().message));
    if (!feedback->right)
      problems_.add(question.line, fmt::format("the solution does not pass: {}", question.expect->text));
    reached.insert(feedback->stars.begin(), feedback->stars.end());
  }

  const Lesson& lesson_;
  SceneRunner& runner_;
  Problems& problems_;
  Drawn drawn_;
  LessonScene scene_;
  Surroundings here_;
};

// Numbers typed into texts.

// All texts of scenes, in which a number may be repeated by the prose.
std::vector<std::string> known_texts(const Lesson& lesson) {
  std::vector<std::string> known;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* scene = std::get_if<SceneBlock>(&item)) {
        for (const auto& [key, value] : scene->keys) known.push_back(value);
        known.push_back(scene->script.value_or(""));
      }
  for (const Variation& variation : lesson.vary)
    known.insert(known.end(), variation.values.begin(), variation.values.end());
  return known;
}

void check_numbers(const Lesson& lesson, Problems& problems) {
  const std::vector<std::string> known = known_texts(lesson);
  const auto check = [&](const std::string& text, int line) {
    for (const std::string& number : typed_in_numbers(text, known))
      problems.add(line,
                   fmt::format("'{}' is typed in, and no scene has it: compute it, or write {{{{ {} }}}}",
                               number, number));
  };
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items) {
      if (const auto* prose = std::get_if<Prose>(&item)) check(prose->markdown, prose->line);
      if (const auto* measure = std::get_if<MeasureBlock>(&item)) check(measure->says, measure->line);
      const auto* question = std::get_if<Question>(&item);
      if (!question) continue;
      for (const std::string* text : {&question->ask, &question->why}) check(*text, question->line);
      for (const std::string& hint : question->hints) check(hint, question->line);
      for (const WrongAnswer& wrong : question->wrong) check(wrong.message, wrong.value.line);
      for (const AnswerChoice& choice : question->choices) check(choice.message, choice.holds.line);
    }
}

int count_questions(const Lesson& lesson) {
  int all = 0;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items) all += std::holds_alternative<Question>(item);
  return all;
}

}  // namespace

LessonVerdict check_lesson(const Lesson& lesson, const Laboratory& laboratory) {
  Problems problems(lesson.file);
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* question = std::get_if<Question>(&item)) check_without_runs(*question, problems);
  check_numbers(lesson, problems);

  const auto variants =
      static_cast<int>(std::min<std::uint64_t>(combinations_of(lesson), most_checked_variants));
  SceneRunner runner(laboratory);
  for (int variant = 0; variant < variants; ++variant)
    VariantCheck(lesson, runner, problems, static_cast<std::uint64_t>(variant)).check();
  return {.file = lesson.file,
          .title = lesson.title,
          .steps = static_cast<int>(lesson.steps.size()),
          .questions = count_questions(lesson),
          .minutes = lesson.minutes,
          .variants = variants,
          .problems = problems.sentences()};
}

}  // namespace commlab
