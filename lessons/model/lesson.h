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
  std::optional<std::string> script{};  // the text of the `script` block after it
  int script_line = 0;
};

// An expression with a name and a label: y.time = time(run), "the whole copy". The label may have {{ }} in
// it. If the value is shown as a number, a format may follow the expression, as in {{ }}.
struct LabelledExpression {
  std::string name;
  Expression value;
  std::string label;
  ValueFormat format{};
};

// How the window shows the step. Layout, picture, panels and lanes hold until a later step changes them; the rest
// is for this step only.
struct ViewBlock {
  int line = 0;
  std::string layout{};               // one of view_layouts; empty: as in the step before
  std::string picture{};              // one of view_pictures; empty: as in the step before
  std::vector<std::string> panels{};  // names of view_panels: only these are shown; empty: as before
  std::vector<std::string>
      lanes{};  // names of view_lanes: only these lanes of a script are shown; empty: as before
  std::optional<Expression>
      highlight{};                 // a text or a list of them: "gpu 0", "link gpu0->gpu2", cut(gpu0, gpu2)
  double speed = 1;                // 2: the run plays twice as fast
  std::optional<Expression> at{};  // the time at which the run is shown; see also at_step
  std::optional<Expression> at_step{};         // for `at = step 3`: halfway through that step
  std::string beside{};                        // another algorithm, whose run plays beside the step's
  std::string caption{};                       // a line under the picture, with {{ }}
  std::vector<LabelledExpression> counters{};  // counter.NAME: numbers beside the picture
};
inline constexpr std::string_view view_layouts[] = {"usual",  "topology", "timeline",
                                                    "matrix", "lanes",    "tensors"};
inline constexpr std::string_view view_pictures[] = {"machine", "algorithm", "both", "stages"};
inline constexpr std::string_view view_panels[] = {"topology", "matrix",  "timeline", "listing",
                                                   "lanes",    "tensors", "outcome"};
inline constexpr std::string_view view_lanes[] = {"host", "compute", "communication"};
inline constexpr double slowest_view = 0.05, fastest_view = 20;  // limits of speed

// A picture of numbers, in a step's text.
struct PlotBlock {
  enum class Kind : std::uint8_t {
    curves,  // over the values of a key of the scene
    bars,
    cells,  // a table of numbers, each coloured by its value
  };
  enum class Scale : std::uint8_t { linear, log_x, log };  // log: both axes logarithmic
  int line = 0;
  std::string title{};  // with {{ }}
  Kind kind = Kind::bars;
  std::string unit{};  // unit of y, bars and cells: "us"; empty: one that suits the numbers
  Scale scale = Scale::linear;
  std::string x{};                           // for curves: the key, which is also a name in their expressions
  std::optional<Expression> values{};        // for curves: the list of the key's values
  std::vector<LabelledExpression> curves{};  // y.NAME
  std::vector<LabelledExpression> marks{};   // mark.NAME, for curves: vertical lines at x
  std::vector<LabelledExpression> bars{};    // bar.NAME
  std::optional<Expression> rows{}, columns{};  // for cells: lists
  std::optional<Expression> cell{};  // uses the names `row` and `column`; `nothing` leaves it empty
};
inline constexpr int most_plot_values = 100;  // values of x
inline constexpr int most_plot_cells = 64 * 64;
inline constexpr std::size_t most_plot_lines = 8;  // at most 8 curves, and at most 8 marks

// Sliders and toggles of the scene, and numbers beside them.
struct ExploreBlock {
  struct Control {
    std::string key;                 // a key of the scene, or with.NAME
    std::vector<std::string> stops;  // at least two, in order; {NAME} in them is filled in
  };
  int line = 0;
  std::string ask{};  // with {{ }}
  std::vector<Control> controls{};
  std::vector<LabelledExpression> shows{};  // show.NAME, computed for the scene at the stops
};
inline constexpr std::size_t most_explore_stops = 40;  // for one control

// A known wrong answer, and what the learner is told about it.
struct WrongAnswer {
  std::string name;
  Expression value;
  std::string message;
  std::string misconception{};  // which misconception it shows: "M8" (misconceptions.h); empty: none
};

// One of several answers to choose from. It is right if `holds` is true for the run.
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
    build,   // the same: the learner builds a program, a route or an order
  };
  int line = 0;
  bool predicts = false;
  Kind kind = Kind::value;
  std::string ask;
  std::optional<Expression> answer{};  // for the kinds value and point
  // For the kind point, instead of `answer`: a list of places, each of which is right. The list may contain
  // lists; elements that are nothing are ignored.
  std::optional<Expression> any_of{};
  std::string unit{};    // for the kind value: "ms"; empty: a bare number
  double tolerance = 0;  // a fraction: 0.1 is ten per cent
  bool fact = false;     // the answer is a fact that no run can compute
  std::vector<WrongAnswer> wrong{};
  std::vector<AnswerChoice> choices{};
  std::optional<Expression> expect{};  // for the kinds state and build
  std::vector<std::string> allow{};    // keys of the scene that the learner may change; may contain "script"
  SceneKeys words{};                   // word.n: the meaning of a key of `allow`, in a few words
  std::vector<FitRows> fits{};         // one for each table of data that the check fits
  std::vector<LabelledExpression>
      stars{};        // further aims: "silver", the condition, and its words (may be empty)
  std::string why{};  // shown with the result: Markdown with {{ }}
  // For the kinds state and build: the solutions. Each is a complete answer to the question, a list of keys;
  // each star is reached by one of them.
  std::vector<SceneKeys> solutions{};
  std::vector<std::string> hints{};
  std::vector<std::string> tags{};
};

// A measurement to compare with: published numbers, or a measurement on this computer.
struct MeasureBlock {
  int line = 0;
  std::string data{};  // "D1"; empty: there are no published numbers
  std::string live{};  // an experiment's line; measured on this computer when the learner asks
  std::string says{};  // Markdown with {{ measured(...) }} in it
  std::optional<Expression> compare{};  // a condition that must hold for the published numbers
};

struct TeacherBlock {
  int line = 0;
  std::string notes;  // Markdown
  int minutes = 0;
  std::string board{};  // a question for the class
};

// Which classes play a step: core steps are played even in five minutes, extra steps only in fifty.
enum class StepPart { core, usual, extra };

struct LessonStep {
  using Item = std::variant<Prose, SceneBlock, ViewBlock, Question, MeasureBlock, TeacherBlock, PlotBlock,
                            ExploreBlock>;
  std::string title;
  int line = 0;
  StepPart part = StepPart::usual;  // {core} or {extra} after the title
  std::vector<Item> items;
};

// A value that differs from learner to learner: each variant has one of these values. Expressions use the
// name, texts and scenes "{size}".
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

// "7  Three copies", for lists and headings; without a number, only the title.
std::string numbered_title(int number, const std::string& title);

}  // namespace commlab
