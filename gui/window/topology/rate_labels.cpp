#include "gui/window/topology/rate_labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

constexpr std::size_t most_shares = 12;  // more are too many labels
constexpr double label_gap = 4;          // pixels between a label and what it is beside

class ShareWriter {
 public:
  ShareWriter(const Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks,
              const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        marks_(marks),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        size_(layout.letters),
        busy_(layout.wires.size(), false) {
    for (std::size_t link = 0; link < marks.traffic.size(); ++link)
      if (const int wire = layout.wiring.wire_of[link]; wire >= 0 && marks.traffic[link].messages > 0)
        busy_[wire] = true;
    for (const TopologyLayout::BoxPlace& placed : layout.places) {
      if (!placed.drawn()) continue;
      const bool is_disc = layout.round && std::abs(placed.area.width - 2 * layout.radius) < 1 &&
                           std::abs(placed.area.height - 2 * layout.radius) < 1;
      is_disc ? discs_.push_back(placed.area.center()) : taken_.push_back(placed.area);
      if (!placed.name.empty())
        taken_.push_back(
            {placed.label.x - placed.label_width / 2, placed.label.y - size_ / 2, placed.label_width, size_});
    }
  }

  std::vector<LinkRates> write() && {
    std::vector<Label> labels;
    for (const auto& [link, transfers] : links_to_label()) labels.push_back(label_of(link, transfers));
    std::ranges::stable_sort(labels, {}, &Label::free_places);  // labels with few free places choose first
    for (Label& label : labels) place(std::move(label));
    return std::move(all_);
  }

 private:
  const std::vector<LinkId>& route_of(std::int32_t transfer) const {
    return trace_.routes[of(transfer).route];
  }
  const Transfer& of(std::int32_t transfer) const { return trace_.transfers[transfer]; }
  int wire_index(LinkId link) const { return layout_.wiring.wire_of[link]; }
  const Polyline* wire_of(LinkId link) const {
    const int wire = wire_index(link);
    if (wire < 0 || layout_.wires[wire].empty()) return nullptr;
    return &layout_.wires[wire];
  }
  double length_on_picture(LinkId link) const {
    const Polyline* wire = wire_of(link);
    return wire ? length_of(*wire) : 0;
  }

  // The links that get a label, and the messages on each label.
  std::map<LinkId, std::vector<std::int32_t>> links_to_label() const {
    std::map<LinkId, std::vector<std::int32_t>> labels;
    for (LinkId link = 0; link < static_cast<LinkId>(marks_.traffic.size()); ++link) {
      const TopologyMarks::Traffic& traffic = marks_.traffic[link];
      if (traffic.messages > TopologyMarks::most_strands || !wire_of(link)) continue;
      for (int i = 0; i < traffic.messages; ++i) {
        const std::int32_t transfer = traffic.transfers[i];
        if (traffic.messages > 1 || link == told_alone(transfer)) labels[link].push_back(transfer);
      }
      if (told_before(labels, link)) labels.erase(link);
    }
    return labels;
  }

  // Whether an earlier link's label has the same messages: messages that share several links need one label.
  static bool told_before(const std::map<LinkId, std::vector<std::int32_t>>& labels, LinkId link) {
    const auto here = labels.find(link);
    return here != labels.end() &&
           std::any_of(labels.begin(), here, [&](const auto& one) { return one.second == here->second; });
  }

  // The longest link of a message that shares no link with others; else -1.
  LinkId told_alone(std::int32_t transfer) const {
    LinkId longest = -1;
    for (const LinkId link : route_of(transfer)) {
      if (marks_.messages_on(link) > 1) return -1;
      if (longest < 0 || length_on_picture(link) > length_on_picture(longest)) longest = link;
    }
    return longest;
  }

  std::string words_of(std::int32_t transfer) const {
    return fmt::format("{:.3g} GB/s", rate_of(of(transfer)) / 1e9);
  }

  double row_height() const { return std::floor(1.35 * size_); }

  struct Label {
    LinkRates told;
    double width;
    double height;
    std::ptrdiff_t free_places;
  };

  Label label_of(LinkId link, const std::vector<std::int32_t>& transfers) const {
    Label label{.told = {.link = link, .rates = {}},
                .width = 0,
                .height = row_height() * static_cast<double>(transfers.size()),
                .free_places = 0};
    for (const std::int32_t transfer : transfers) {
      const Transfer& message = of(transfer);
      label.told.rates.push_back({.transfer = transfer,
                                  .words = words_of(transfer),
                                  .chunk = hue_of(layout_, trace_.partition, message),
                                  .area = {}});
      label.width =
          std::max(label.width, canvas_.width_of(label.told.rates.back().words, size_) + theme_.gap);
    }
    label.free_places = std::ranges::count_if(
        places_beside(link, label), [&](const Area& place) { return !is_blocked(place, wire_index(link)); });
    return label;
  }

  void place(Label label) {
    const std::optional<Area> block = best_place(label);
    if (!block) return;
    for (std::size_t i = 0; i < label.told.rates.size(); ++i)
      label.told.rates[i].area = {block->x, block->y + row_height() * static_cast<double>(i), label.width,
                                  row_height() - 1};
    taken_.push_back(*block);
    all_.push_back(std::move(label.told));
  }

  // It must be clear which link the label belongs to, so it stands beside the link, touches no other busy
  // link, and never lies on the path of messages. Else it stands where its message ends. Nothing if all these
  // places are taken.
  std::optional<Area> best_place(const Label& label) const {
    const LinkId link = label.told.link;
    for (const std::vector<Area>& places : {places_beside(link, label), places_at_end(label)})
      if (const std::optional<Area> best = best_of(places, link)) return best;
    return std::nullopt;
  }

  // The first free place of those that cross the fewest links.
  std::optional<Area> best_of(const std::vector<Area>& places, LinkId link) const {
    std::optional<Area> best;
    std::ptrdiff_t least = 0;
    for (const Area& place : places) {
      if (is_blocked(place, wire_index(link))) continue;
      const std::ptrdiff_t crossed =
          std::ranges::count_if(layout_.wires, [&](const Polyline& wire) { return enters(wire, place); });
      if (!best || crossed < least) std::tie(best, least) = std::tuple(place, crossed);
    }
    return best;
  }

  // Places beside the link, first on the side where the lane of its direction is.
  std::vector<Area> places_beside(LinkId id, const Label& label) const {
    const Polyline& wire = *wire_of(id);
    const Link& link = trace_.topology.links[id];
    const bool forward = layout_.wiring.box_of[link.from] == layout_.wiring.wires[wire_index(id)].a;
    std::vector<Area> places;
    for (const double side : {1.0, -1.0})
      for (const double share : {0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86}) {
        const OnLine on = point_at(wire, share * length_of(wire));
        const double sign = forward ? side : -side;
        const PicturePoint out = {-on.along.y * sign, on.along.x * sign};
        const double away = road(id) + std::abs(out.x) * label.width / 2 + std::abs(out.y) * label.height / 2;
        places.push_back({on.at.x + out.x * away - label.width / 2, on.at.y + out.y * away - label.height / 2,
                          label.width, label.height});
      }
    return places;
  }

  // Places around the GPU where its message ends, if no other message ends there.
  std::vector<Area> places_at_end(const Label& label) const {
    const Rank to = of(label.told.rates.front().transfer).to;
    if (label.told.rates.size() > 1 || std::ranges::count(trace_.transfers, to, &Transfer::to) > 1) return {};
    const Area gpu = layout_.of_rank(to).area;
    const PicturePoint at = gpu.center();
    const double x = gpu.width / 2 + label.width / 2 + label_gap,
                 y = gpu.height / 2 + label.height / 2 + label_gap;
    std::vector<Area> places;
    for (const PicturePoint out : {PicturePoint{0, y}, {0, -y}, {x, 0}, {-x, 0}})
      places.push_back(
          {at.x + out.x - label.width / 2, at.y + out.y - label.height / 2, label.width, label.height});
    return places;
  }

  // How far the lanes of messages reach from the middle of the wire.
  double road(LinkId link) const {
    return std::max(1, marks_.messages_on(link)) * 0.5 * layout_.token + label_gap;
  }

  // Whether it would lie outside, on a name, a box or another label, or touch another busy link.
  bool is_blocked(const Area& area, int own_wire) const {
    const bool outside = area.x < layout_.area.x || area.right() > layout_.area.right() ||
                         area.y < layout_.area.y || area.bottom() > layout_.area.bottom() - 1.6 * size_;
    const auto on_disc = [&](PicturePoint center) {
      const PicturePoint nearest{std::clamp(center.x, area.x, area.right()),
                                 std::clamp(center.y, area.y, area.bottom())};
      return distance(center, nearest) < layout_.radius + 1;
    };
    if (outside || std::ranges::any_of(discs_, on_disc) ||
        std::ranges::any_of(taken_, [&](const Area& taken) { return taken.overlaps(area); }))
      return true;
    const Area with_lanes = area.inset(-0.3 * size_);
    for (int wire = 0; wire < static_cast<int>(layout_.wires.size()); ++wire)
      if (wire != own_wire && busy_[wire] && enters(layout_.wires[wire], with_lanes)) return true;
    return false;
  }

  const Canvas& canvas_;
  const TopologyLayout& layout_;
  const TopologyMarks& marks_;
  const Theme& theme_;
  const Trace& trace_;
  double size_;
  std::vector<Area> taken_;
  std::vector<PicturePoint> discs_;  // GPUs
  std::vector<bool> busy_;           // of each wire: messages are on it
  std::vector<LinkRates> all_;
};

}  // namespace

std::vector<LinkRates> rate_labels(const Canvas& canvas, const TopologyLayout& layout,
                                   const TopologyMarks& marks, const Shown& shown) {
  const bool told = tells_flows_apart(shown) && layout.detail == TopologyDetail::labelled &&
                    shown.view.labels && marks.under_way <= static_cast<std::int64_t>(most_shares);
  if (!told) return {};
  return ShareWriter(canvas, layout, marks, shown).write();
}

void draw_rate_labels(Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks,
                      const Shown& shown) {
  for (const LinkRates& link : rate_labels(canvas, layout, marks, shown))
    for (const LinkRates::Rate& rate : link.rates) {
      const Color hue = shown.theme.of_chunk(rate.chunk);
      canvas.fill(rate.area, hue, 4);
      if (contrast(hue, shown.theme.panel) < 3)
        canvas.frame(rate.area, {.color = shown.theme.outline, .width = shown.theme.line}, 4);
      canvas.text(
          rate.area.center(), rate.words,
          {.color = shown.theme.on_chunk(rate.chunk), .size = layout.letters, .anchor = Anchor::middle});
    }
}

}  // namespace commlab
