#pragma once
// What a lesson says in a terminal: its words and their order in lines, no questions of where to go.

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "gui/cli/output/prose_text.h"
#include "lessons/play/player.h"

namespace commlab {

class LessonScreen {
 public:
  LessonScreen(std::ostream& out, const ProseStyle& style) : out_(out), style_(style) {}

  void say(std::string_view text) const { out_ << text << std::flush; }
  void prose(std::string_view markdown, std::string_view indent = "") const;

  void welcome(const Player&, std::optional<ClassLength>) const;
  // The step that he is in, the one at `place` of so many that are played.
  void step_begins(const Player&, std::size_t place, std::size_t of) const;
  void question(const QuestionState&) const;
  void feedback(const QuestionState&, const Feedback&) const;
  // To a prediction, where others of the step are open.
  void kept(const Feedback&) const;
  void measured(const MeasureState&) const;
  void measured_here(const MeasureState&) const;
  void plot(const PlotState&) const;
  // A table for each of its controls: what it shows at every stop. `explored`: in the order of the controls.
  using Explored = std::vector<std::vector<std::vector<LabelledValue>>>;
  void explore(const ExploreState&, const Explored&) const;
  void view(const ViewState&) const;
  // What is about to be run, where it is a script: its text, and on what.
  void scene_at_rest(const PlayedScene&) const;
  // What came of it; `whole`: all there is to say of a script. With its text, unless that was shown just now.
  void scene(const PlayedScene&, bool whole, bool with_text) const;
  void finished(const Player&, std::optional<ClassLength>) const;

 private:
  std::ostream& out_;
  ProseStyle style_;
};

}  // namespace commlab
