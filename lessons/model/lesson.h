#pragma once
// A lesson as it stands in its file: a header, and steps with prose, a scene, questions and other blocks.
// Nothing has been run yet. lessons/README.md explains the format.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/expression.h"
#include "lessons/expression/scene_setting.h"
#include "lessons/expression/value.h"

namespace commlab {

// A text for readers: Markdown, with {{ expressions }} in it.
struct Prose {
  std::string markdown;
  int line = 0;
};

// What is run. A scene inherits the keys and the script of the scene before it (scene.h).
struct SceneBlock {
  int line = 0;
  SceneKeys keys;
  std::optional<std::string> script{};  // the fenced block `script` after it
  int script_line = 0;
};

// An expression with a name and a label: y.time = time(run), "the whole copy". The label may have {{ }} in
// it. Where the value is written as a number, a format may stand behind the expression, as in {{ }}.
struct LabelledExpression {
  std::string name;
  Expression value;
  std::string label;
  ValueFormat format{};
};

// How the window shows the step. Layout, panels and lanes hold until a later step changes them; the rest is
// for this step only.
struct ViewBlock {
  int line = 0;
  std::string layout{};               // one of view_layouts; empty: as before
  std::vector<std::string> panels{};  // of view_panels: only these are shown; empty: as before
  std::vector<std::string> lanes{};   // of view_lanes: lanes of a script that are shown; empty: as before
  std::optional<Expression>
      highlight{};                 // a text or a list of them: "gpu 0", "link gpu0->gpu2", cut(gpu0, gpu2)
  double speed = 1;                // 2: the run plays twice as fast
  std::optional<Expression> at{};  // the time at which the run is shown; at_step where a step is named
  std::optional<Expression> at_step{};         // at = step 3: halfway through the step
  std::string caption{};                       // under the picture: a line with {{ }}
  std::vector<LabelledExpression> counters{};  // counter.NAME: numbers beside the picture
};
inline constexpr std::string_view view_layouts[] = {"usual",  "topology", "timeline",
                                                    "matrix", "lanes",    "tensors"};
inline constexpr std::string_view view_panels[] = {"topology", "matrix",  "timeline", "listing",
                                                   "lanes",    "tensors", "outcome"};
inline constexpr std::string_view view_lanes[] = {"host", "compute", "communication"};
inline constexpr double slowest_view = 0.05, fastest_view = 20;  // speed

// A picture of numbers, in a step's text.
struct PlotBlock {
  enum class Kind : std::uint8_t {
    curves,  // over the values of a key of the scene
    bars,
    cells,  // a table of numbers, each coloured by its value
  };
  enum class Scale : std::uint8_t { linear, log_x, log };  // log: both axes
  int line = 0;
  std::string title{};  // with {{ }}
  Kind kind = Kind::bars;
  std::string unit{};  // for y, bars and cells: "us"; empty: one that suits the numbers
  Scale scale = Scale::linear;
  std::string x{};                              // curves: the key, which is also a name in their expressions
  std::optional<Expression> values{};           // curves: the list of values of the key
  std::vector<LabelledExpression> curves{};     // y.NAME
  std::vector<LabelledExpression> marks{};      // mark.NAME, curves: vertical lines at x
  std::vector<LabelledExpression> bars{};       // bar.NAME
  std::optional<Expression> rows{}, columns{};  // cells: lists
  std::optional<Expression> cell{};  // uses the names `row` and `column`; `nothing` leaves it empty
};
inline constexpr int most_plot_values = 100;  // of x
inline constexpr int most_plot_cells = 64 * 64;
inline constexpr std::size_t most_plot_lines = 8;  // at most 8 curves, and at most 8 marks

// Sliders and toggles of the scene, and numbers beside them.
struct ExploreBlock {
  struct Control {
    std::string key;                 // of the scene, or with.NAME
    std::vector<std::string> stops;  // at least two, in order; may have {NAME} of what varies in them
  };
  int line = 0;
  std::string ask{};  // with {{ }}
  std::vector<Control> controls{};
  std::vector<LabelledExpression> shows{};  // show.NAME, computed for the scene at the stops
};
inline constexpr std::size_t most_explore_stops = 40;  // for one control

// A wrong answer that people give, and what they are told.
struct WrongAnswer {
  std::string name;
  Expression value;
  std::string message;
  std::string misconception{};  // the one it points at: "M8" (misconceptions.h); empty: none
};

// One of several answers to choose from. It is right where `holds` is true for the run.
struct AnswerChoice {
  std::string text;
  Expression holds;
  std::string message;          // shown to a learner who picks this wrong choice
  std::string misconception{};  // as in WrongAnswer
};

// Rows of measured data that a check fits by changing the scene (fit.D21), and rows that are held out to
// test the fit (holdout.D21). holdout.h says which steps may ask for which rows.
struct FitRows {
  std::string data;  // "D21"
  std::vector<std::string> fit{};
  std::vector<std::string> held_out{};  // empty: all other rows
};

// A prediction locks the run until it is answered; a check is asked after the run was seen. How each kind is
// answered is in question_kinds.h.
struct Question {
  enum class Kind : std::uint8_t {
    value,  // a number with a unit, or a list of numbers: "4, 3, 2, 1"; "-" for an element that holds nothing
    choice,  // one of the choices
    point,   // a place: "rank 2 line 3", "link gpu0-gpu2"
    state,   // change the scene until `expect` is true
    build,   // the same with the learner's own program, route or order
  };
  int line = 0;
  bool predicts = false;
  Kind kind = Kind::value;
  std::string ask;
  std::optional<Expression> answer{};  // for the kinds value and point
  // For the kind point, instead of `answer`: a list of places, each of which is right. It may have lists in
  // it; elements that are nothing are left out.
  std::optional<Expression> any_of{};
  std::string unit{};    // for the kind value: "ms"; empty: a bare number
  double tolerance = 0;  // a fraction: 0.1 is ten per cent
  bool fact = false;     // the answer is a fact that no run can compute
  std::vector<WrongAnswer> wrong{};
  std::vector<AnswerChoice> choices{};
  std::optional<Expression> expect{};  // for the kinds state and build
  std::vector<std::string> allow{};    // keys of the scene that the learner may change; "script" among them
  SceneKeys words{};                   // word.n: what a key of `allow` means, in a few words
  std::vector<FitRows> fits{};         // one for each table of data that the check fits
  std::vector<LabelledExpression>
      stars{};        // further aims: "silver", what must hold, and the same in words (may be empty)
  std::string why{};  // told with the result: Markdown with {{ }}
  // For the kinds state and build: keys that answer the question. Each of them is a full answer; each star
  // is reached by one of them.
  std::vector<SceneKeys> solutions{};
  std::vector<std::string> hints{};
  std::vector<std::string> tags{};
};

// A measurement to compare with: published numbers, or a measurement on this computer.
struct MeasureBlock {
  int line = 0;
  std::string data{};                   // "D1"; empty: there are no published numbers
  std::string live{};                   // an experiment's line, measured here when the learner asks for it
  std::string says{};                   // Markdown with {{ measured(...) }} in it
  std::optional<Expression> compare{};  // must hold for the published numbers
};

struct TeacherBlock {
  int line = 0;
  std::string notes;  // Markdown
  int minutes = 0;
  std::string board{};  // what to ask the class
};

// Which classes play a step: core steps even those of five minutes, extra steps only those of fifty.
enum class StepPart { core, usual, extra };

struct LessonStep {
  using Item = std::variant<Prose, SceneBlock, ViewBlock, Question, MeasureBlock, TeacherBlock, PlotBlock,
                            ExploreBlock>;
  std::string title;
  int line = 0;
  StepPart part = StepPart::usual;  // {core} or {extra} behind its title
  std::vector<Item> items;
};

// What differs from learner to learner: each variant has one of the values. Expressions and scenes use it by
// its name ("{size}").
struct Variation {
  std::string name;
  std::vector<std::string> values;
};

struct Lesson {
  std::string file;
  int number = 0;  // 7 of 07-three-copies.lesson.md; 0: none
  std::string id;
  std::string title;
  int minutes = 0;
  std::vector<std::string> needs;   // ids of lessons that should come before
  std::vector<std::string> fights;  // "M8": misconceptions.h
  std::vector<std::string> tags;
  std::string goal;  // one sentence
  std::vector<Variation> vary;
  std::vector<LessonStep> steps;
};

// "7  Three copies", as lists and headings say it; without a number, the title alone.
std::string numbered_title(int number, const std::string& title);

}  // namespace commlab
