#include "gui/window/panels/lesson/widgets.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/lesson/play.h"
#include "gui/window/page/plot.h"
#include "gui/window/panels/lesson/explore.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

class LessonWidget {
 public:
  LessonWidget(Ui& ui, Session& session, const LessonPage& page)
      : ui_(ui), session_(session), state_(session.lesson), page_(page), theme_(session.theme) {}

  void show(const PagePart& part, const Area& area) {
    using Kind = PagePart::Kind;
    switch (part.kind) {
      case Kind::choice: return choice(part, area);
      case Kind::field: return field(part, area);
      case Kind::change: return change(part, area);
      case Kind::script: return script(part, area);
      case Kind::commit: return commit(part, area);
      case Kind::hint: return hint(part, area);
      case Kind::unknown: return quiet(part, area, "unknown", answer_unknown);
      case Kind::show: return quiet(part, area, "show", ask_result);
      case Kind::measure: return measure(part, area);
      case Kind::control: return explore_control(ui_, session_, part, area);
      case Kind::plot: return plot(part, area);
      case Kind::number: {
        const LabelledValue& value = part.explore->shows[part.index];
        return ui_.registry.note({.id = fmt::format("lesson.number.{}", part.index),
                                  .role = Role::label,
                                  .value = fmt::format("{}: {}", value.label, value.text),
                                  .area = area});
      }
      case Kind::measured:
      case Kind::votes:
      case Kind::text:
      case Kind::box:
      case Kind::answer: return;
    }
  }

 private:
  // "lesson.answer", and of questions beside the current one "lesson.answer.3".
  std::string id_of(const PagePart& part, std::string_view name) const {
    const bool current = part.question == current_question(state_);
    return current ? fmt::format("lesson.{}", name)
                   : fmt::format("lesson.{}.{}", name, part.question->number);
  }

  void choice(const PagePart& part, const Area& area) {
    const QuestionState& question = *part.question;
    const std::string letter = choice_letter(part.index);
    const auto chosen = state_.chosen.find(question.number);
    const bool committed = !is_open(question);
    const bool mine = question.feedback && question.feedback->chosen == part.index;
    const bool on = committed ? mine : chosen != state_.chosen.end() && chosen->second == part.index;
    if (ui_.button(id_of(part, "choice." + letter), "", area, {.pressed = on, .enabled = !committed}))
      choose(session_, question, part.index);
    const bool right =
        question.feedback && question.feedback->told && question.feedback->right_choice == part.index;
    const bool wrong = mine && !right && !question.feedback->right && !question.feedback->unknown;
    const Color mark = right ? theme_.good : wrong ? theme_.bad : on ? theme_.accent : theme_.edge;
    if (right || wrong) ui_.canvas.frame(area, {.color = mark, .width = 2 * theme_.line}, 6);
    const double radius = 0.75 * lesson_letters(theme_);
    const PicturePoint badge{area.x + theme_.gap + radius, area.center().y};
    if (on) ui_.canvas.disc(badge, radius, mark);
    ui_.canvas.circle(badge, radius, {.color = mark, .width = 1.5 * theme_.line});
    ui_.canvas.text(badge,
                    right   ? "✓"
                    : wrong ? "✗"
                            : letter,
                    {.color = on ? theme_.on_accent : theme_.words,
                     .size = theme_.small(),
                     .anchor = Anchor::middle,
                     .bold = true});
    draw_set_text(ui_.canvas, {badge.x + radius + theme_.gap, area.center().y - part.text.height / 2},
                  part.text, theme_, committed && !on && !right ? theme_.quiet : theme_.words, area);
  }

  void field(const PagePart& part, const Area& area) {
    const double unit = part.words.empty() ? 0 : ui_.canvas.width_of(part.words, theme_.font) + theme_.gap;
    const Area box{area.x, area.y, area.width - unit, area.height};
    const bool current = part.question == current_question(state_);
    take_keyboard(current);
    const bool entered = ui_.field(id_of(part, "answer"), box, state_.typed[part.question->number],
                                   "Enter commits it", "your answer");
    if (current) state_.in_field = ImGui::IsItemActive();
    if (entered) commit_answer(session_, *part.question);
    ui_.canvas.text({box.right() + theme_.gap, area.center().y}, part.words,
                    {.color = theme_.words, .size = theme_.font});
  }

