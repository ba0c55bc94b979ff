#pragma once
// A lesson as its file has it: a header, and steps of prose, a scene, questions and what belongs to them.
// Nothing here has been run. The format is told in lessons/README.md.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression.h"
#include "lessons/value.h"

namespace commlab {

// Some text that is read by people: Markdown, with {{ expressions }} in it.
struct Prose {
  std::string markdown;
  int line = 0;
};

// Names and what they are set to, as written, without quotes.
using SceneKey = std::pair<std::string, std::string>;
using SceneKeys = std::vector<SceneKey>;

// What is run. A scene inherits what the scene before it said, key by key; so does its script. (scene.h)
struct SceneBlock {
  int line = 0;
  SceneKeys keys;
  std::optional<std::string> script{};  // of the fenced block `script` after it
  int script_line = 0;
};

// An expression under a name, with the words that stand beside its value: y.time = time(run), "the whole
// copy". The words may hold {{ }}; of numbers that are written, a format may stand behind the expression, as
// in {{ }}.
struct LabelledExpression {
  std::string name;
  Expression value;
  std::string label;
  ValueFormat format{};
};

// How the window shows the step. Layout, panels and lanes go on from the step before; the rest is the step's.
struct ViewBlock {
  int line = 0;
  std::string layout{};               // one of view_layouts; empty: as before
  std::vector<std::string> panels{};  // of view_panels: these alone are there; empty: as before
  std::vector<std::string> lanes{};   // of view_lanes: those of a script's that are shown; empty: as before
  std::optional<Expression>
      highlight{};                 // a text or a list of them: "gpu 0", "link gpu0->gpu2", cut(gpu0, gpu2)
  double speed = 1;                // 2: the run plays twice as fast as usual
  std::optional<Expression> at{};  // where it stands still: a time; `at_step` where a step is named
  std::optional<Expression> at_step{};         // at = step 3: halfway through it
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
    curves,  // over a key of the scene, which is swept
    bars,
    cells,  // a table of numbers, coloured by them
  };
  enum class Scale : std::uint8_t { linear, log_x, log };  // log: both axes
  int line = 0;
  std::string title{};  // with {{ }}
  Kind kind = Kind::bars;
  std::string unit{};  // of y, bars and cells: "us"; empty: what suits the numbers
  Scale scale = Scale::linear;
  std::string x{};                           // of curves: the key, which is also a name in their expressions
  std::optional<Expression> values{};        // of curves: the list of what the key is set to
  std::vector<LabelledExpression> curves{};  // y.NAME
  std::vector<LabelledExpression> marks{};   // mark.NAME, of curves: upright lines at x
  std::vector<LabelledExpression> bars{};    // bar.NAME
  std::optional<Expression> rows{}, columns{};  // of cells: lists
  std::optional<Expression> cell{};             // in the names `row` and `column`; nothing leaves it empty
};
inline constexpr int most_plot_values = 100;  // of x
inline constexpr int most_plot_cells = 64 * 64;
inline constexpr std::size_t most_plot_lines = 8;  // curves, and likewise marks

// Sliders and toggles of the scene, and numbers beside them.
struct ExploreBlock {
  struct Control {
    std::string key;                 // of the scene, or with.NAME
    std::vector<std::string> stops;  // at least two, in order; {NAME} of what varies in them
  };
  int line = 0;
  std::string ask{};  // with {{ }}
  std::vector<Control> controls{};
  std::vector<LabelledExpression> shows{};  // show.NAME, computed at the stop
};
inline constexpr std::size_t most_explore_stops = 40;  // of one control

// A wrong answer that people give, and what it says about them.
struct WrongAnswer {
  std::string name;
  Expression value;
  std::string message;
  std::string misconception{};  // that it points at: "M8" (misconceptions.h); empty: none
};

// One of several answers to choose from: right where `holds` is true of the run.
struct AnswerChoice {
  std::string text;
  Expression holds;
  std::string message;          // to whom chooses it and is wrong
  std::string misconception{};  // likewise
};

