#pragma once
// A step as it is to be shown now: prose with its numbers in it, questions and what was said to the answers,
// plots, sliders, and how the window shows it all. Made by the Player; drawn by the terminal and the window.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/units.h"
#include "lessons/feedback.h"
#include "lessons/lesson.h"

namespace commlab {

// A question as it is to be shown now.
struct QuestionState {
  const Question* question = nullptr;
  int number = 0;                    // in the lesson, from 0
  std::string ask;                   // numbers filled in
  std::vector<std::string> choices;  // texts, numbers filled in
  std::optional<std::string> first;  // answer, as it was typed; "?": "I don't know"
  std::optional<Feedback> feedback;  // to the last answer
  int hints_shown = 0;
  std::vector<std::string> hints{};  // those, numbers filled in
  bool solved = false;
  bool shown = false;  // a check whose result was told before it was solved
  struct Aim {         // a star of a check that changes the scene
    std::string name;  // "silver"
    std::string text;  // "in less than 5.3 ms"
    bool reached = false;
  };
  std::vector<Aim> aims{};
};

// The scene may still be changed for it: until it is solved or shown, and all of its aims are reached.
bool has_open_aims(const QuestionState&);
// It waits for something: a prediction for its answer, a check until it is solved or shown.
bool is_open(const QuestionState&);

// A block `measure`: published numbers, and what was measured here beside what is predicted.
struct MeasureState {
  struct Here {
    Bytes size;
    Time measured;  // the median
    std::optional<Time>
        predicted{};             // of the same experiment on the scene's machine, where it can be done there
    std::string predicted_on{};  // that machine
    std::string badge{};         // "measured here, on threads"
  };
  const MeasureBlock* measure = nullptr;
  int number = 0;            // among those of the step, from 0
  bool locked = false;       // a prediction of the step is open: says and badge are empty
  std::string says{};        // Markdown, numbers filled in
  std::string badge{};       // of the published ones: "published: 8x A100, 2023, GPUPuzzlers"
  bool can_measure = false;  // by Player::measure: an experiment is named, and there is something to do it on
  std::optional<Here> here{};  // once it was done
};

// "1 MiB: this computer's threads took 104 us; the lesson's machine, hcm8, would take 13.9 us."
std::string measured_text(const MeasureState::Here&);

// A block `plot`, computed of the lesson's own scene, whatever the learner changed. Where it tells of a
// locked run, it is `locked` and has a title alone.
struct PlotState {
  struct Curve {
    std::string label;
    std::vector<double> y;  // one for each x, in the plot's unit; NaN: nothing there
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
  std::string unit{};  // of y, bars and cells: "us"; empty: bare numbers

  // Of curves. Bytes, seconds or bytes per second where x has a unit; 0, 1, 2, ... where it is texts.
  std::string x_title{};  // the key: "size"; of with.n "n"
  std::vector<double> x{};
  std::vector<std::string> x_texts{};  // as they are written: "1 KiB", "ring"
  bool x_is_text = false;              // positions without a scale
  std::vector<Curve> curves{};
  std::vector<Mark> marks{};

  std::vector<Bar> bars{};

  std::vector<std::string> rows{}, columns{};  // titles
  std::vector<double> cells{};                 // row by row, in the plot's unit; NaN: empty
};
// A number in the plot's unit, for people: "12.3 us"; of NaN "-".
std::string plotted_text(const PlotState&, double);

// A number beside sliders or a picture.
struct LabelledValue {
  std::string label;
  std::string text;  // "4.29 ms"; of what cannot be computed here a sentence
  bool operator==(const LabelledValue&) const = default;
};

// A block `explore`, as the scene stands.
struct ExploreState {
  struct Control {
    std::string key;                  // "size", "with.n": what Player::explore takes
    std::string title;                // "size", "n"
    std::vector<std::string> stops;   // what varies filled in; two of them are a toggle
    std::optional<std::size_t> at{};  // where the scene stands; nothing: at none of the stops
  };
  const ExploreBlock* explore = nullptr;
  int number = 0;       // among those of the step, from 0
  bool locked = false;  // a prediction of the step is open: it has no controls and shows nothing
  std::string ask{};
  std::vector<Control> controls{};
  std::vector<LabelledValue> shows{};  // at the scene as it stands, with all that the learner changed
};

// How the window shows the step: what its block `view` says, with the values computed. Of what tells of a
// locked run there is nothing.
struct ViewState {
  std::string layout = "usual";       // of view_layouts; goes on from step to step
  std::vector<std::string> panels{};  // of view_panels; empty: as usual; goes on from step to step
  std::vector<std::string> lanes{};   // of view_lanes; empty: all; goes on from step to step
  // Names as the scene's machine has them: "gpu0", "nvswitch", "link gpu0->gpu2" (that direction). They stand
  // out, and the rest is calm. Empty: nothing does.
  std::vector<std::string> highlight{};
  double speed = 1;          // times the usual one
  std::optional<Time> at{};  // the run stands still there, instead of playing
  std::string caption{};     // numbers filled in; empty: none
  std::vector<LabelledValue> counters{};
};

struct StepContent {
  // What a step is made of, in the order of the file; scenes and views are no items. Prose has its numbers
  // filled in: what depends on a locked run is left out, "?". Notes only a teacher sees. There are as many
  // items, and they are of the same kinds, whatever was answered.
  using Item = std::variant<Prose, QuestionState, MeasureState, const TeacherBlock*, PlotState, ExploreState>;
  std::string title;
  std::vector<Item> items;
  bool locked = false;  // a prediction is open: nothing of the run may be shown
  ViewState view;
};

}  // namespace commlab
