#include "gui/cli/lesson/sheet_html.h"

#include <utility>

#include "gui/cli/output/plot_text.h"
#include "gui/cli/output/prose_html.h"
#include "gui/cli/reports/scene_text.h"
#include "gui/picture/escaped_markup.h"
#include "gui/picture/machine_picture.h"
#include "lessons/model/question_kinds.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

constexpr std::size_t html_width = 78;  // columns of monospaced text

// Lines to write on are borders, which every printer prints. What belongs together stays on one page. There
// is room to write, and everything else is set close, to save paper: a class has thirty learners.
constexpr std::string_view style = R"(
@page { size: A4; margin: 13mm 18mm; }
body { font: 10.5pt/1.35 "DejaVu Serif", Georgia, serif; color: black; background: white; max-width: 170mm; margin: 8mm auto; }
h1 { font-size: 16pt; margin: 0 0 2mm; }
h2 { font-size: 12.5pt; clear: both; margin: 5mm 0 1.5mm; break-after: avoid; }
p { margin: 0 0 2mm; orphans: 2; widows: 2; }
pre, code { font: 8.5pt/1.3 "DejaVu Sans Mono", monospace; }
pre { border: 1px solid #888; padding: 1.5mm 3mm; margin: 1.5mm 0 2mm; white-space: pre-wrap; break-inside: avoid; }
pre.script { break-after: avoid; }
.scene code, .unbroken { white-space: nowrap; }
table { border-collapse: collapse; margin: 2mm 0 3mm; break-inside: avoid; }
.together { break-inside: avoid; }
th, td { border: 1px solid #888; padding: 1mm 3mm; text-align: left; }
blockquote { margin: 0 0 2mm 6mm; }
.item { text-indent: -1.2em; } .item span { display: inline-block; width: 1.2em; text-indent: 0; }
.sheet + .sheet { border-top: 1px solid black; padding-top: 5mm; margin-top: 6mm; }
.who { display: flex; justify-content: space-between; border-bottom: 1px solid black; padding: 2mm 0; margin: 0 0 4mm; }
.scene { font-size: 9.5pt; break-after: avoid; }
.machine { float: right; break-inside: avoid; margin: 0 0 2mm 4mm; }
.machine svg { width: 72mm; height: auto; }
.change { display: inline-block; margin-right: 3mm; }
.question { break-inside: avoid; margin: 2mm 0 3mm; padding-left: 4mm; border-left: 2px solid black; }
.choice { margin: 0 0 1mm 0; display: flex; } .choice p { margin: 0; }
.box { display: inline-block; flex: none; width: 3.4mm; height: 3.4mm; border: 1px solid black; margin: 1mm 3mm 0 0; }
.line { display: inline-block; min-width: 28mm; border-bottom: 1px solid black; margin: 4mm 1mm 0; }
.line.short { min-width: 14mm; }
.key { border: 1px solid black; padding: 2mm 3mm; } .key p { margin: 0 0 1mm; }
.teacher { font-style: italic; border-left: 2px dotted black; padding-left: 4mm; margin: 3mm 0; }
@media print { body { margin: 0; max-width: none; } .sheet.anew { border: 0; padding: 0; margin: 0; break-before: page; } }
)";

std::string html(const Prose& prose) { return prose_html(prose.markdown); }

std::string html_in_brackets(const std::string& words) {
  return words.empty() ? "" : fmt::format(" ({})", escaped_markup(words));
}

std::string html(const SheetScene& scene) {
  std::vector<std::string> keys;
  for (const SheetScene::Key& key : scene.keys)
    keys.push_back(fmt::format("<code>{} = {}</code>{}", escaped_markup(key.name), escaped_markup(key.value),
                               html_in_brackets(key.words)));
  std::string text;
  if (!scene.script.empty())
    text += fmt::format("<pre class=\"script\">{}</pre>\n", escaped_markup(numbered_lines(scene.script)));
  if (!keys.empty()) text += fmt::format("<p class=\"scene\">Scene: {}</p>\n", fmt::join(keys, ", "));
  if (scene.machine) text += fmt::format("<div class=\"machine\">{}</div>\n", wiring_svg(*scene.machine));
  return text;
}

std::string html(const PlotState& plot) {
  return fmt::format("<pre>{}</pre>\n", escaped_markup(without_blanks(plot_text(plot, html_width))));
}

std::string html(const TeacherBlock& teacher) {
  const std::string minutes = teacher.minutes > 0 ? fmt::format("**{} min.** ", teacher.minutes) : "";
  const std::string board = teacher.board.empty() ? "" : fmt::format("\n\nAsk the room: {}", teacher.board);
  return fmt::format("<div class=\"teacher\">{}</div>\n", prose_html(minutes + teacher.notes + board));
}

std::string choice_html(const std::string& text) {
  return fmt::format("<div class=\"choice\"><span class=\"box\"></span>{}</div>\n", prose_html(text));
}

std::string key_html(const AnswerKey& key) {
  std::string text =
      key.answer.find('\n') == std::string::npos
          ? fmt::format("<p><strong>Answer: {}</strong></p>\n", escaped_markup(key.answer))
          : fmt::format("<p><strong>Answer:</strong></p><pre>{}</pre>\n", escaped_markup(key.answer));
  for (const auto& [answer, message] : key.mistakes)
    text += prose_html(fmt::format("- not {}: {}", answer, message));
  if (!key.why.empty()) text += prose_html("Why: " + key.why);
  return fmt::format("<div class=\"key\">{}</div>\n", text);
}

std::string room_for_answer_html(const SheetQuestion& question) {
  std::string text;
  for (const SheetQuestion::Key& key : question.may_change)
    text += fmt::format("<span class=\"change\"><code>{}</code>{} = <span class=\"line\"></span></span> ",
                        escaped_markup(key.name), html_in_brackets(key.words));
  for (int i = 0; i < question.gaps; ++i)
    text += fmt::format("<span class=\"line{}\"></span>{}", question.gaps > 1 ? " short" : "",
                        i + 1 < question.gaps ? "," : "");
  return text.empty() ? "" : fmt::format("<p>Answer: {} {}</p>\n", text, escaped_markup(question.unit));
}

std::string html(const SheetQuestion& question) {
  std::string text = prose_html(
      fmt::format("**{}. {}.** {}", question.number, question.predicts ? "Predict" : "Check", question.ask));
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    text += choice_html(lettered_choice(i, question.choices[i]));
  for (const std::string& aim : question.aims) text += choice_html(aim);
  return fmt::format("<div class=\"question\">\n{}{}</div>\n", text,
                     question.key ? key_html(*question.key) : room_for_answer_html(question));
}

// Title, heading, text and scene stay on one page with the first question. In a key, which is longer, only
// the part up to the scene stays together.
std::string html(const SheetSection& section, std::string_view title, bool answers) {
  std::string together = fmt::format("{}<h2>{}</h2>\n", title, escaped_markup(section.title)), rest;
  bool apart = false;
  for (const SheetSection::Item& item : section.items) {
    (apart ? rest : together) += std::visit([](const auto& each) { return html(each); }, item);
    apart = apart || std::holds_alternative<SheetQuestion>(item) ||
            (answers && std::holds_alternative<SheetScene>(item));
  }
  return fmt::format("<div class=\"together\">\n{}</div>\n{}", together, rest);
}

// Whether the sheet may begin in the middle of a page: a key, or the next lesson of the same learner.
bool goes_on(const Sheet& sheet, const Sheet* before) {
  return !before || sheet.answers || (!sheet.name.empty() && sheet.name == before->name);
}

// The lesson's title, and a line for the learner's name.
std::string title_html(const Sheet& sheet) {
  std::string text =
      fmt::format("<h1>{}{}</h1>\n<div class=\"about\">{}</div>\n", escaped_markup(sheet.title),
                  sheet.answers ? " (answers)" : "", prose_html(sheet.about));
  const std::string name = sheet.name.empty() ? "<span class=\"line\" style=\"min-width: 60mm\"></span>"
                                              : escaped_markup(sheet.name);
  const bool named = !sheet.name.empty() || !sheet.answers;
  if (named || !sheet.variant.empty())
    text += fmt::format("<div class=\"who\"><span>{}</span><span>{}</span></div>\n",
                        named ? "Name: " + name : "", escaped_markup(sheet.variant));
  return text;
}

std::string html(const Sheet& sheet, const Sheet* before) {
  std::string title = title_html(sheet), text;
  for (const SheetSection& section : sheet.sections)
    text += html(section, std::exchange(title, ""), sheet.answers);
  return fmt::format("<div class=\"sheet{}\">\n{}{}</div>\n", goes_on(sheet, before) ? "" : " anew", title,
                     text);
}

}  // namespace

std::string sheets_html(const std::vector<Sheet>& sheets) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n",
      sheets.empty() ? "commlab" : escaped_markup(sheets.front().title), style);
  for (std::size_t i = 0; i < sheets.size(); ++i) text += html(sheets[i], i > 0 ? &sheets[i - 1] : nullptr);
  return text + "</body>\n</html>\n";
}

}  // namespace commlab
