#include "gui/window/topology/messages.h"

#include <algorithm>
#include <array>
#include <optional>

#include "gui/window/topology/chunk_look.h"

namespace commlab {
namespace {

constexpr std::size_t many_tokens = 48;  // more are drawn without outlines
constexpr std::size_t most_discs = 200;  // more copies are diamonds, which have only four corners

class MessagePainter {
 public:
  MessagePainter(Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        marks_(marks),
        shown_(shown),
        theme_(shown.theme),
        chunks_(canvas, shown.scene, shown.theme, layout.letters) {}

  void draw_strands() const {
    for (const TopologyMarks::Strand& strand : marks_.strands) {
      const bool is_critical = shown_.view.critical && on_critical_path(strand.transfer);
      const TopologyMarks::Traffic traffic = marks_.on(strand.link);
      const double load = traffic.messages == 0 ? 0.6 : traffic.load;
      Color color = blend(theme_.idle_link, theme_.busy_link, 0.35 + 0.65 * load);
      if (strand.chunk) color = theme_.of_chunk(*strand.chunk);
      if (is_critical) color = theme_.accent;
      const bool of_chosen = selected().transfer == strand.transfer || hovered().transfer == strand.transfer;
      if (of_chosen)
        canvas_.path(strand.points, {.color = theme_.accent, .width = strand.width + line_width(4)});
      if (contrast(color, theme_.panel) < 3)
        canvas_.path(strand.points, {.color = theme_.outline, .width = strand.width + line_width(1.5)});
      canvas_.path(strand.points, {.color = color, .width = strand.width});
    }
  }

  void draw_queues() const {
    for (const TopologyMarks::Queue& queue : marks_.queues) {
      const double side = queue.side;
      const int stacked = std::min(queue.count, layout_.detail == TopologyDetail::labelled ? 3 : 1);
      for (int i = stacked - 1; i >= 0; --i) {
        const Area area = {queue.at.x - side / 2 + i * 0.3 * side, queue.at.y - side / 2 - i * 0.3 * side,
                           side, side};
        canvas_.fill(area, theme_.panel);
        canvas_.frame(area, {.color = theme_.of_chunk(queue.chunk), .width = line_width(1.5)}, 0);
      }
    }
  }

  void draw_tokens() const {
    const bool outlined = marks_.tokens.size() <= many_tokens;
    for (const TopologyMarks::Token& token : marks_.tokens) {
      const bool chosen = selected().transfer == token.transfer || hovered().transfer == token.transfer;
      const Color hue = theme_.of_chunk(token.chunk);
      const Line outline = {.color = chosen ? theme_.accent : theme_.outline,
                            .width = line_width(chosen                                       ? 3
                                                : layout_.detail == TopologyDetail::labelled ? 1.5
                                                                                             : 1)};
      const PicturePoint center = token.area.center();
      const double radius = token.area.width / 2;
      if (token.messages > 1) {
        draw_pile(token, outline);
        continue;
      }
      if (!token.content.empty()) {
        chunks_.draw_message(token.area, token.content, token.reduces,
                             outlined || chosen ? std::optional(outline) : std::nullopt);
        if (!token.words.empty()) words(center, token.words, theme_.on_chunk(token.chunk));
        continue;
      }
      if (token.reduces) {
        canvas_.fill(token.area, hue, outlined ? 0.12 * token.area.width : 0);
        if (outlined) canvas_.frame(token.area, outline, 0.12 * token.area.width);
      } else if (marks_.tokens.size() <= most_discs) {
        canvas_.disc(center, radius, hue);
        if (outlined) canvas_.circle(center, radius, outline);
      } else {
        const std::array<PicturePoint, 4> diamond = {
            PicturePoint{center.x, center.y - radius}, PicturePoint{center.x + radius, center.y},
            PicturePoint{center.x, center.y + radius}, PicturePoint{center.x - radius, center.y}};
        canvas_.polygon(diamond, hue);
      }
      if (!token.words.empty()) words(center, token.words, theme_.on_chunk(token.chunk));
    }
  }

 private:
  const Selection& selected() const { return shown_.view.selected; }
  const Selection& hovered() const { return shown_.view.hovered; }
  double line_width(double width) const { return width * theme_.line; }
  void words(PicturePoint at, std::string_view text, Color color) const {
    canvas_.text(at, text, {.color = color, .size = layout_.letters, .anchor = Anchor::middle, .bold = true});
  }

  bool on_critical_path(std::int32_t transfer) const {
    const std::span<const std::int32_t> critical = shown_.scene.run.critical();
    return std::ranges::find(critical, transfer) != critical.end();
  }

  // Several messages in one place: a second mark shows behind the first.
  void draw_pile(const TopologyMarks::Token& token, const Line& outline) const {
    const double by = 0.14 * token.area.height;
    const double rounding = token.area.height * (token.reduces ? 0.12 : 0.5);
    const Area& front = token.area;
    canvas_.fill({front.x + by, front.y - by, front.width, front.height}, outline.color, rounding);
    canvas_.fill(front, outline.color, rounding);
    canvas_.fill(front.inset(outline.width), theme_.panel, rounding);
    if (!token.words.empty()) words(token.area.center(), token.words, theme_.words);
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const TopologyMarks& marks_;
  const Shown& shown_;
  const Theme& theme_;
  ChunkPainter chunks_;
};

}  // namespace

void draw_strands(Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks,
                  const Shown& shown) {
  MessagePainter(canvas, layout, marks, shown).draw_strands();
}

void draw_tokens(Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks,
                 const Shown& shown) {
  const MessagePainter painter(canvas, layout, marks, shown);
  painter.draw_queues();
  painter.draw_tokens();
}

}  // namespace commlab
