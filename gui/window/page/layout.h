#pragma once
// The parts of a lesson's step in its panel, from top to bottom: prose, and a box for each question with the
// fields to answer it, the feedback and the reason.

#include <string>
#include <vector>

#include "gui/window/draw/set_markdown.h"
#include "gui/window/page/lesson_page.h"

namespace commlab {

inline constexpr double button_letters = 6.5;  // width of a button, in heights of a letter
inline constexpr double bar_width = 3;         // width of the line at the left of a part

struct PagePart {
  enum class Kind : std::uint8_t {
    text,    // Markdown in lines
    box,     // behind a question's parts
    choice,  // a button with Markdown
    field,   // a field for the answer; `words`: its unit
    change,  // a field for a key of the scene; `words`: the key
    script,  // a field of several lines for the scene's script
    commit,  // buttons
    hint,
    unknown,  // "I don't know"
    show,     // "Show me"
    measure,
    answer,    // the learner's answer beside the run's
    measured,  // the time measured here, beside the prediction
    plot,
    control,  // a slider or a toggle: `index` of `explore`
    number,   // a number beside them: `index` of `explore`
    votes,    // how many of a class gave this answer: `words`, on a bar
  };
  enum class Tone : std::uint8_t { plain, quiet, good, bad, accent };
  Kind kind = Kind::text;
  Tone tone = Tone::plain;
  Area area{};  // below and right of the panel's upper left corner
  const QuestionState* question = nullptr;
  const PlotState* plot = nullptr;
  const ExploreState* explore = nullptr;
  const MeasureState* measure = nullptr;
  std::size_t index = 0;  // which choice, control or number
  std::string words{};
  SetText text{};
  bool bar = false;  // a line along its left edge, in its tone, groups it
  double share = 0;  // of votes: the bar's share of the width
  double letters = 0;  // of votes: their size
};

struct PageLayout {
  std::vector<PagePart> parts;
  double height = 0;
};

// The size of prose, large enough for a projector.
double lesson_letters(const Theme&);
Color tone_of(PagePart::Tone, const Theme&);

// The key's name as people say it: "root" for "with.root".
std::string_view spoken_key(std::string_view key);

}  // namespace commlab