  // Gives the keyboard to the field that comes next, and then the digits that were typed before it had it.
  void take_keyboard(bool current) {
    if (!current) return;
    if (state_.focus) {
      ImGui::SetKeyboardFocusHere();
      state_.focus = false;
      return;
    }
    if (!state_.in_field) return;
    for (const char digit : state_.digits)
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(digit));
    state_.digits.clear();
  }

  // What the key is now, until something else is typed.
  std::string& edited(const std::string& key) {
    const auto known = state_.edits.find(key);
    if (known != state_.edits.end()) return known->second;
    std::string now;
    if (key == "script" && page_.scene) now = page_.scene->script;
    const auto found = std::ranges::find(page_.keys, key, &SceneKeys::value_type::first);
    if (found != page_.keys.end()) now = found->second;
    return state_.edits[key] = now;
  }

  void change(const PagePart& part, const Area& area) {
    const std::string name(spoken_key(part.words));
    const double label = std::min(0.45 * area.width, longest_key(*part.question) + 1.5 * theme_.gap);
    ui_.canvas.text({area.x, area.center().y}, shortened(name, label - theme_.gap, theme_.font, ui_.canvas),
                    {.color = theme_.words, .size = theme_.font});
    const Area box{area.x + label, area.y, area.width - label, area.height};
    const std::vector<std::string>& keys = part.question->question->allow;
    const bool edited_last = std::ranges::find(keys, state_.run_key) != keys.end()
                                 ? part.words == state_.run_key
                                 : part.words == keys.front();
    const bool current = edited_last && part.question == current_question(state_);
    take_keyboard(current);
    const bool entered =
        ui_.field(id_of(part, "change." + part.words), box, edited(part.words), "Enter runs it");
    if (current) state_.in_field = ImGui::IsItemActive();
    if (entered) {
      state_.run_key = part.words;
      commit_answer(session_, *part.question);
    }
  }

  double longest_key(const QuestionState& question) const {
    double width = 0;
    for (const std::string& key : question.question->allow)
      width = std::max(width, ui_.canvas.width_of(spoken_key(key), theme_.font));
    return width;
  }

  void script(const PagePart& part, const Area& area) {
    ui_.lines(id_of(part, "change.script"), area, edited("script"));
  }

  // Where a place is asked for, its cells can be pointed at; the one that is meant has a frame.
  void plot(const PagePart& part, const Area& area) {
    ui_.registry.note({.id = fmt::format("lesson.plot.{}", part.plot->plot->line),
                       .role = Role::picture,
                       .value = words_of_page_plot(*part.plot),
                       .area = area});
    const QuestionState* const question = current_question(state_);
    if (!question || !is_place(*question->question)) return;
    const auto typed = state_.typed.find(question->number);
    for (const PlotPlace& place : places_on_page_plot(ui_.canvas, area, theme_, *part.plot)) {
      ui_.registry.note(
          {.id = "lesson.cell." + place.name, .role = Role::object, .value = {}, .area = place.area});
      if (typed != state_.typed.end() && typed->second == place.name)
        ui_.canvas.frame(place.area, {.color = theme_.bad, .width = 3 * theme_.line});
    }
  }

  void commit(const PagePart& part, const Area& area) {
    const bool current = part.question == current_question(state_);
    if (lesson_button(ui_, session_, id_of(part, "commit"), "lesson-commit", part.words, area,
                      {.primary = current, .enabled = !session_.tutor.busy()}))
      commit_answer(session_, *part.question);
  }

  void hint(const PagePart& part, const Area& area) {
    if (lesson_button(ui_, session_, id_of(part, "hint"), "lesson-hint", "Hint", area,
                      {.enabled = !session_.tutor.busy()}))
      ask_hint(session_, *part.question);
  }

  // A way out of a question, which nobody is pushed to.
  void quiet(const PagePart& part, const Area& area, std::string_view name,
             void (*act)(Session&, const QuestionState&)) {
    if (ui_.button(id_of(part, name), part.words, area, {.quiet = true, .enabled = !session_.tutor.busy()}))
      act(session_, *part.question);
  }

  void measure(const PagePart& part, const Area& area) {
    const int number = part.measure->number;
    const bool busy = session_.tutor.busy();
    const bool measuring = busy && state_.measuring;
    if (ui_.button(fmt::format("lesson.measure.{}", number), measuring ? "Measuring …" : part.words, area,
                   {.enabled = !busy}))
      measure_here(session_, number);
  }

  Ui& ui_;
  Session& session_;
  LessonState& state_;
  const LessonPage& page_;
  const Theme& theme_;
};

}  // namespace

bool lesson_button(Ui& ui, const Session& session, std::string_view id, std::string_view command,
                   std::string_view label, const Area& area, ButtonLook look) {
  const std::string tooltip = tooltip_of(**find_command(command), session.settings);
  if (look.tooltip.empty()) look.tooltip = tooltip;
  return ui.button(id, label, area, look);
}

void lesson_widget(Ui& ui, Session& session, const LessonPage& page, const PagePart& part, const Area& area) {
  LessonWidget(ui, session, page).show(part, area);
}

}  // namespace commlab
