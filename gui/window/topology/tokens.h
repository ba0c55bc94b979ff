#pragma once
// Where the mark of each message is drawn: in its lane, at the message's place on its path, but never over
// the names of GPUs. Messages that would hide each other become one pile that counts them ("x14"); in a small
// picture all messages of a wire become one badge near its middle.

#include <string>
#include <vector>

#include "gui/window/topology/lanes.h"
#include "gui/window/topology/marks.h"
#include "gui/window/topology/message_paths.h"

namespace commlab {

class TokenPlacer {
 public:
  // Keeps references to all three.
  TokenPlacer(const TopologyLayout&, const Shown&, const TopologyLanes&);

  // Messages to several members of a group can be at the same place; they become one token.
  void add(const InFlight&, const MessagePath&);
  std::size_t count() const { return tokens_.size(); }
  std::vector<TopologyMarks::Token> tokens() && {
    take_counts_from_crowded_piles();
    return std::move(tokens_);
  }

 private:
  TopologyMarks::Token token_of(std::int32_t transfer, const Area&, LinkId) const;
  std::vector<ChunkContent> content_of_message(std::int32_t transfer) const;
  std::string words_on(const Transfer&) const;
  void add_to_badge(std::int32_t transfer, LinkId);
  void add_to_pile(TopologyMarks::Token& pile) const;
  void take_counts_from_crowded_piles();
  Area place_of_badge(const Polyline& wire) const;
  Area clear_of_names(const MessagePath&, const PathPoint&, const InFlight&) const;
  Area token_at(const PathPoint&, double by) const;
  bool hides_a_name(const Area&) const;

  const TopologyLayout& layout_;
  const Shown& shown_;
  const Trace& trace_;
  const TopologyLanes& lanes_;
  std::vector<Area> names_;
  std::vector<TopologyMarks::Token> tokens_;
};

}  // namespace commlab
