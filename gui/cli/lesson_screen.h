#pragma once
// What a lesson says in a terminal: its words and their order in lines, no questions of where to go.

#include <ostream>
#include <string>
#include <string_view>

#include "gui/cli/prose_text.h"
#include "lessons/player.h"

namespace commlab {

class LessonScreen {
 public:
  LessonScreen(std::ostream& out, const ProseStyle& style) : out_(out), style_(style) {}

  void say(std::string_view text) const { out_ << text << std::flush; }
  void prose(std::string_view markdown, std::string_view indent = "") const;

  void welcome(const Player&) const;
  void step_begins(const Player&) const;
  void question(const QuestionState&) const;
  void feedback(const Question&, const Feedback&) const;
  void measured(const MeasureState&) const;
  // `whole`: all there is to say of a script.
  void scene(const PlayedScene&, bool whole) const;
  void finished(const Player&) const;

 private:
  std::ostream& out_;
  ProseStyle style_;
};

}  // namespace commlab
