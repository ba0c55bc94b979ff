#include "gui/window/topology/tokens.h"

#include <algorithm>
#include <climits>
#include <tuple>

#include <fmt/format.h>

#include "gui/window/run/chunk_numbers.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

constexpr int most_hidden = 1000;  // to hide a name is worse than to hide all messages

}  // namespace

TokenPlacer::TokenPlacer(const TopologyLayout& layout, const Shown& shown, const TopologyLanes& lanes)
    : layout_(layout), shown_(shown), trace_(shown.scene.trace()), lanes_(lanes) {
  for (const TopologyLayout::BoxPlace& placed : layout.places)
    if (placed.drawn() && !placed.name.empty())
      names_.push_back({placed.label.x - placed.label_width / 2, placed.label.y - layout.letters / 2,
                        placed.label_width, layout.letters});
}

void TokenPlacer::add(const InFlight& flight, const MessagePath& path) {
  const PathPoint on = point_on(path, flight.fraction, true);
  const bool crowded = lanes_.is_crowded(on.link);
  if (crowded && lanes_.badges()) {
    add_to_badge(flight.transfer, on.link);
    return;
  }
  const Area area = clear_of_names(path, on, flight);
  for (auto last = tokens_.rbegin(); last != tokens_.rend() && last->transfer == flight.transfer; ++last)
    if (std::abs(last->area.x - area.x) + std::abs(last->area.y - area.y) < 1) return;  // same transfer
  if (crowded && layout_.detail != TopologyDetail::labelled) return;
  if (crowded)
    for (TopologyMarks::Token& pile : tokens_) {
      const bool near = distance(pile.area.center(), area.center()) <= 0.7 * layout_.token;
      if (pile.link != on.link || !(near || pile.area.overlaps(area))) continue;
      add_to_pile(pile);
      return;
    }
  tokens_.push_back(token_of(flight.transfer, area, on.link));
}

TopologyMarks::Token TokenPlacer::token_of(std::int32_t index, const Area& area, LinkId link) const {
  const Transfer& transfer = trace_.transfers[index];
  return {.transfer = index,
          .area = area,
          .reduces = transfer.reduces,
          .chunk = hue_of(layout_, trace_.partition, transfer),
          .content = content_of_message(index),
          .words = words_on(transfer),
          .link = link};
}

// What it brings, as its receiver will store it; for a group, as the first of its members will.
std::vector<ChunkContent> TokenPlacer::content_of_message(std::int32_t transfer) const {
  std::vector<ChunkContent> content;
  if (!layout_.grid.drawn() || !shown_.scene.replay) return content;
  const std::span<const Deposit> landed = shown_.scene.replay->landed(transfer);
  const bool numbers = shows_numbers(shown_.scene) && shown_.view.labels;
  for (const Deposit& store : landed)
    if (store.rank == landed.front().rank)
      content.push_back({.hue = sector_of(trace_.partition, store.block, store.part),
                         .number = numbers ? number_text(shown_.scene, store.came) : "",
                         .value = store.came,
                         .done = shown_.scene.replay->values().is_all(store.came, trace_.collective.ranks)});
  return content;
}

std::string TokenPlacer::words_on(const Transfer& transfer) const {
  if (layout_.detail != TopologyDetail::labelled || !shown_.view.labels) return {};
  if (tells_flows_apart(shown_)) return {};  // their hues tell them apart
  const bool says_content = reduces(trace_.collective.kind) || shows_numbers(shown_.scene);
  if (layout_.grid.drawn() && shown_.scene.replay && says_content) return {};
  const std::string words =
      fmt::format("c{}{}", hue_of(layout_, trace_.partition, transfer), transfer.blocks > 1 ? "+" : "");
  return 0.62 * layout_.letters * static_cast<double>(words.size()) <= layout_.token_width ? words : "";
}

