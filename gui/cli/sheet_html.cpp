#include "gui/cli/sheet_html.h"

#include "gui/cli/plot_text.h"
#include "gui/cli/prose_html.h"
#include "gui/cli/scene_text.h"
#include "gui/picture/escaped_markup.h"
#include "lessons/lesson_text.h"

namespace commlab {
namespace {

constexpr std::size_t page_width = 78;  // of what stands in letters of one width

// Lines to write on are borders, so that they print on every printer; what belongs together stays on a page.
constexpr std::string_view style = R"(
@page { size: A4; margin: 18mm 20mm; }
body { font: 11pt/1.4 "DejaVu Serif", Georgia, serif; color: black; background: white; max-width: 170mm; margin: 8mm auto; }
h1 { font-size: 16pt; margin: 0 0 2mm; }
h2 { font-size: 13pt; margin: 7mm 0 2mm; break-after: avoid; }
p { margin: 0 0 2mm; orphans: 2; widows: 2; }
pre, code { font: 9pt/1.35 "DejaVu Sans Mono", monospace; }
pre { border: 1px solid #888; padding: 2mm 3mm; margin: 2mm 0 3mm; white-space: pre-wrap; break-inside: avoid; }
table { border-collapse: collapse; margin: 2mm 0 3mm; }
th, td { border: 1px solid #888; padding: 1mm 3mm; text-align: left; }
blockquote { margin: 0 0 2mm 6mm; }
.item { text-indent: -1.2em; } .item span { display: inline-block; width: 1.2em; text-indent: 0; }
.sheet { break-after: page; } .sheet:last-child { break-after: auto; }
.sheet + .sheet { border-top: 1px solid black; padding-top: 8mm; margin-top: 8mm; }
.who { display: flex; justify-content: space-between; border-bottom: 1px solid black; padding: 2mm 0; margin: 0 0 4mm; }
.scene { font-size: 9.5pt; }
.question { break-inside: avoid; margin: 3mm 0 4mm; padding-left: 4mm; border-left: 2px solid black; }
.choice { margin: 0 0 1mm 0; display: flex; } .choice p { margin: 0; }
.box { display: inline-block; flex: none; width: 3.4mm; height: 3.4mm; border: 1px solid black; margin: 1mm 3mm 0 0; }
.line { display: inline-block; min-width: 28mm; border-bottom: 1px solid black; margin: 4mm 1mm 0; }
.line.short { min-width: 14mm; }
.key { border: 1px solid black; padding: 2mm 3mm; } .key p { margin: 0 0 1mm; }
.teacher { font-style: italic; border-left: 2px dotted black; padding-left: 4mm; margin: 3mm 0; }
@media print { body { margin: 0; max-width: none; } .sheet + .sheet { border: 0; padding: 0; margin: 0; } }
)";

std::string html(const Prose& prose) { return prose_html(prose.markdown); }

std::string html(const SheetScene& scene) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : scene.keys)
    keys.push_back(fmt::format("<code>{} = {}</code>", escaped_markup(key), escaped_markup(value)));
  std::string text;
  if (!scene.script.empty())
    text += fmt::format("<pre>{}</pre>\n", escaped_markup(numbered_lines(scene.script)));
  if (!keys.empty()) text += fmt::format("<p class=\"scene\">Scene: {}</p>\n", fmt::join(keys, ", "));
  return text;
}

std::string html(const PlotState& plot) {
  return fmt::format("<pre>{}</pre>\n", escaped_markup(without_blanks(plot_text(plot, page_width))));
}

std::string html(const TeacherBlock& teacher) {
  const std::string minutes = teacher.minutes > 0 ? fmt::format("**{} min.** ", teacher.minutes) : "";
  const std::string board = teacher.board.empty() ? "" : fmt::format("\n\nBoard: {}", teacher.board);
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

std::string room_for_answer(const SheetQuestion& question) {
  std::string text;
  for (const std::string& key : question.may_change)
    text += fmt::format("<code>{} =</code> <span class=\"line\"></span> ", escaped_markup(key));
  for (int i = 0; i < question.gaps; ++i)
    text += fmt::format("<span class=\"line{}\"></span>{}", question.gaps > 1 ? " short" : "",
                        i + 1 < question.gaps ? "," : "");
  return text.empty() ? "" : fmt::format("<p>Answer: {} {}</p>\n", text, escaped_markup(question.unit));
}

std::string html(const SheetQuestion& question) {
  std::string text = prose_html(
      fmt::format("**{}. {}.** {}", question.number, question.predicts ? "Predict" : "Check", question.ask));
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    text += choice_html(
        fmt::format("{}) {}", static_cast<char>('a' + static_cast<char>(i)), question.choices[i]));
  for (const std::string& aim : question.aims) text += choice_html(aim);
  return fmt::format("<div class=\"question\">\n{}{}</div>\n", text,
                     question.key ? key_html(*question.key) : room_for_answer(question));
}

std::string html(const Sheet& sheet) {
  std::string text = fmt::format("<div class=\"sheet\">\n<h1>{}{}</h1>\n", escaped_markup(sheet.title),
                                 sheet.answers ? " (answers)" : "");
  const std::string name = sheet.name.empty() ? "<span class=\"line\" style=\"min-width: 60mm\"></span>"
                                              : escaped_markup(sheet.name);
  const bool named = !sheet.name.empty() || !sheet.answers;
  text += prose_html(sheet.about);
  if (named || !sheet.variant.empty())
    text += fmt::format("<div class=\"who\"><span>{}</span><span>{}</span></div>\n",
                        named ? "Name: " + name : "", escaped_markup(sheet.variant));
  for (const SheetSection& section : sheet.sections) {
    text += fmt::format("<h2>{}</h2>\n", escaped_markup(section.title));
    for (const SheetSection::Item& item : section.items)
      text += std::visit([](const auto& each) { return html(each); }, item);
  }
  return text + "</div>\n";
}

}  // namespace

std::string sheets_html(const std::vector<Sheet>& sheets) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n",
      sheets.empty() ? "commlab" : escaped_markup(sheets.front().title), style);
  for (const Sheet& sheet : sheets) text += html(sheet);
  return text + "</body>\n</html>\n";
}

}  // namespace commlab