// Rows of measured data for which a check chooses what it may change (fit.D21), and rows that are kept back
// for the test of what was chosen (holdout.D21). What asks for which: lessons/held_rows.h.
struct FitRows {
  std::string data;  // "D21"
  std::vector<std::string> fit{};
  std::vector<std::string> held_out{};  // empty: all the others
};

// A prediction locks the run until it is committed; a check is asked when the run was seen.
struct Question {
  enum class Kind : std::uint8_t {
    value,   // a number with a unit, or a list of numbers: "4, 3, 2, 1"; "-" is an element that holds nothing
    choice,  // one of the choices
    point,   // a place: "rank 2 line 3", "link gpu0-gpu2"
    state,   // change the scene until `expect` is true
    build,   // the same, with a program, route or order of the learner's own
  };
  int line = 0;
  bool predicts = false;
  Kind kind = Kind::value;
  std::string ask;
  std::optional<Expression> answer{};  // of value and point
  // Of point, instead of `answer`: a list of places, each of which is right. Lists in it are gone into, and
  // what is nothing is none.
  std::optional<Expression> any_of{};
  std::string unit{};    // of value: "ms"; empty: a bare number
  double tolerance = 0;  // a share: 0.1 is ten per cent
  bool fact = false;     // the answer is a fact, which no run can compute
  std::vector<WrongAnswer> wrong{};
  std::vector<AnswerChoice> choices{};
  std::optional<Expression> expect{};  // of state and build
  std::vector<std::string> allow{};    // keys of the scene that the learner may change; "script" among them
  SceneKeys words{};                   // word.n: what a key of `allow` is, in a few words
  std::vector<FitRows> fits{};         // of a check that is one, by data
  std::vector<LabelledExpression>
      stars{};        // further aims: "silver", what must hold, and it in words (or nothing)
  std::string why{};  // said when it was answered: Markdown with {{ }}
  // Of state and build: keys that answer it. Every one does; each star is reached by one of them.
  std::vector<SceneKeys> solutions{};
  std::vector<std::string> hints{};
  std::vector<std::string> tags{};
};

// Answered by changing the scene: of kind state or build.
bool changes_scene(const Question&);

// A measurement to compare with: published numbers, or the same really done here.
struct MeasureBlock {
  int line = 0;
  std::string data{};                   // "D1"; empty: only the live one
  std::string live{};                   // an experiment's line, really done here when it is asked for
  std::string says{};                   // Markdown with {{ measured(...) }} in it
  std::optional<Expression> compare{};  // must hold, where the data are published
};

struct TeacherBlock {
  int line = 0;
  std::string notes;  // Markdown
  int minutes = 0;
  std::string board{};  // what to ask the room
};

// Which classes play a step: the heart of a lesson those of five minutes too, what is extra only the longest.
enum class StepPart { core, usual, extra };

struct LessonStep {
  using Item = std::variant<Prose, SceneBlock, ViewBlock, Question, MeasureBlock, TeacherBlock, PlotBlock,
                            ExploreBlock>;
  std::string title;
  int line = 0;
  StepPart part = StepPart::usual;  // {core} or {extra} behind its title
  std::vector<Item> items;
};

// What differs from learner to learner: one of the values is drawn, and known by its name in expressions and
// scenes ("{size}").
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
  std::vector<std::string> needs;   // ids of lessons that come before
  std::vector<std::string> fights;  // "M8": misconceptions.h
  std::vector<std::string> tags;
  std::string goal;  // one sentence
  std::vector<Variation> vary;
  std::vector<LessonStep> steps;
};

// "7  Three copies", as lists and headings say it; without a number, the title alone.
std::string numbered_title(int number, const std::string& title);

// An error names file, line, what was found, and the nearest key where one was misspelled.
Result<Lesson> parse_lesson(std::string_view text, std::string file_name);
Result<Lesson> read_lesson(const std::filesystem::path&);

}  // namespace commlab
