#include "gui/cli/reports/tally_report.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/numbers.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/prose_text.h"
#include "gui/cli/output/table.h"
#include "lessons/model/scene.h"
#include "lessons/text/markdown.h"

namespace commlab {
namespace {

constexpr int longest_tally_bar = 40;

std::string kind_name(FirstAnswer::Kind kind) {
  switch (kind) {
    case FirstAnswer::Kind::right: return "right";
    case FirstAnswer::Kind::solved: return "solved";
    case FirstAnswer::Kind::known_wrong: return "known wrong";
    case FirstAnswer::Kind::choice: return "choice";
    case FirstAnswer::Kind::far_off: return "far off";
    case FirstAnswer::Kind::other: return "other";
    case FirstAnswer::Kind::unsolved: return "not solved";
    case FirstAnswer::Kind::unreadable: return "cannot be read";
    case FirstAnswer::Kind::unknown: return "unknown";
  }
  return "";
}

// " (M8)"
std::string code_of(const FirstAnswer& answer) {
  return answer.misconception.empty() ? "" : fmt::format(" ({})", answer.misconception);
}

std::string label_of(const FirstAnswer& answer) {
  switch (answer.kind) {
    case FirstAnswer::Kind::right: return answer.label == "right" ? "right" : answer.label + " (right)";
    case FirstAnswer::Kind::known_wrong: return "wrong: " + answer.label + code_of(answer);
    default: return answer.label + code_of(answer);
  }
}

std::string title_of(const Lesson& lesson) {
  return lesson.number > 0 ? fmt::format("{} {}", lesson.number, lesson.title) : lesson.title;
}

// "size = 400 MB: 34".
std::string variants_text(const LessonTally& tally) {
  std::vector<std::string> texts;
  for (const auto& [variant, learners] : tally.variants) {
    std::vector<std::string> drawn_texts;
    for (const auto& [name, value] : values_of_variant(tally.lesson, variant))
      drawn_texts.push_back(fmt::format("{} = {}", name, value));
    texts.push_back(fmt::format("{}: {}", fmt::join(drawn_texts, ", "), learners));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string steps_text(const LessonTally& tally) {
  std::string text;
  for (std::size_t step = 0; step < tally.reached.size(); ++step)
    if (tally.reached[step] < tally.learners)
      text += fmt::format("  step {} ({}) was reached by {}\n", step + 1, tally.lesson.steps[step].title,
                          tally.reached[step] ? std::to_string(tally.reached[step]) : "nobody");
  return text;
}

// "2.5 min", or "40 s".
std::string duration_text(double minutes) {
  return minutes < 1 ? fmt::format("{:.0f} s", minutes * 60) : fmt::format("{:.1f} min", minutes);
}

std::string counts_text(const QuestionTally& question) {
  if (question.answered == 0) return "nobody answered";
  std::string text = fmt::format("{} answered", question.answered);
  if (!question.by_changing) text += fmt::format(", {} right at first", question.right_at_first);
  if (!question.predicts) text += fmt::format(", {} solved", question.solved);
  if (question.shown > 0) text += fmt::format(", {} were told", question.shown);
  if (question.hints > 0) text += fmt::format(", {}", counted(question.hints, "hint"));
  if (question.minutes) text += ", median " + duration_text(*question.minutes);
  for (const auto& [star, learners] : question.stars) text += fmt::format(", {}: {}", star, learners);
  return text;
}

std::string bars(const QuestionTally& question) {
  Table table({{""}, {"", right}, {""}});
  int most = 1;
  for (const auto& [answer, learners] : question.first_answers) most = std::max(most, learners);
  const int per_character = std::max(1, (most + longest_tally_bar - 1) / longest_tally_bar);
  for (const auto& [answer, learners] : question.first_answers) {
    table.add({"   " + label_of(answer), std::to_string(learners),
               std::string(std::max(1, learners / per_character), '#')});
  }
  return table.rows_only();
}

// What learners are told about known wrong answers. It stands below the bars, so that the bars stay together.
std::string meanings(const QuestionTally& question, const ProseStyle& style) {
  std::string text;
  for (const auto& [answer, learners] : question.first_answers)
    if (answer.kind == FirstAnswer::Kind::known_wrong && !answer.means.empty())
      text += prose_text(fmt::format("{}: {}", answer.label, answer.means), style, "       ");
  return text;
}

std::string question_text(const QuestionTally& question, const ProseStyle& style) {
  return fmt::format(
      "\n{}     {}\n{}{}",
      prose_text(fmt::format("**{}.** {} (step {}): {}", question.number + 1,
                             question.predicts ? "Predict" : "Check", question.step + 1, question.ask),
                 style, "  "),
      counts_text(question), bars(question), meanings(question, style));
}

// "M8   7 of 24  All pairs of GPUs are equally fast.", the most frequent first.
std::string misconceptions_text(const LessonTally& tally) {
  auto found = tally.misconceptions;
  std::erase_if(found, [](const auto& one) { return one.second == 0; });
  if (found.empty()) return "";
  std::ranges::stable_sort(found, std::greater<>(), &std::pair<Misconception, int>::second);
  Table table({{""}, {"", right}, {""}});
  for (const auto& [one, learners] : found)
    table.add({"   " + std::string(one.code), fmt::format("{} of {}", learners, tally.learners),
               std::string(one.sentence)});
  return "  first answers that point at what people believe\n" + table.rows_only();
}

std::string lesson_text(const LessonTally& tally, const ProseStyle& style) {
  std::string text = fmt::format("\n{}\n  {} began it, {} of them to the end\n", title_of(tally.lesson),
                                 tally.learners, tally.completed);
  text += misconceptions_text(tally);
  if (!tally.lesson.vary.empty()) text += prose_text("variants: " + variants_text(tally), style, "  ");
  text += steps_text(tally);
  for (const QuestionTally& question : tally.questions) text += question_text(question, style);
  return text;
}

nlohmann::ordered_json json_of(const QuestionTally& question) {
  nlohmann::ordered_json answers = nlohmann::ordered_json::array();
  for (const auto& [answer, learners] : question.first_answers) {
    nlohmann::ordered_json one = {
        {"kind", kind_name(answer.kind)}, {"answer", answer.label}, {"learners", learners}};
    if (!answer.means.empty()) one["means"] = answer.means;
    if (!answer.misconception.empty()) one["misconception"] = answer.misconception;
    answers.push_back(std::move(one));
  }
  nlohmann::ordered_json json = {{"question", question.number + 1},
                                 {"step", question.step + 1},
                                 {"kind", question.predicts ? "predict" : "check"},
                                 {"ask", question.ask},
                                 {"answered", question.answered},
                                 {"right_at_first", question.right_at_first},
                                 {"solved", question.solved},
                                 {"shown", question.shown},
                                 {"hints", question.hints}};
  if (question.minutes) json["median_minutes"] = *question.minutes;
  for (const auto& [star, learners] : question.stars) json["stars"][star] = learners;
  json["first_answers"] = std::move(answers);
  return json;
}

nlohmann::ordered_json json_of(const LessonTally& tally) {
  nlohmann::ordered_json json = {{"lesson", tally.lesson.id},     {"title", tally.lesson.title},
                                 {"learners", tally.learners},    {"completed", tally.completed},
                                 {"fights", tally.lesson.fights}, {"reached", tally.reached}};
  json["misconceptions"] = nlohmann::ordered_json::array();
  for (const auto& [one, learners] : tally.misconceptions)
    json["misconceptions"].push_back(
        {{"code", one.code}, {"believed", one.sentence}, {"learners", learners}});
  for (const auto& [variant, learners] : tally.variants)
    json["variants"].push_back({{"variant", variant}, {"learners", learners}});
  json["questions"] = nlohmann::ordered_json::array();
  for (const QuestionTally& question : tally.questions) json["questions"].push_back(json_of(question));
  return json;
}

}  // namespace

std::string tally_text(const ClassTally& tally, std::size_t width) {
  const ProseStyle style{.width = width};
  std::string text = counted(tally.learners, "learner") + "\n";
  for (const LessonTally& lesson : tally.lessons) text += lesson_text(lesson, style);
  if (tally.left_out.empty()) return text;
  text += "\nLeft out:\n";
  for (const std::string& sentence : tally.left_out) text += "  " + sentence + "\n";
  return text;
}

std::string tally_json(const ClassTally& tally) {
  nlohmann::ordered_json json = {{"learners", tally.learners},
                                 {"lessons", nlohmann::ordered_json::array()},
                                 {"left_out", tally.left_out}};
  for (const LessonTally& lesson : tally.lessons) json["lessons"].push_back(json_of(lesson));
  return document(json);
}

std::string tally_csv(const ClassTally& tally) {
  Table table({{"lesson"},
               {"question"},
               {"step"},
               {"asked"},
               {"kind"},
               {"answer"},
               {"misconception"},
               {"learners"},
               {"of"}});
  for (const LessonTally& lesson : tally.lessons)
    for (const QuestionTally& question : lesson.questions)
      for (const auto& [answer, learners] : question.first_answers)
        table.add({lesson.lesson.id, std::to_string(question.number + 1), std::to_string(question.step + 1),
                   question.predicts ? "predict" : "check", kind_name(answer.kind), answer.label,
                   answer.misconception, std::to_string(learners), std::to_string(question.answered)});
  return table.csv();
}

}  // namespace commlab
