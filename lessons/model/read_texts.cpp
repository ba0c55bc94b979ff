#include "lessons/model/read_texts.h"

#include <algorithm>

#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

void add_labels(const std::vector<LabelledExpression>& labelled, std::vector<ReadText>& texts) {
  for (const LabelledExpression& one : labelled) texts.push_back({one.label, one.value.line});
}

std::vector<ReadText> texts_in(const SceneBlock& scene) {
  const auto said = std::ranges::find(scene.keys, assume_key, &SceneKey::first);
  if (said == scene.keys.end()) return {};
  return {{said->second, scene.line}};
}
std::vector<ReadText> texts_in(const Prose& prose) { return {{prose.markdown, prose.line}}; }
std::vector<ReadText> texts_in(const MeasureBlock& measure) { return {{measure.says, measure.line}}; }
std::vector<ReadText> texts_in(const TeacherBlock& teacher) {
  return {{teacher.notes, teacher.line}, {teacher.board, teacher.line}};
}
std::vector<ReadText> texts_in(const Question& question) {
  std::vector<ReadText> texts = {{question.ask, question.line}, {question.why, question.line}};
  for (const std::string& hint : question.hints) texts.push_back({hint, question.line});
  for (const WrongAnswer& wrong : question.wrong) texts.push_back({wrong.message, wrong.value.line});
  for (const AnswerChoice& choice : question.choices)
    for (const std::string* text : {&choice.text, &choice.message})
      texts.push_back({*text, choice.holds.line});
  add_labels(question.stars, texts);
  return texts;
}
std::vector<ReadText> texts_in(const ViewBlock& view) {
  std::vector<ReadText> texts = {{view.caption, view.line}};
  add_labels(view.counters, texts);
  return texts;
}
std::vector<ReadText> texts_in(const ExploreBlock& explore) {
  std::vector<ReadText> texts = {{explore.ask, explore.line}};
  add_labels(explore.shows, texts);
  return texts;
}
std::vector<ReadText> texts_in(const PlotBlock& plot) {
  std::vector<ReadText> texts = {{plot.title, plot.line}};
  for (const auto* lines : {&plot.curves, &plot.marks, &plot.bars}) add_labels(*lines, texts);
  return texts;
}

}  // namespace

std::vector<ReadText> read_texts(const LessonStep& step) {
  std::vector<ReadText> all;
  for (const LessonStep::Item& item : step.items) {
    const std::vector<ReadText> texts = std::visit([](const auto& each) { return texts_in(each); }, item);
    all.insert(all.end(), texts.begin(), texts.end());
  }
  return all;
}

}  // namespace commlab
