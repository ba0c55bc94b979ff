#include "gui/window/topology_picture.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <numbers>
#include <ranges>
#include <tuple>

#include <fmt/format.h>

#include "gui/window/matrix_cell.h"

namespace commlab {
namespace {

constexpr int most_sectors = 16;         // of a GPU
constexpr int most_sectors_drawn = 256;  // of all
constexpr int most_rims = 128;           // of complete chunks, and of what is to be passed on
constexpr std::size_t most_dashed = 48;  // wires; more are all solid
constexpr std::size_t many_tokens = 64;  // are drawn without outlines
constexpr std::size_t most_discs = 200;  // more copies are diamonds: four corners each
constexpr std::size_t most_chunks_counted = 8192;

Dash dash_of(LinkType type) {
  switch (type) {
    case LinkType::nvlink:
    case LinkType::memory: return Dash::solid;
    case LinkType::pcie:
    case LinkType::socket:
    case LinkType::other: return Dash::dashed;
    case LinkType::network: return Dash::dotted;
  }
  return Dash::solid;
}

// What ranks hold, sector by sector: a block, or where there is but one, a part of it.
class Holdings {
 public:
  explicit Holdings(const Shown& shown)
      : replay_(shown.scene.replay ? &*shown.scene.replay : nullptr), now_(shown.view.now) {}

  bool known() const { return replay_ != nullptr; }
  int sectors() const {
    const Partition& partition = replay_->partition();
    return partition.blocks == 1 ? partition.parts : partition.blocks;
  }
  std::size_t chunks() const {
    return static_cast<std::size_t>(replay_->partition().blocks) *
           static_cast<std::size_t>(replay_->partition().parts);
  }

  MatrixCell of(Rank rank, int sector) const {
    const Partition& partition = replay_->partition();
    if (partition.blocks == 1) return cell_at(*replay_, rank, 0, sector, 1, now_);
    return cell_at(*replay_, rank, sector, 0, partition.parts, now_);
  }

  // Of all that is promised to the rank. REQUIRES: something is.
  double of(Rank rank) const {
    double held = 0, promised = 0;
    for (int sector = 0; sector < sectors(); ++sector) {
      const MatrixCell cell = of(rank, sector);
      if (!cell.promised) continue;
      ++promised;
      held += cell.share();
    }
    return held / promised;
  }
  bool complete(Rank rank) const { return replay_->complete(rank, now_); }

