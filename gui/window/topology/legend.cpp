#include "gui/window/topology/legend.h"

#include <array>
#include <numbers>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/trace/trace.h"
#include "gui/window/run/chunk_numbers.h"

namespace commlab {
namespace {

enum class Mark : std::uint8_t { none, square, disc, wedge, diamond, ring };

struct Meaning {
  Mark mark;
  std::string words;
};

// What the marks mean that can occur in this run.
std::vector<Meaning> meanings(const TopologyLayout& layout, const TopologyIndex& index,
                              const TopologyMarks& marks, const Shown& shown) {
  const Trace& trace = shown.scene.trace();
  if (layout.detail >= TopologyDetail::coarse)
    return {{Mark::square, "the stronger, the more has arrived"},
            {Mark::none, counted(marks.under_way, "message") + " under way"}};
  std::vector<Meaning> found;
  if (index.adds) found.push_back({Mark::square, "adds"});
  if (index.copies) found.push_back({Mark::disc, "copies"});
  if (!layout.wires.empty() && !trace.transfers.empty()) found.push_back({Mark::wedge, "load"});
  if (layout.detail == TopologyDetail::labelled && !trace.transfers.empty() && tells_flows_apart(shown))
    found.push_back({Mark::none, "GB/s: a message's, on average"});
  if (layout.detail != TopologyDetail::labelled || !shown.scene.replay) return found;
  if (has_root(trace.collective.kind)) found.push_back({Mark::diamond, "root"});
  if (layout.grid.drawn() && shows_numbers(shown.scene)) {
    found.push_back({Mark::none, "number: the value of a chunk"});
    return found;
  }
  if (layout.grid.drawn()) {
    const bool stacks = reduces(trace.collective.kind) && trace.collective.ranks > 1;
    if (stacks)
      found.push_back({Mark::none, "stack: the ranks that are in a chunk"});
    else if (!tells_flows_apart(shown))
      found.push_back({Mark::none, "c0: chunk 0"});
    return found;
  }
  found.push_back({Mark::ring, has_only_copies(trace) ? "what a GPU holds" : "what a rank holds"});
  return found;
}

// Draws it in a square of the area's height, in the colour of words, because marks can have any hue.
void draw_mark(Canvas& canvas, Mark mark, const Area& area, const Theme& theme) {
  const PicturePoint at = area.center();
  const double half = area.height / 2;
  switch (mark) {
    case Mark::none: return;
    case Mark::square: return canvas.fill(area, theme.quiet, 0.12 * area.height);
    case Mark::disc: return canvas.disc(at, half, theme.quiet);
    case Mark::wedge: {
      const std::array<PicturePoint, 4> wedge = {
          PicturePoint{area.x, at.y - 0.15 * half}, PicturePoint{area.right(), at.y - 0.8 * half},
          PicturePoint{area.right(), at.y + 0.8 * half}, PicturePoint{area.x, at.y + 0.15 * half}};
      return canvas.polygon(wedge, theme.quiet);
    }
    case Mark::diamond: {
      const std::array<PicturePoint, 4> diamond = {
          PicturePoint{at.x, at.y - half}, PicturePoint{at.x + half, at.y}, PicturePoint{at.x, at.y + half},
          PicturePoint{at.x - half, at.y}};
      return canvas.polygon(diamond, theme.accent);
    }
    case Mark::ring: {
      const double third = 2 * std::numbers::pi / 3;
      for (int i = 0; i < 3; ++i)
        canvas.sector(at, 0.5 * half, half, i * third + 0.15, (i + 1) * third - 0.15, theme.quiet);
      return;
    }
  }
}

}  // namespace

void draw_legend(Canvas& canvas, const Area& area, const TopologyLayout& layout, const TopologyIndex& index,
                 const TopologyMarks& marks, const Shown& shown) {
  const double size = shown.theme.small(), side = 0.75 * size, gap = 0.4 * size;
  const double middle = area.bottom() - 0.8 * size;
  double x = area.x + 8;
  for (const Meaning& meaning : meanings(layout, index, marks, shown)) {
    const double words = x + (meaning.mark == Mark::none ? 0 : side + gap);
    const double end = words + canvas.width_of(meaning.words, size);
    if (end > area.right() - 8 - layout.reserved) return;
    draw_mark(canvas, meaning.mark, {x, middle - side / 2, side, side}, shown.theme);
    canvas.text({words, middle}, meaning.words, {.color = shown.theme.quiet, .size = size});
    x = end + 1.2 * size;
  }
}

}  // namespace commlab
