#include "gui/window/topology/chunk_look.h"

#include <algorithm>
#include <cassert>

#include "gui/window/run/chunk_numbers.h"

namespace commlab {
namespace {

constexpr double unfinished = 0.32;  // how strong the hue is of a chunk that is not complete
constexpr double passed_on = 0.16;   // or that is there to be passed on
constexpr double least_letters = 0.6;
constexpr double readable = 4.5;  // WCAG 2.1, contrast of words
constexpr int most_stacked = 16;

}  // namespace

ChunkContent content_of(const Scene& scene, const MatrixCell& cell, int hue) {
  return {.hue = hue,
          .number = shows_numbers(scene) ? number_text(scene, cell.value) : "",
          .value = cell.value,
          .share = cell.foreign ? 1 : std::min(1.0, cell.share()),
          .done = cell.done(),
          .pale = scene.trace().collective.kind != CollectiveKind::p2p && (cell.foreign || !cell.promised)};
}

ChunkPainter::ChunkPainter(Canvas& canvas, const Scene& scene, const Theme& theme, double letters)
    : canvas_(canvas), scene_(scene), theme_(theme), letters_(letters), numbers_(shows_numbers(scene)) {}

void ChunkPainter::draw_cell(const Area& area, const ChunkContent& content) const {
  const Area inside = area.inset(1);
  canvas_.fill(inside, theme_.raised);
  if (content.empty()) return;
  const Color hue = theme_.of_chunk(content.hue);
  const Color ground = content.done ? hue : blend(theme_.raised, hue, content.pale ? passed_on : unfinished);
  const double tab = std::clamp(0.12 * inside.width, 2.0, 7.0);
  const Area rest = {inside.x + tab, inside.y, inside.width - tab, inside.height};
  if (has_stack(content)) {
    draw_stack({rest.x + 2, rest.y, rest.width - 2, rest.height}, content.value);
  } else if (content.value == Replay::no_value) {  // of several parts, as much as is there
    canvas_.fill({rest.x, rest.y, rest.width * content.share, rest.height}, ground);
  } else {
    canvas_.fill(rest, ground);
  }
  canvas_.fill({inside.x, inside.y, tab, inside.height}, content.pale ? hue.faded(0.5) : hue);
  write(rest, content.number, ground, content.done);
  if (content.done) canvas_.frame(inside, {.color = theme_.outline, .width = theme_.line}, 0);
}

void ChunkPainter::draw_message(const Area& area, std::span<const ChunkContent> chunks, bool adds,
                                const std::optional<Line>& outline) const {
  assert(!chunks.empty() && "a message brings a chunk");
  const ChunkContent& first = chunks.front();
  const double rounding = (adds ? 0.12 : 0.5) * area.height;
  canvas_.fill(area, theme_.of_chunk(first.hue), rounding);
  const double wide = area.width / static_cast<double>(chunks.size());
  for (std::size_t i = 1; i < chunks.size(); ++i)
    canvas_.fill({area.x + wide * static_cast<double>(i), area.y, wide, area.height},
                 theme_.of_chunk(chunks[i].hue), i + 1 == chunks.size() ? rounding : 0);
  if (chunks.size() == 1 && has_stack(first)) draw_stack(area.inset(0.2 * area.height), first.value);
  if (outline) canvas_.frame(area, *outline, rounding);
  const bool equal =
      std::ranges::all_of(chunks, [&](const auto& chunk) { return chunk.number == first.number; });
  const Color ground = theme_.of_chunk(chunks[chunks.size() / 2].hue);
  if (chunks.size() > 1 && !first.number.empty())  // over several hues
    canvas_.fill({area.center().x - 0.3 * area.width, area.y + 2, 0.6 * area.width, area.height - 4}, ground);
  write(area, equal ? first.number : "…", ground, true);
}

bool ChunkPainter::has_stack(const ChunkContent& content) const {
  const Collective& c = scene_.trace().collective;
  return !numbers_ && !content.done && content.value != Replay::no_value && reduces(c.kind) &&
         c.ranks <= most_stacked;
}

void ChunkPainter::draw_stack(const Area& area, ValueId value) const {
  canvas_.fill(area, theme_.panel);
  const int ranks = scene_.trace().collective.ranks;
  const double wide = area.width / ranks;
  double x = area.x;
  for (Rank rank = 0; rank < ranks; ++rank) {
    if (!scene_.replay->values().has(value, rank)) continue;
    canvas_.fill({x, area.y, std::max(1.0, wide - 0.5), area.height}, theme_.of_chunk(rank));
    x += wide;
  }
}

// As large as fits; nothing if that is too small to be read.
void ChunkPainter::write(const Area& area, const std::string& words, Color ground, bool bold) const {
  if (words.empty()) return;
  const double room = std::max(1.0, area.width - 3), wanted = std::max(letters_, 0.72 * area.height);
  const double size = std::min(wanted, wanted * room / canvas_.width_of(words, wanted));
  if (size < least_letters * letters_ || area.height < 0.9 * size) return;
  Color color = theme_.words;
  if (contrast(color, ground) < readable)
    color = contrast(rgb(0), ground) > contrast(rgb(0xFFFFFF), ground) ? rgb(0) : rgb(0xFFFFFF);
  canvas_.text(area.center(), words, {.color = color, .size = size, .anchor = Anchor::middle, .bold = bold});
}

}  // namespace commlab
