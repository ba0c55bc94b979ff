#include "gui/cli/lesson/sheet_markdown.h"

#include "gui/cli/output/plot_text.h"
#include "gui/cli/reports/machine_text.h"
#include "gui/cli/reports/scene_text.h"
#include "lessons/model/question_kinds.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

constexpr std::size_t markdown_width = 80;  // columns of monospaced text

std::string fenced(const std::string& text) { return fmt::format("```text\n{}```\n\n", text); }

std::string markdown(const Prose& prose) {
  const std::string_view words = without_blanks(prose.markdown);
  return words.empty() ? "" : fmt::format("{}\n\n", words);
}

std::string in_brackets(const std::string& words) { return words.empty() ? "" : fmt::format(" ({})", words); }

std::string markdown(const SheetScene& scene) {
  std::vector<std::string> keys;
  for (const SheetScene::Key& key : scene.keys)
    keys.push_back(fmt::format("`{} = {}`{}", key.name, key.value, in_brackets(key.words)));
  std::string text = scene.script.empty() ? "" : fenced(numbered_lines(scene.script));
  if (!keys.empty()) text += fmt::format("Scene: {}\n\n", fmt::join(keys, ", "));
  if (scene.machine) text += fenced(links_text(scene.machine->topology));
  return text;
}

std::string markdown(const PlotState& plot) {
  return fenced(std::string(without_blanks(plot_text(plot, markdown_width))) + "\n");
}

std::string markdown(const TeacherBlock& teacher) {
  std::string text =
      fmt::format("> **Teacher{}.** {}\n",
                  teacher.minutes > 0 ? fmt::format(", {} min", teacher.minutes) : "", teacher.notes);
  if (!teacher.board.empty()) text += fmt::format(">\n> Ask the room: {}\n", teacher.board);
  return text + "\n";
}

std::string key_text(const AnswerKey& key) {
  std::string text = key.answer.find('\n') == std::string::npos
                         ? fmt::format("**Answer: {}**\n\n", key.answer)
                         : fmt::format("**Answer:**\n\n{}", fenced(key.answer + "\n"));
  for (const auto& [answer, message] : key.mistakes) text += fmt::format("- not {}: {}\n", answer, message);
  if (!key.mistakes.empty()) text += "\n";
  return key.why.empty() ? text : text + fmt::format("Why: {}\n\n", key.why);
}

std::string room_for_answer_markdown(const SheetQuestion& question) {
  std::string text;
  for (const SheetQuestion::Key& key : question.may_change)
    text += fmt::format("{}{}{} = {}", text.empty() ? "" : ", ", key.name, in_brackets(key.words), sheet_gap);
  for (int i = 0; i < question.gaps; ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", sheet_gap);
  if (text.empty()) return "";
  return fmt::format("Answer: {}{}{}\n\n", text, question.unit.empty() ? "" : " ", question.unit);
}

std::string markdown(const SheetQuestion& question) {
  std::string text = fmt::format("**{}. {}.** {}\n\n", question.number,
                                 question.predicts ? "Predict" : "Check", question.ask);
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    text += fmt::format("- [ ] {}\n", lettered_choice(i, question.choices[i]));
  if (!question.choices.empty()) text += "\n";
  for (const std::string& aim : question.aims) text += fmt::format("- [ ] {}\n", aim);
  if (!question.aims.empty()) text += "\n";
  return text + (question.key ? key_text(*question.key) : room_for_answer_markdown(question));
}

std::string markdown(const Sheet& sheet) {
  std::string text = fmt::format("# {}{}\n\n", sheet.title, sheet.answers ? " (answers)" : "");
  const std::string gap(sheet_gap);
  std::vector<std::string> facts;
  if (!sheet.name.empty() || !sheet.answers)
    facts.push_back("Name: " + (sheet.name.empty() ? gap + gap : sheet.name));
  if (!sheet.variant.empty()) facts.push_back(sheet.variant);
  if (!sheet.about.empty()) text += sheet.about + "\n\n";
  if (!facts.empty()) text += fmt::format("{}\n\n", fmt::join(facts, "; "));
  for (const SheetSection& section : sheet.sections) {
    text += fmt::format("## {}\n\n", section.title);
    for (const SheetSection::Item& item : section.items)
      text += std::visit([](const auto& each) { return markdown(each); }, item);
  }
  return text;
}

}  // namespace

std::string sheets_markdown(const std::vector<Sheet>& sheets) {
  std::string text;
  for (const Sheet& sheet : sheets) text += (text.empty() ? "" : "---\n\n") + markdown(sheet);
  return text;
}

}  // namespace commlab
