#pragma once
// A step as it is shown now: prose with its numbers filled in, questions with the feedback to their answers,
// plots, sliders, and how the window shows the run. The Player makes it; the terminal and the window show it.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/units.h"
#include "lessons/answer/feedback.h"
#include "lessons/model/lesson.h"

namespace commlab {

// A question as it is shown now.
struct QuestionState {
  const Question* question = nullptr;
  int number = 0;                    // in the lesson, from 0
  std::string ask;                   // numbers filled in
  std::vector<std::string> choices;  // the choices' texts, numbers filled in
  std::optional<std::string> first;  // the first answer as it was typed; "?": "I don't know"
  std::optional<Feedback> feedback;  // the feedback to the last answer
  int hints_shown = 0;
  std::vector<std::string> hints{};  // the hints that were shown, numbers filled in
  bool solved = false;
  bool shown = false;  // the result of a check was told before it was solved
  struct Aim {         // a further aim (star.NAME) of a check that changes the scene
    std::string name;  // "silver"
    std::string text;  // "in less than 5.3 ms"
    bool reached = false;
  };
  std::vector<Aim> aims{};
  bool asks_for_link = false;  // a link of the machine is the answer
};

// Whether the scene may still be changed for this question: it is neither solved nor shown, or an aim is not
// reached.
bool has_open_aims(const QuestionState&);
// Whether a prediction has no answer yet, or a check is neither solved nor shown.
bool is_open(const QuestionState&);

// A `measure` block: published numbers, and a measurement on this computer beside its prediction.
struct MeasureState {
  struct Here {
    Bytes size;
    Time measured;                    // the median
    std::optional<Time> predicted{};  // for the scene's machine; nothing: it cannot do the experiment
    std::string predicted_on{};       // the name of that machine
    std::string badge{};              // "measured here, on threads"
  };
  const MeasureBlock* measure = nullptr;
  int number = 0;       // among the step's blocks of its kind, from 0
  bool locked = false;  // a prediction of the step is open; `says` and `badge` are empty
  std::string says{};   // Markdown, numbers filled in
  std::string badge{};  // source of the published numbers: "published: 8x A100, 2023, GPUPuzzlers"
  bool can_measure =
      false;  // Player::measure works: the block has an experiment, and it can be measured here
  std::optional<Here> here{};  // nothing: not measured yet
};

// A `plot` block, computed for the lesson's own scene, without the learner's changes. If it would tell about
// a locked run, it is `locked` and has only a title.
struct PlotState {
  struct Curve {
    std::string label;
    std::vector<double> y;  // one for each x, in the plot's unit; NaN: no value
  };
  struct Mark {
    std::string label;
    double x = 0;
  };
  struct Bar {
    std::string label;
    double value = 0;  // in the plot's unit
  };
  const PlotBlock* plot = nullptr;
  bool locked = false;
  std::string title;   // numbers filled in
  std::string unit{};  // the unit of y, bars and cells: "us"; empty: bare numbers

  // Only for curves. x is in bytes, seconds or bytes per second if it has a unit; 0, 1, 2, ... if it is
  // texts.
  std::string x_title{};  // the key: "size"; "n" for with.n
  std::vector<double> x{};
  std::vector<std::string> x_texts{};  // the values of x as they are written: "1 KiB", "ring"
  bool x_is_text = false;              // the values of x are texts: positions without a scale
  std::vector<Curve> curves{};
  std::vector<Mark> marks{};

  std::vector<Bar> bars{};

  std::vector<std::string> rows{}, columns{};  // titles
  std::vector<double> cells{};                 // row by row, in the plot's unit; NaN: empty
};
// A number with a label, shown beside sliders or a picture.
struct LabelledValue {
  std::string label;
  std::string text;  // "4.29 ms"; a sentence if it cannot be computed
  bool operator==(const LabelledValue&) const = default;
};

// An `explore` block, computed for the scene with the learner's changes.
struct ExploreState {
  struct Control {
    std::string key;    // "size", "with.n", as Player::explore takes it
    std::string title;  // "size", "n"
    std::vector<std::string>
        stops;  // with the variant's values; two stops are a toggle; 0 and 1 are off and on
    std::optional<std::size_t> at{};  // the stop that the scene is at; nothing: no stop
  };
  const ExploreBlock* explore = nullptr;
  int number = 0;       // among the step's blocks of its kind, from 0
  bool locked = false;  // a prediction of the step is open; controls and shows are empty
  std::string ask{};
  std::vector<Control> controls{};
  std::vector<LabelledValue> shows{};  // for the scene with the learner's changes
};

// How the window shows the step: its `view` block with the values computed. Values that would tell about a
// locked run are left out.
struct ViewState {
  std::string layout = "usual";       // one of view_layouts; holds until a later step changes it
  std::string picture = "machine";    // one of view_pictures; also holds until changed
  std::vector<std::string> panels{};  // from view_panels; empty: the usual ones; also holds until changed
  std::vector<std::string> lanes{};   // from view_lanes; empty: all; also holds until changed
  // The parts that are highlighted in the picture, by their names in the scene's machine: "gpu0", "nvswitch",
  // "link gpu0->gpu2" (that direction). Empty: none.
  std::vector<std::string> highlight{};
  double speed = 1;          // a multiple of the usual speed
  std::optional<Time> at{};  // the run is shown at this time and does not play; nothing: it plays
  std::string beside{};      // an algorithm whose run plays beside the step's; empty: none
  std::string caption{};     // numbers filled in; empty: none
  std::vector<LabelledValue> counters{};
};

struct StepContent {
  // The step's blocks in the order of the file, without scenes and views. In prose, "?" stands for a number
  // that depends on a locked run. Teacher blocks are for the teacher only. The number and kinds of items do
  // not depend on the answers.
  using Item = std::variant<Prose, QuestionState, MeasureState, const TeacherBlock*, PlotState, ExploreState>;
  std::string title;
  std::vector<Item> items;
  bool locked = false;  // a prediction is open; nothing about the run may be shown
  ViewState view;
};

}  // namespace commlab