void TokenPlacer::add_to_badge(std::int32_t transfer, LinkId link) {
  const int wire = layout_.wiring.wire_of[link];
  for (TopologyMarks::Token& badge : tokens_)
    if (badge.link >= 0 && layout_.wiring.wire_of[badge.link] == wire) {
      if (badge.transfer != transfer) add_to_pile(badge);
      return;
    }
  tokens_.push_back(token_of(transfer, place_of_badge(layout_.wires[wire]), link));
}

void TokenPlacer::add_to_pile(TopologyMarks::Token& pile) const {
  ++pile.messages;
  pile.content.clear();
  pile.words = fmt::format("x{}", pile.messages);
  const double wide = 0.62 * layout_.letters * static_cast<double>(pile.words.size()) + 6;
  if (wide <= pile.area.width) return;
  pile.area.x -= (wide - pile.area.width) / 2;
  pile.area.width = wide;
}

// Where wires are close together, piles that are as wide as their counts would cover one another.
void TokenPlacer::take_counts_from_crowded_piles() {
  std::vector<TopologyMarks::Token*> crowded;
  for (TopologyMarks::Token& pile : tokens_) {
    const auto covers = [&](const TopologyMarks::Token& other) {
      return &other != &pile && other.messages > 1 && other.link != pile.link &&
             other.area.overlaps(pile.area);
    };
    if (pile.messages > 1 && std::ranges::any_of(tokens_, covers)) crowded.push_back(&pile);
  }
  for (TopologyMarks::Token* pile : crowded) {
    pile->words.clear();
    const double side = std::min(pile->area.width, pile->area.height);
    pile->area = {pile->area.center().x - side / 2, pile->area.y, side, pile->area.height};
  }
}

// A little before the middle, because the chords of a circle meet in the middle; or where it hides less.
Area TokenPlacer::place_of_badge(const Polyline& wire) const {
  Area best;
  int least = INT_MAX;
  for (const double share : {0.4, 0.6, 0.32, 0.68, 0.25, 0.75, 0.18, 0.82, 0.5}) {
    const OnLine on = point_at(wire, share * length_of(wire));
    const double side = std::min(layout_.token, 1.25 * layout_.letters);
    const Area tried = {on.at.x - side / 2, on.at.y - side / 2, side, side};
    const auto met = std::ranges::count_if(
        tokens_, [&](const TopologyMarks::Token& token) { return token.area.overlaps(tried); });
    const int hidden = static_cast<int>(met) + (hides_a_name(tried) ? most_hidden : 0);
    if (hidden < least) std::tie(least, best) = std::tuple(hidden, tried);
    if (least == 0) break;
  }
  return best;
}

Area TokenPlacer::token_at(const PathPoint& on, double by) const {
  const double wide = layout_.token_width, high = layout_.token;
  return {on.at.x - on.along.y * by - wide / 2, on.at.y + on.along.x * by - high / 2, wide, high};
}

// Where the message is; or the nearest place on the same link where the token hides no name.
Area TokenPlacer::clear_of_names(const MessagePath& path, const PathPoint& on, const InFlight& flight) const {
  const double by = on.bar                       ? 0
                    : lanes_.is_crowded(on.link) ? lanes_.pile_aside(on.link)
                                                 : lanes_.aside(flight.transfer, on.link);
  const Area wanted = token_at(on, by);
  if (names_.empty() || !hides_a_name(wanted)) return wanted;
  constexpr double pixels = 2;
  for (int away = 0; away * pixels < 3 * layout_.token; ++away)
    for (const double sign : {1.0, -1.0}) {
      const PathPoint near = point_on(path, flight.fraction + sign * away * pixels / path.length, true);
      if (near.link != on.link || near.bar != on.bar) continue;
      for (const double share : {1.0, 0.5, 0.0})
        if (const Area area = token_at(near, share * by); !hides_a_name(area)) return area;
    }
  return wanted;
}

bool TokenPlacer::hides_a_name(const Area& area) const {
  // A pile may still grow wider than one mark.
  const Area with_pile = {area.x - 0.4 * area.width, area.y, 1.8 * area.width, area.height};
  return std::ranges::any_of(names_, [&](const Area& name) { return name.overlaps(with_pile); });
}

}  // namespace commlab
