#pragma once
// What a lesson prints in a terminal. Where to go next is decided elsewhere (lesson_play.h).

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
  // The title of the player's step, which is number `place` of the `of` steps that are played.
  void step_begins(const Player&, std::size_t place, std::size_t of) const;
  void question(const QuestionState&) const;
  void feedback(const QuestionState&, const Feedback&) const;
  // The answer to a prediction while others of the step are still open: it is kept, and not judged yet.
  void kept(const Feedback&) const;
  void measured(const MeasureState&) const;
  void measured_here(const MeasureState&) const;
  void plot(const PlotState&) const;
  // A table for each control: what it shows at every stop. The tables have the order of the controls.
  using Explored = std::vector<std::vector<std::vector<LabelledValue>>>;
  void explore(const ExploreState&, const Explored&) const;
  void view(const ViewState&) const;
  // A script before its run: its text, and the machine; nothing for other scenes.
  void scene_at_rest(const PlayedScene&) const;
  // The result of the run; with `whole`, the full report of a script; `with_text`: the script's text, too.
  void scene(const PlayedScene&, bool whole, bool with_text) const;
  void finished(const Player&, std::optional<ClassLength>) const;

 private:
  std::ostream& out_;
  ProseStyle style_;
};

}  // namespace commlab
