#pragma once
// The ways of messages over the picture of a topology, from GPU to GPU along links and bars.

#include <vector>

#include "gui/window/topology/layout.h"

namespace commlab {

// The way of a message over the picture, in pieces: along links, and along bars between them.
struct MessagePath {
  struct Piece {
    LinkId link = -1;  // -1: straight from rank to rank, where no route is known or no links are drawn
    bool bar = false;  // along one; `link` is the one it came by
    Polyline points;
    double begin = 0;  // on the way; along bars, faster
    double end = 0;
    double keep_from_start = 0;  // a token's middle stays so far from the piece's ends
    double keep_from_end = 0;
  };
  std::vector<Piece> pieces;
  double length = 0;
  bool empty() const { return pieces.empty(); }
};
// One for a message; of a group's store or load one for each member, over the switch. None where
// nothing of it is drawn.
std::vector<MessagePath> paths_of(const TopologyLayout&, const Trace&, const Transfer&);

// A point of a way and its direction there, of length 1.
struct PathPoint {
  PicturePoint at;
  PicturePoint along;
  LinkId link;
  bool bar;
};
// `fraction` of the way. Where a token is meant, its middle keeps clear of what stands at the ends of links.
PathPoint point_on(const MessagePath&, double fraction, bool of_token);
// The pieces of it between two fractions, each with its link.
std::vector<MessagePath::Piece> stretch_of(const MessagePath&, double from, double to);

}  // namespace commlab
