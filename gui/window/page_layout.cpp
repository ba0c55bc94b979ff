#include "gui/window/page_layout.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gui/window/answer_picture.h"
#include "gui/window/paragraph.h"

namespace commlab {
namespace {

using Kind = PagePart::Kind;
using Tone = PagePart::Tone;

constexpr double script_lines = 9;  // of its field
constexpr double bar_width = 3;

class LessonSetter {
 public:
  LessonSetter(const Canvas& canvas, double width, const Theme& theme, const LessonPage& page)
      : canvas_(canvas), width_(width), theme_(theme), page_(page), letters_(lesson_letters(theme)) {}

  PageLayout set(bool notes) && {
    if (!page_.trouble.empty()) text(page_.trouble, Tone::bad);
    const std::size_t shown = items_shown(page_.content);
    for (std::size_t i = 0; i < shown; ++i) {
      const StepContent::Item& item = page_.content.items[i];
      if (const auto* prose = std::get_if<Prose>(&item)) text(prose->markdown, Tone::plain);
      if (const auto* question = std::get_if<QuestionState>(&item)) this->question(*question);
      if (const auto* measured = std::get_if<MeasureState>(&item)) measure(*measured);
      if (const auto* teacher = std::get_if<const TeacherBlock*>(&item); teacher && notes) note(**teacher);
    }
    layout_.height = y_;
    return std::move(layout_);
  }

 private:
  PagePart& add(Kind kind, double height, double gap) {
    PagePart part{.kind = kind, .area = {left_, y_, width_ - 2 * left_, height}};
    layout_.parts.push_back(std::move(part));
    y_ += height + gap;
    return layout_.parts.back();
  }

  void text(std::string_view markdown, Tone tone, bool bar = false) {
    const double indent = bar ? theme_.gap + bar_width * theme_.line : 0;
    SetText set = set_markdown(markdown, width_ - 2 * left_ - indent, letters_, canvas_);
    const double height = set.height;
    PagePart& part = add(Kind::text, height, 0.6 * letters_);
    part.text = std::move(set);
    part.tone = tone;
    part.bar = bar;
  }

  // Small words above a question or a measurement.
  void label(std::string_view words, Tone tone) {
    SetText set;
    set.height = line_height(theme_.small());
    set.pieces.push_back({.run = {.text = std::string(words)},
                          .area = {0, 0, width_ - 2 * left_, set.height},
                          .size = theme_.small(),
                          .bold = true});
    PagePart& part = add(Kind::text, set.height, 0.2 * letters_);
    part.text = std::move(set);
    part.tone = tone;
  }

  // A box round what `fill` adds.
  template <class Fill>
  void boxed(Tone tone, const QuestionState* question, const Fill& fill) {
    const std::size_t box = layout_.parts.size();
    PagePart& frame = add(Kind::box, 0, theme_.gap);
    frame.tone = tone;
    frame.question = question;
    left_ = 1.25 * theme_.gap;
    fill();
    left_ = 0;
    Area& area = layout_.parts[box].area;
    area.height = y_ - area.y;
    y_ += 0.6 * letters_;
  }

  void question(const QuestionState& state) {
    const bool open = is_open(state), right = state.feedback && state.feedback->right;
    const Tone tone = open && !state.feedback ? Tone::accent : right ? Tone::good : Tone::quiet;
    boxed(tone, &state, [&] {
      const char* name = state.question->predicts ? (open ? "Predict" : "You predicted") : "Check";
      label(state.solved && !state.question->predicts ? "Check: solved" : name, tone);
      text(state.ask, Tone::plain);
      answered_in(state, open);
      for (const std::string& hint : state.hints) text("Hint: " + hint, Tone::quiet, true);
      if (state.feedback)
        told(state);
      else if (!open)
        kept(state);
    });
  }

  void answered_in(const QuestionState& state, bool open) {
    const Question& question = *state.question;
    if (question.kind == Question::Kind::choice) choices(state);
    if (!open) return;
    if (question.kind == Question::Kind::value || question.kind == Question::Kind::point) {
      PagePart& part = add(Kind::field, theme_.button, theme_.gap);
      part.question = &state;
      part.words = question.unit;
    }
    if (changes_scene(question))
      for (const std::string& key : question.allow) change(state, key);
    const std::size_t hints = question.hints.size();
    PagePart& commit = add(Kind::commit, theme_.button, 0);
    commit.question = &state;
    commit.words = changes_scene(question) ? "Run" : question.predicts ? "Commit" : "Answer";
    if (state.hints_shown < static_cast<int>(hints)) {
      PagePart& hint = add(Kind::hint, theme_.button, 0);
      hint.question = &state;
      const Area row = layout_.parts[layout_.parts.size() - 2].area;
      layout_.parts.back().area.y = row.y;
      y_ = row.bottom();
    }
    y_ += theme_.gap;
  }

