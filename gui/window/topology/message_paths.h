#pragma once
// The paths of messages over a topology's picture, from GPU to GPU along links and bars.

#include <vector>

#include "gui/window/topology/layout.h"

namespace commlab {

// The path of one message, in pieces: along links, and along bars between them.
struct MessagePath {
  struct Piece {
    LinkId link = -1;  // -1: straight from rank to rank, because no route is known or no links are drawn
    bool bar = false;  // the piece is along a bar; `link` is the link before it
    Polyline points;
    double begin = 0;  // place of its ends on the path; bars count as shorter: messages are faster there
    double end = 0;
    double keep_from_start = 0;  // least distance of a token's middle from the piece's ends
    double keep_from_end = 0;
  };
  std::vector<Piece> pieces;
  double length = 0;
  bool empty() const { return pieces.empty(); }
};
// One path for a message; for a group's store or load, one path for each member, over the switch. Empty if no
// part of the path is drawn.
std::vector<MessagePath> paths_of(const TopologyLayout&, const Trace&, const Transfer&);

// A point of a path and its direction there, of length 1.
struct PathPoint {
  PicturePoint at;
  PicturePoint along;
  LinkId link;
  bool bar;
};
// The point at this fraction of the path. A token's middle keeps clear of the boxes at the ends of links.
PathPoint point_on(const MessagePath&, double fraction, bool of_token);
// The pieces between two fractions of the path, each with its link.
std::vector<MessagePath::Piece> stretch_of(const MessagePath&, double from, double to);

}  // namespace commlab
