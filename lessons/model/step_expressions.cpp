#include "lessons/model/step_expressions.h"

#include "lessons/expression/fill.h"
#include "lessons/model/read_texts.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

class Collected {
 public:
  void add(const Expression& expression) { all_.push_back(expression); }
  void add(const std::optional<Expression>& expression) {
    if (expression) all_.push_back(*expression);
  }
  void add(const std::vector<LabelledExpression>& labelled) {
    for (const LabelledExpression& one : labelled) add(one.value);
  }
  void add_of_text(std::string_view text) {
    (void)filled(text, [this](const Expression& expression, const ValueFormat&) -> Result<std::string> {
      add(expression);
      return "";
    });
  }

  void add(const Prose&) {}
  void add(const TeacherBlock&) {}
  void add(const SceneBlock& scene) {
    for (const auto& [key, value] : scene.keys) {
      if (!is_named_expression(key)) continue;
      if (const Result<Expression> meant = parse_expression(value)) add(*meant);
    }
  }
  void add(const ViewBlock& view) {
    for (const auto* one : {&view.highlight, &view.at, &view.at_step}) add(*one);
    add(view.counters);
  }
  void add(const PlotBlock& plot) {
    for (const auto* one : {&plot.values, &plot.rows, &plot.columns, &plot.cell}) add(*one);
    for (const auto* lines : {&plot.curves, &plot.marks, &plot.bars}) add(*lines);
  }
  void add(const ExploreBlock& explore) { add(explore.shows); }
  void add(const MeasureBlock& measure) { add(measure.compare); }
  void add(const Question& question) {
    for (const auto* one : {&question.answer, &question.any_of, &question.expect}) add(*one);
    for (const WrongAnswer& wrong : question.wrong) add(wrong.value);
    for (const AnswerChoice& choice : question.choices) add(choice.holds);
    add(question.stars);
  }

  std::vector<Expression> all() && { return std::move(all_); }

 private:
  std::vector<Expression> all_;
};

}  // namespace

std::vector<Expression> expressions_of(const LessonStep& step) {
  Collected collected;
  for (const LessonStep::Item& item : step.items)
    std::visit([&](const auto& each) { collected.add(each); }, item);
  for (const ReadText& text : read_texts(step)) collected.add_of_text(text.text);
  return std::move(collected).all();
}

}  // namespace commlab
