#pragma once
// Puts the parts of a lesson's page below each other. questions.h and blocks.h make questions, plots and the
// other blocks out of parts.

#include <string_view>

#include "gui/window/page/layout.h"

namespace commlab {

class PageSetter {
 public:
  // `letters`: the size of prose; 0: lesson_letters().
  PageSetter(const Canvas&, double width, const Theme&, const LessonPage&, double letters = 0);

  // Adds a part below the others, as wide as there is room.
  PagePart& add(PagePart::Kind, double height, double gap);
  // Adds Markdown. `bar`: with a line at its left. `larger`: the size of its letters, as a multiple of the
  // prose's.
  void text(std::string_view markdown, PagePart::Tone, bool bar = false, double larger = 1);
  // Adds small words above a question or a block.
  void label(std::string_view words, PagePart::Tone);
  // Puts a box around the parts that `fill` adds.
  template <class Fill>
  void boxed(PagePart::Tone tone, const QuestionState* question, const Fill& fill) {
    const std::size_t box = open_box(tone, question);
    fill();
    close_box(box);
  }
  void skip(double height) { y_ += height; }
  double y() const { return y_; }
  double width() const { return width_ - 2 * left_; }

  PageLayout finish() &&;

  const Canvas& canvas;
  const Theme& theme;
  const LessonPage& page;
  const double letters;  // the size of prose

 private:
  std::size_t open_box(PagePart::Tone, const QuestionState*);
  void close_box(std::size_t);

  PageLayout layout_;
  double width_;
  double left_ = 0, y_ = 0;
};

}  // namespace commlab