 private:
  const Replay* replay_;
  Time now_;
};

class TopologyPainter {
 public:
  TopologyPainter(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                  const TopologyMarks& marks, const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        index_(index),
        marks_(marks),
        shown_(shown),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        holdings_(shown) {}

  void draw() const {
    draw_tiles();
    draw_wires();
    draw_strands();
    draw_boxes();
    draw_gpus();
    draw_flows();
    name_tiles();
    draw_faults();
    draw_queues();
    draw_tokens();
  }

 private:
  using Stand = TopologyLayout::Stand;

  const Selection& selected() const { return shown_.view.selected; }
  const Selection& hovered() const { return shown_.view.hovered; }
  double line_width(double width) const { return width * theme_.line; }
  int ranks() const { return trace_.collective.ranks; }
  void words(PicturePoint at, std::string_view text, Color color, bool bold = false) const {
    canvas_.text(at, text, {.color = color, .size = layout_.letters, .anchor = Anchor::middle, .bold = bold});
  }

  // -- What stands still

  void draw_tiles() const {
    for (const TopologyLayout::Tile& tile : layout_.tiles) {
      canvas_.fill(tile.area, blend(theme_.panel, theme_.raised, 0.45));
      if (layout_.tiles.size() <= most_sectors)
        canvas_.frame(tile.area, {.color = theme_.edge.faded(0.6), .width = line_width(1)}, 0);
    }
  }
  void name_tiles() const {
    for (const TopologyLayout::Tile& tile : layout_.tiles)
      if (!tile.title.empty()) words(tile.label, tile.title, theme_.quiet);
  }

  bool is_of(const std::optional<LinkId>& link, int wire) const {
    return link && layout_.wiring.wire_of[*link] == wire;
  }

  void draw_wires() const {
    std::vector<bool> critical(layout_.wires.size(), false);
    if (shown_.view.critical)
      for (std::size_t link = 0; link < index_.critical.size(); ++link)
        if (index_.critical[link] && layout_.wiring.wire_of[link] >= 0)
          critical[layout_.wiring.wire_of[link]] = true;
    for (int i = 0; i < static_cast<int>(layout_.wires.size()); ++i) {
      const Polyline& points = layout_.wires[i];
      if (points.empty()) continue;
      const bool chosen = is_of(selected().link, i), near = is_of(hovered().link, i);
      if (chosen || near)
        canvas_.path(points,
                     {.color = chosen ? theme_.accent : theme_.accent.faded(0.5), .width = line_width(9)});
      if (critical[i]) {
        canvas_.path(points, {.color = theme_.accent, .width = line_width(5)});
        canvas_.path(points, {.color = theme_.panel, .width = line_width(2.5)});
      }
      canvas_.path(points,
                   {.color = theme_.idle_link,
                    .width = line_width(idle_width(layout_.wiring.wires[i])),
                    .dash = layout_.wires.size() <= most_dashed ? dash_of(layout_.wiring.wires[i].type)
                                                                : Dash::solid});
    }
  }

  // Bundles of links are a little wider.
  double idle_width(const Wire& wire) const {
    if (layout_.detail > TopologyDetail::labelled) return 1;
    return std::min(2.5, 1.3 + 0.3 * std::log2(std::max(1, wire.lanes)));
  }

  void draw_boxes() const {
    for (std::size_t id = 0; id < layout_.stands.size(); ++id) {
      const Stand& stand = layout_.stands[id];
      if (!stand.drawn() || layout_.wiring.boxes[id].type == NodeType::gpu) continue;
      const double rounding = layout_.detail == TopologyDetail::labelled ? 4 : 0;
      canvas_.fill(stand.area, theme_.raised, rounding);
      if (layout_.detail == TopologyDetail::labelled || stand.bar)
        canvas_.frame(stand.area, {.color = theme_.edge, .width = line_width(1)}, rounding);
      if (!stand.name.empty()) words(stand.label, stand.name, theme_.words);
    }
  }

  // -- GPUs

  // What was promised to it is there. Where nothing is promised, there is nothing to tick off.
  bool complete(Rank rank) const {
    return index_.promised[rank] && holdings_.known() && holdings_.complete(rank);
  }

  // Of what is promised to it.
  double share_of(Rank rank, bool counted) const {
    if (!index_.promised[rank]) return 0;
    return counted ? holdings_.of(rank) : arrived_share(index_, rank, shown_.view.now);
  }

  void draw_gpus() const {
    const bool by_sector = holdings_.known() && layout_.detail <= TopologyDetail::plain &&
                           holdings_.sectors() <= most_sectors &&
                           holdings_.sectors() * ranks() <= most_sectors_drawn;
    const bool counted =
        holdings_.known() && holdings_.chunks() * static_cast<std::size_t>(ranks()) <= most_chunks_counted;
    for (int gpu = 0; gpu < static_cast<int>(layout_.stands.size()); ++gpu) {
      if (layout_.wiring.boxes[gpu].type != NodeType::gpu) break;
      const Stand& stand = layout_.stands[gpu];
      if (!stand.drawn()) continue;
      if (!layout_.round) {
        draw_cell(stand, gpu, counted);
        continue;
      }
      draw_disc(stand, gpu);
      if (gpu < ranks()) {
        if (by_sector) {
          draw_sectors(stand, gpu);
        } else {
          draw_ring(stand, share_of(gpu, counted));
        }
        draw_badges(stand, gpu);
      }
      if (!stand.name.empty()) words(stand.label, stand.name, gpu < ranks() ? theme_.words : theme_.quiet);
    }
  }

  void draw_disc(const Stand& stand, Rank rank) const {
    const PicturePoint center = stand.area.center();
    const double radius = layout_.radius;
    const bool is_rank = rank < ranks();
    canvas_.disc(center, radius, is_rank ? theme_.raised : theme_.panel);
    const bool done = is_rank && complete(rank);
    if (layout_.detail == TopologyDetail::labelled)
      canvas_.circle(center, radius,
                     {.color = done ? theme_.good : theme_.edge, .width = line_width(done ? 2.4 : 1.5)});
    if (selected().rank == rank || hovered().rank == rank)
      canvas_.circle(center, radius + line_width(3),
                     {.color = selected().rank == rank ? theme_.accent : theme_.accent.faded(0.6),
                      .width = line_width(2.5)});
  }

  bool is_chosen(const Selection& selection, Rank rank, int sector) const {
    if (!selection.block || (selection.rank && *selection.rank != rank)) return false;
    return (trace_.partition.blocks == 1 ? selection.part : *selection.block) == sector;
  }

  // Thickness: contributions held. Complete chunks have a rim.
  void draw_sectors(const Stand& stand, Rank rank) const {
    const PicturePoint center = stand.area.center();
    const int n = holdings_.sectors();
    const double outer = layout_.radius - line_width(2), inner = layout_.hole;
    const double gap = n == 1 ? 0 : std::min(0.08, 0.8 / n);
    for (int sector = 0; sector < n; ++sector) {
      const MatrixCell cell = holdings_.of(rank, sector);
      const double from = 2 * std::numbers::pi * sector / n + gap / 2;
      const double to = 2 * std::numbers::pi * (sector + 1) / n - gap / 2;
      const bool chosen = is_chosen(selected(), rank, sector) || is_chosen(hovered(), rank, sector);
      if (chosen) canvas_.sector(center, inner, outer, from, to, theme_.accent.faded(0.45));
      const Color hue = theme_.of_chunk(sector);
      const bool few = n * ranks() <= most_rims;
      if (cell.foreign && few) canvas_.sector(center, inner, outer, from, to, hue.faded(0.25));
      if (cell.have == 0) continue;
      const double height = std::max(1.5, (outer - inner) * std::sqrt(cell.share()));
      canvas_.sector(center, inner, inner + height, from, to, cell.promised ? hue : hue.faded(0.45));
      if (cell.done() && few)
        canvas_.sector(center, outer - line_width(1.5), outer, from, to, theme_.outline);
    }
  }

  void draw_ring(const Stand& stand, double share) const {
    const double outer = layout_.radius - line_width(1), inner = 0.45 * layout_.radius;
    if (share > 0)
      canvas_.sector(stand.area.center(), inner, outer, 0, 2 * std::numbers::pi * share,
                     share >= 1 ? theme_.good : theme_.words);
  }

  void draw_badges(const Stand& stand, Rank rank) const {
    if (layout_.detail != TopologyDetail::labelled || !holdings_.known()) return;
    const PicturePoint center = stand.area.center();
    const double side = std::clamp(0.3 * layout_.radius, 5.0, 10.0 * theme_.line);
    const double away = layout_.radius * 0.78;
    if (has_root(trace_.collective.kind) && rank == trace_.collective.root) {
      const PicturePoint at = {center.x - away, center.y - away};
      const std::array<PicturePoint, 4> diamond = {
          PicturePoint{at.x, at.y - side}, PicturePoint{at.x + side, at.y}, PicturePoint{at.x, at.y + side},
          PicturePoint{at.x - side, at.y}};
      canvas_.polygon(diamond, theme_.accent);
    }
    if (!complete(rank)) return;
    const PicturePoint at = {center.x + away, center.y + away};
    canvas_.disc(at, side, theme_.good);
    const std::array<PicturePoint, 3> tick = {PicturePoint{at.x - 0.5 * side, at.y},
                                              PicturePoint{at.x - 0.1 * side, at.y + 0.4 * side},
                                              PicturePoint{at.x + 0.5 * side, at.y - 0.4 * side}};
    canvas_.path(tick, {.color = theme_.panel, .width = line_width(1.6)});
  }

  // One square: the fuller, the more has come.
  void draw_cell(const Stand& stand, Rank rank, bool counted) const {
    if (rank >= ranks()) {
      canvas_.fill(stand.area, theme_.idle_link.faded(0.4));
      return;
    }
    const double share = share_of(rank, counted);
    const bool done = holdings_.known() ? complete(rank) : share >= 1;
    canvas_.fill(stand.area, done ? theme_.good : blend(theme_.raised, theme_.words, 0.1 + 0.7 * share));
    if (selected().rank == rank || hovered().rank == rank)
      canvas_.frame(stand.area.inset(-2), {.color = theme_.accent, .width = line_width(2)}, 0);
  }

  // -- What moves

  void draw_strands() const {
    for (const TopologyMarks::Strand& strand : marks_.strands) {
      const bool is_critical = shown_.view.critical && on_critical_path(strand.transfer);
      const TopologyMarks::Traffic traffic = marks_.on(strand.link);
      const double load = traffic.messages == 0 ? 0.6 : traffic.load;
      Color color = blend(theme_.idle_link, theme_.busy_link, 0.35 + 0.65 * load);
      if (is_critical) color = theme_.accent;
      const bool of_chosen = selected().transfer == strand.transfer || hovered().transfer == strand.transfer;
      if (of_chosen)
        canvas_.path(strand.points, {.color = theme_.accent, .width = strand.width + line_width(4)});
      canvas_.path(strand.points, {.color = color, .width = strand.width});
    }
  }

  bool on_critical_path(std::int32_t transfer) const {
    return std::ranges::find(shown_.scene.run.critical, transfer) != shown_.scene.run.critical.end();
  }

  // The wider the more.
  void draw_flows() const {
    if (marks_.flows.empty()) return;
    const double most = std::max(1.0, marks_.flows.front().bytes_per_second);
    for (auto flow = marks_.flows.rbegin(); flow != marks_.flows.rend(); ++flow) {
      const double share = flow->bytes_per_second / most;
      const Area& from = layout_.tiles[flow->from].area;
      const Area& to = layout_.tiles[flow->to].area;
      const double length = distance(from.center(), to.center());
      if (length < 1) continue;
      // From tile to tile, a little into both.
      const double into = 0.3 * std::min(from.width, from.height);
      const Polyline whole = {from.center(), to.center()};
      const OnLine tail = point_at(whole, into), head = point_at(whole, length - into);
      const Color color = blend(theme_.idle_link, theme_.busy_link, 0.3 + 0.7 * share);
      const double width = line_width(1 + 2.5 * share), tip = width + line_width(3);
      const OnLine neck = point_at(whole, length - into - tip);
      canvas_.line(tail.at, neck.at, {.color = color, .width = width});
      const PicturePoint side = {-head.along.y * tip * 0.6, head.along.x * tip * 0.6};
      const std::array<PicturePoint, 3> arrow = {PicturePoint{neck.at.x + side.x, neck.at.y + side.y},
                                                 head.at,
                                                 PicturePoint{neck.at.x - side.x, neck.at.y - side.y}};
      canvas_.polygon(arrow, color);
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
      if (!token.words.empty()) words(center, token.words, theme_.on_chunk(token.chunk), true);
    }
  }

  // Several messages in one place: another mark peeps out behind the first.
  void draw_pile(const TopologyMarks::Token& token, const Line& outline) const {
    const double by = 0.14 * token.area.height;
    const double rounding = token.area.height * (token.reduces ? 0.12 : 0.5);
    const Area& front = token.area;
    canvas_.fill({front.x + by, front.y - by, front.width, front.height}, outline.color, rounding);
    canvas_.fill(front, outline.color, rounding);
    canvas_.fill(front.inset(outline.width), theme_.panel, rounding);
    if (!token.words.empty()) words(token.area.center(), token.words, theme_.words, true);
  }

  // A link that was taken away is crossed out, one that was changed is marked and says how.
  void draw_faults() const {
    for (const auto& [a, b] : index_.cuts) {
      const int from = layout_.wiring.box_of[a], to = layout_.wiring.box_of[b];
      if (from >= 0 && to >= 0 && layout_.stands[from].drawn() && layout_.stands[to].drawn())
        draw_cut(layout_.stands[from].area, layout_.stands[to].area);
    }
    std::vector<bool> told(layout_.wires.size(), false);
    std::vector<Area> standing;
    for (std::size_t link = 0; link < index_.edits.size(); ++link) {
      const int wire = layout_.wiring.wire_of[link];
      if (index_.edits[link].empty() || wire < 0 || told[wire] || layout_.wires[wire].empty()) continue;
      told[wire] = true;
      if (standing.empty()) standing = what_stands();
      standing.push_back(draw_edit(layout_.wires[wire], index_.edits[link], standing));
    }
  }

  // Boxes and names.
  std::vector<Area> what_stands() const {
    std::vector<Area> standing;
    const auto add_name = [&](PicturePoint middle, double width) {
      standing.push_back({middle.x - width / 2, middle.y - layout_.letters / 2, width, layout_.letters});
    };
    for (const Stand& stand : layout_.stands) {
      if (!stand.drawn()) continue;
      standing.push_back(stand.area);
      if (!stand.name.empty()) add_name(stand.label, stand.label_width);
    }
    for (const TopologyLayout::Tile& tile : layout_.tiles)
      if (!tile.title.empty()) add_name(tile.label, canvas_.width_of(tile.title, layout_.letters));
    return standing;
  }

  void draw_cut(const Area& from, const Area& to) const {
    const Polyline whole = {from.center(), to.center()};
    const double length = length_of(whole);
    const double first = std::min(from.width, from.height) / 2, last = std::min(to.width, to.height) / 2;
    if (length <= first + last) return;
    canvas_.path(part_of(whole, first, length - last),
                 {.color = theme_.bad, .width = line_width(2), .dash = Dash::dashed});
    const PicturePoint at = point_at(whole, length * 0.4).at;
    const double arm = 0.6 * layout_.letters;
    for (const double side : {-1.0, 1.0})
      canvas_.line({at.x - arm, at.y - side * arm}, {at.x + arm, at.y + side * arm},
                   {.color = theme_.bad, .width = line_width(3)});
  }

  // Dashed, over what is on it: how full it is stays to be seen. Gives where its tag is.
  Area draw_edit(const Polyline& link, const std::string& edit, const std::vector<Area>& standing) const {
    canvas_.path(link, {.color = theme_.bad, .width = line_width(2.5), .dash = Dash::dashed});
    const double wide = canvas_.width_of(edit, layout_.letters) + 10, high = layout_.letters * 1.35;
    const Area tag = place_of_tag(link, wide, high, standing);
    canvas_.fill(tag, theme_.panel, 3);
    canvas_.frame(tag, {.color = theme_.bad, .width = line_width(1)}, 3);
    words(tag.center(), edit, theme_.bad);
    return tag;
  }

  // On the middle of the link; where something stands there, the nearest place at it where nothing does.
  Area place_of_tag(const Polyline& link, double wide, double high, const std::vector<Area>& standing) const {
    Area best;
    int least = INT_MAX;
    for (const double away : {0.0, 1.1, -1.1, 2.0, -2.0})
      for (const double share : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74}) {
        const OnLine on = point_at(link, share * length_of(link));
        const double by = away * (std::abs(on.along.y) * wide + std::abs(on.along.x) * high) / 2;
        const Area tried = {on.at.x - on.along.y * by - wide / 2, on.at.y + on.along.x * by - high / 2, wide,
                            high};
        const bool inside = layout_.area.has({tried.x, tried.y}) &&
                            layout_.area.has({tried.right(), tried.bottom() + 1.6 * layout_.letters});
        const int met = (inside ? 0 : 2) + static_cast<int>(std::ranges::count_if(
                                               standing, [&](const Area& a) { return a.overlaps(tried); }));
        if (met < least) std::tie(least, best) = std::tuple(met, tried);
        if (least == 0) return best;
      }
    return best;
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const TopologyIndex& index_;
  const TopologyMarks& marks_;
  const Shown& shown_;
  const Theme& theme_;
  const Trace& trace_;
  Holdings holdings_;
};

// What marks mean of those that can occur in this run.
std::vector<std::string> legend_parts(const TopologyLayout& layout, const TopologyMarks& marks,
                                      const Shown& shown) {
  const Trace& trace = shown.scene.trace();
  if (layout.detail >= TopologyDetail::coarse)
    return {"fuller square: more has arrived",
            fmt::format("{} message{} under way", marks.under_way, marks.under_way == 1 ? "" : "s")};
  std::vector<std::string> parts;
  if (reduces(trace.collective.kind) && std::ranges::any_of(trace.transfers, &Transfer::reduces))
    parts.emplace_back("square adds");
  if (!std::ranges::all_of(trace.transfers | std::views::reverse, &Transfer::reduces))
    parts.emplace_back("disc copies");
  if (!layout.wires.empty() && !trace.transfers.empty()) parts.emplace_back("width: load");
  if (layout.detail != TopologyDetail::labelled || !shown.scene.replay) return parts;
  if (has_root(trace.collective.kind)) parts.emplace_back("diamond: root");
  parts.emplace_back("ring: what a rank holds");
  return parts;
}

// The most of it that fits.
void draw_legend(Canvas& canvas, const Area& area, const TopologyLayout& layout, const TopologyMarks& marks,
                 const Shown& shown) {
  std::string legend;
  const double size = shown.theme.small();
  for (const std::string& part : legend_parts(layout, marks, shown)) {
    const std::string longer = legend.empty() ? part : legend + " \u00b7 " + part;
    if (canvas.width_of(longer, size) > area.width - 16) break;
    legend = longer;
  }
  canvas.text({area.x + 8, area.bottom() - 0.8 * size}, legend, {.color = shown.theme.quiet, .size = size});
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::vector<std::string> link_hint(const TopologyIndex& index, const TopologyMarks& marks, const Trace& trace,
                                   LinkId id) {
  const Link& link = trace.topology.links[id];
  std::vector<std::string> lines = {trace.topology.link_name(id)};
  std::string about = std::string(name_of(link.type));
  if (link.lanes > 1) about = fmt::format("{}x {}", link.lanes, about);
  about += ", " + to_text(link.bandwidth);
  if (link.latency > Time{}) about += ", " + to_text(link.latency);
  lines.push_back(about);
  if (!index.edits[id].empty()) lines.push_back(index.edits[id] + " than the machine's");
  const TopologyMarks::Traffic traffic = marks.on(id);
  if (traffic.messages == 0) {
    lines.push_back("nothing on it now");
  } else if (traffic.messages == 1) {
    lines.push_back(fmt::format("one message uses {}", percent(traffic.load)));
  } else {
    lines.push_back(fmt::format("{} messages share {}", traffic.messages, to_text(link.bandwidth)));
    lines.push_back(fmt::format("{} in use", percent(traffic.load)));
  }
  return lines;
}

std::vector<std::string> transfer_hint(const Trace& trace, const Transfer& transfer, Time now) {
  std::string what =
      fmt::format("chunk {}, {}, {}", chunk_number(trace.partition, transfer.block, transfer.part),
                  to_human(Bytes{transfer.bytes}), transfer.reduces ? "adds" : "copies");
  if (transfer.blocks > 1)
    what = fmt::format("{} chunks from {} on, {}, {}", transfer.blocks,
                       chunk_number(trace.partition, transfer.block, transfer.part),
                       to_human(Bytes{transfer.bytes}), transfer.reduces ? "adds" : "copies");
  std::string when;
  if (now < transfer.start)
    when = now < transfer.ready ? "not ready yet" : "waits to start";
  else if (now >= transfer.end)
    when = "has arrived";
  else
    when = fmt::format("{} of its time is over", percent(fraction_at(transfer, now)));
  return {trace.ends_text(transfer), what, when};
}

std::vector<std::string> rank_hint(const Shown& shown, Rank rank) {
  const Trace& trace = shown.scene.trace();
  const std::string node = rank < trace.topology.gpus ? trace.topology.nodes[rank].name : "";
  std::vector<std::string> lines = {fmt::format("rank {}{}", rank, node.empty() ? "" : " on " + node)};
  if (!shown.scene.replay) return lines;
  const Holdings holdings(shown);
  if (holdings.chunks() > most_chunks_counted) {
    lines.push_back(holdings.complete(rank) ? "complete" : "not complete yet");
    return lines;
  }
  int promised = 0, done = 0;
  for (int sector = 0; sector < holdings.sectors(); ++sector) {
    const MatrixCell cell = holdings.of(rank, sector);
    promised += cell.promised ? 1 : 0;
    done += cell.done() ? 1 : 0;
  }
  lines.push_back(promised == 0
                      ? "nothing is promised to it"
                      : fmt::format("{} of {} chunk{} complete", done, promised, promised == 1 ? "" : "s"));
  return lines;
}

std::vector<std::string> chunk_hint(const Shown& shown, Rank rank, std::int32_t block, int part) {
  if (!shown.scene.replay) return {};
  const Replay& replay = *shown.scene.replay;
  const int parts = replay.partition().blocks == 1 ? 1 : replay.partition().parts;
  const std::string text = cell_text(replay, rank, block, part, parts, shown.view.now);
  const std::size_t colon = text.find(": ");
  return {text.substr(0, colon), text.substr(colon + 2)};
}

// Which chunk of a ring is there: the first part of its block.
std::optional<int> sector_at(const TopologyLayout& layout, int sectors, PicturePoint center, PicturePoint p) {
  if (sectors > most_sectors || distance(center, p) < layout.hole) return std::nullopt;
  double angle = std::atan2(p.x - center.x, center.y - p.y);
  if (angle < 0) angle += 2 * std::numbers::pi;
  return std::min(sectors - 1, static_cast<int>(angle / (2 * std::numbers::pi) * sectors));
}

}  // namespace

void draw_topology(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                   const TopologyMarks& marks, const Shown& shown) {
  if (layout.has_room()) TopologyPainter(canvas, layout, index, marks, shown).draw();
  draw_legend(canvas, layout.area, layout, marks, shown);
}

void draw_topology(Canvas& canvas, const Area& area, const Shown& shown) {
  const TopologyLayout layout = lay_out(shown.scene.trace(), area, shown.theme.small(), shown.theme.line);
  const TopologyIndex index = index_topology(shown.scene);
  draw_topology(canvas, layout, index, marks_of(layout, index, shown), shown);
}

Selection topology_at(const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown,
                      PicturePoint p) {
  if (!layout.has_room()) return {};
  const Trace& trace = shown.scene.trace();
  for (auto token = marks.tokens.rbegin(); token != marks.tokens.rend(); ++token)
    if (token->area.has(p)) return {.transfer = token->transfer};
  for (Rank rank = 0; rank < trace.collective.ranks; ++rank) {
    const Area& area = layout.of_rank(rank).area;
    const bool within = layout.round ? distance(area.center(), p) <= layout.radius : area.has(p);
    if (!within) continue;
    if (!layout.round || !shown.scene.replay) return {.rank = rank};
    const std::optional<int> sector = sector_at(layout, Holdings(shown).sectors(), area.center(), p);
    if (!sector) return {.rank = rank};
    if (trace.partition.blocks == 1) return {.rank = rank, .block = 0, .part = *sector};
    return {.rank = rank, .block = *sector};
  }
  // The nearest wire; of its two directions the one on whose side the pointer is.
  int nearest = -1;
  double least = 6 * shown.theme.line;
  for (int i = 0; i < static_cast<int>(layout.wires.size()); ++i) {
    const double away = distance_to(layout.wires[i], p);
    if (away < least) std::tie(least, nearest) = std::tuple(away, i);
  }
  if (nearest < 0) return {};
  std::optional<LinkId> chosen;
  for (LinkId link = 0; link < static_cast<LinkId>(trace.topology.links.size()); ++link) {
    if (layout.wiring.wire_of[link] != nearest) continue;
    const bool forward =
        layout.wiring.box_of[trace.topology.links[link].from] == layout.wiring.wires[nearest].a;
    const double right_side = distance_to(beside(layout.wires[nearest], forward ? 2 : -2), p);
    if (!chosen || right_side < least || (marks.messages_on(link) > 0 && marks.messages_on(*chosen) == 0))
      chosen = link;
  }
  return {.link = chosen};
}

std::optional<LinkId> link_at(const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown,
                              PicturePoint p) {
  const Selection under = topology_at(layout, marks, shown, p);
  if (!under.transfer) return under.link;
  const auto token = std::find_if(marks.tokens.rbegin(), marks.tokens.rend(),
                                  [&](const TopologyMarks::Token& mark) { return mark.area.has(p); });
  return token->link < 0 ? std::nullopt : std::optional(token->link);
}

std::vector<std::string> topology_hint(const TopologyIndex& index, const TopologyMarks& marks,
                                       const Shown& shown, const Selection& selection) {
  const Trace& trace = shown.scene.trace();
  if (selection.transfer) return transfer_hint(trace, trace.transfers[*selection.transfer], shown.view.now);
  if (selection.link) return link_hint(index, marks, trace, *selection.link);
  if (selection.rank && selection.block)
    return chunk_hint(shown, *selection.rank, *selection.block, selection.part);
  if (selection.rank) return rank_hint(shown, *selection.rank);
  return {};
}

void draw_hint(Canvas& canvas, const Area& within, PicturePoint beside, const std::vector<std::string>& lines,
               const Theme& theme) {
  if (lines.empty()) return;
  const double size = theme.small(), step = 1.35 * size;
  double wide = 0;
  for (const std::string& line : lines) wide = std::max(wide, canvas.width_of(line, size));
  Area box = {beside.x + 14, beside.y + 10, wide + 16, step * static_cast<double>(lines.size()) + 10};
  if (box.right() > within.right()) box.x = std::max(within.x, beside.x - 14 - box.width);
  if (box.bottom() > within.bottom()) box.y = std::max(within.y, beside.y - 10 - box.height);
  canvas.fill(box, theme.raised, 4);
  canvas.frame(box, {.color = theme.edge, .width = theme.line}, 4);
  for (std::size_t i = 0; i < lines.size(); ++i)
    canvas.text({box.x + 8, box.y + 5 + step * (static_cast<double>(i) + 0.5)}, lines[i],
                {.color = i == 0 ? theme.words : theme.quiet, .size = size, .bold = i == 0});
}

}  // namespace commlab
