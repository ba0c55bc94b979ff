#pragma once
// Prints a lesson in a terminal. lesson_play.h decides what is shown next.

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
  // Prints the title of the player's step: step `place` of the `of` steps that are played.
  void step_begins(const Player&, std::size_t place, std::size_t of) const;
  void question(const QuestionState&) const;
  void feedback(const QuestionState&, const Feedback&) const;
  // Says that an answer to a prediction is kept but not judged yet, because other predictions of the step are
  // open.
  void kept(const Feedback&) const;
  void measured(const MeasureState&) const;
  void measured_here(const MeasureState&) const;
  void plot(const PlotState&) const;
  // Explored[control][stop]: the values that the block shows there.
  using Explored = std::vector<std::vector<std::vector<LabelledValue>>>;
  void explore(const ExploreState&, const Explored&) const;
  void view(const ViewState&) const;
  // Prints a script's text and its machine before the run. Prints nothing for other scenes.
  void scene_at_rest(const PlayedScene&) const;
  // Prints the result of the run. `whole`: the full report of a script. `with_text`: the script's text, too.
  void scene(const PlayedScene&, bool whole, bool with_text) const;
  // Names the busiest link of the run, if it has one.
  void busiest_link(const PlayedScene&) const;
  void finished(const Player&, std::optional<ClassLength>) const;

 private:
  std::ostream& out_;
  ProseStyle style_;
};

}  // namespace commlab
