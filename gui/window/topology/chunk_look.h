#pragma once
// How one chunk looks, in a GPU's buffer and in a message: its number on its hue; without numbers, a stack of
// the hues of all ranks whose data are in it, until it is complete.
//
//     |  3      the chunk's hue at the left, its value          | ##        two of four ranks are in it

#include <optional>
#include <span>
#include <string>

#include "core/collective/contributions.h"
#include "gui/window/draw/theme.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/run/scene.h"

namespace commlab {

struct ChunkContent {
  int hue = 0;
  std::string number{};              // empty: none is shown
  ValueId value = Replay::no_value;  // no_value: nothing, or several parts with different contents
  double share = 1;                  // of the contributions that it will have
  bool done = false;                 // it is what the collective promises there
  bool pale = false;                 // it is only there to be passed on
  bool empty() const { return share == 0; }
};

ChunkContent content_of(const Scene&, const MatrixCell&, int hue);

class ChunkPainter {
 public:
  // `letters`: the size of the smallest text. Keeps references.
  ChunkPainter(Canvas& canvas, const Scene& scene, const Theme& theme, double letters);

  void draw_cell(const Area&, const ChunkContent&) const;
  // On their way: in the chunks' full hues, round if they replace what is there instead of being added.
  // Several chunks share one number if theirs are equal. REQUIRES: there is a chunk.
  void draw_message(const Area&, std::span<const ChunkContent>, bool adds,
                    const std::optional<Line>& outline) const;

 private:
  void draw_stack(const Area&, ValueId) const;
  void write(const Area&, const std::string&, Color ground, bool bold) const;
  bool has_stack(const ChunkContent&) const;

  Canvas& canvas_;
  const Scene& scene_;
  const Theme& theme_;
  double letters_;
  bool numbers_;
};

}  // namespace commlab