  void choices(const QuestionState& state) {
    for (std::size_t i = 0; i < state.choices.size(); ++i) {
      const double letter = canvas_.width_of("m", letters_) + 2 * theme_.gap;
      SetText set =
          set_markdown(state.choices[i], width_ - 2 * left_ - letter - theme_.gap, letters_, canvas_);
      const double height = std::max(theme_.button, set.height + theme_.gap);
      PagePart& part = add(Kind::choice, height, 0.5 * theme_.gap);
      part.question = &state;
      part.index = i;
      part.text = std::move(set);
    }
    y_ += 0.5 * theme_.gap;
  }

  void change(const QuestionState& state, const std::string& key) {
    const bool script = key == "script";
    const double height = script ? script_lines * line_height(theme_.font) : theme_.button;
    PagePart& part = add(script ? Kind::script : Kind::change, height, 0.5 * theme_.gap);
    part.question = &state;
    part.words = key;
  }

  // Of a step with more predictions than this one.
  void kept(const QuestionState& state) {
    if (state.question->kind != Question::Kind::choice)
      text("Your answer: **" + *state.first + "**", Tone::plain);
    text("Kept. What came of it is told when all predictions of this step are made.", Tone::quiet);
  }

  void told(const QuestionState& state) {
    const Feedback& feedback = *state.feedback;
    const bool marked = state.question->kind == Question::Kind::choice;  // among the choices themselves
    if (!feedback.result.empty() && !marked)
      add(Kind::answer, height_of_answer(theme_), 0.5 * letters_).question = &state;
    const Tone tone = feedback.right ? Tone::good : Tone::bad;
    const std::string said = !feedback.message.empty() ? feedback.message
                             : feedback.right          ? "Right."
                                                       : "Not yet.";
    text(said, tone);
    if (!feedback.stars.empty())
      text(fmt::format("Reached: {}.", fmt::join(feedback.stars, ", ")), Tone::good);
    if (!feedback.why.empty()) text(feedback.why, Tone::plain, true);
  }

  void measure(const MeasureState& state) {
    boxed(Tone::quiet, nullptr, [&] {
      label(state.badge.empty() ? "Measured" : state.badge, Tone::quiet);
      text(state.says, Tone::plain);
    });
  }

  void note(const TeacherBlock& teacher) {
    boxed(Tone::quiet, nullptr, [&] {
      label(teacher.minutes > 0 ? fmt::format("For the teacher: {} minutes", teacher.minutes)
                                : "For the teacher",
            Tone::quiet);
      text(teacher.notes, Tone::quiet);
      if (!teacher.board.empty()) text("**Ask the room:** " + teacher.board, Tone::quiet);
    });
  }

  const Canvas& canvas_;
  double width_;
  const Theme& theme_;
  const LessonPage& page_;
  double letters_;
  PageLayout layout_;
  double left_ = 0, y_ = 0;
};

}  // namespace

double lesson_letters(const Theme& theme) {
  return theme.small() >= 24 && theme.font <= 32 ? theme.small() : theme.font;
}

Color tone_of(PagePart::Tone tone, const Theme& theme) {
  switch (tone) {
    case Tone::plain: return theme.words;
    case Tone::quiet: return theme.quiet;
    case Tone::good: return theme.good;
    case Tone::bad: return theme.bad;
    case Tone::accent: return theme.accent;
  }
  return theme.words;
}

std::string_view spoken_key(std::string_view key) {
  if (key.starts_with("with.")) key.remove_prefix(5);
  return key;
}

PageLayout lay_out_page(const Canvas& canvas, double width, const Theme& theme, const LessonPage& page,
                        bool notes) {
  return LessonSetter(canvas, width, theme, page).set(notes);
}

void draw_page(Canvas& canvas, const Area& area, const PageLayout& layout, const Theme& theme,
               double scrolled) {
  for (const PagePart& part : layout.parts) {
    const Area at{area.x + part.area.x, area.y + part.area.y - scrolled, part.area.width, part.area.height};
    if (!at.overlaps(area)) continue;
    const Color ink = tone_of(part.tone, theme);
    if (part.kind == Kind::box) {
      canvas.fill(at, blend(theme.panel, theme.raised, 0.45), 6);
      canvas.frame(at, {.color = ink.faded(part.tone == Tone::quiet ? 0.5 : 1), .width = 1.5 * theme.line},
                   6);
    }
    if (part.kind == Kind::answer) draw_answer(canvas, at, *part.question, theme);
    if (part.kind != Kind::text) continue;
    double left = at.x;
    if (part.bar) {
      canvas.fill({at.x, at.y, bar_width * theme.line, at.height}, theme.edge);
      left += theme.gap + bar_width * theme.line;
    }
    draw_set_text(canvas, {left, at.y}, part.text, theme, ink, area);
  }
}

}  // namespace commlab
