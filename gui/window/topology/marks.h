#pragma once
// The links of a topology's picture at one moment: the messages on them, and how full each link is.

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/message_paths.h"

namespace commlab {

struct TopologyMarks {
  // A message: square where it is added, disc where it is copied.
  struct Token {
    std::int32_t transfer;
    Area area;
    bool reduces;
    int chunk;          // the first it carries
    std::string words;  // "5", "5+" of several chunks; of a pile "x14"; empty: no room
    LinkId link = -1;
    int messages = 1;  // more: a pile of them, in one place
  };
  // A part of a link between the last and the first byte of a message on it.
  struct Strand {
    std::int32_t transfer;
    LinkId link;  // -1: straight from rank to rank
    Polyline points;
    double width;
    std::optional<int> chunk{};  // it has the hue of: where messages are told apart; else none
  };
  // Messages that wait for a link, at the sender's port.
  struct Queue {
    std::int32_t transfer;  // the first
    int count;
    PicturePoint at;
    double side;
    int chunk;
  };
  // What flows from tile to tile.
  struct Flow {
    int from;
    int to;
    double bytes_per_second;
    int messages;
  };
  static constexpr int most_strands = 5;  // on a link, side by side; more messages are one
  struct Traffic {
    double load = 0;  // share of the bandwidth
    int messages = 0;
    std::array<std::int32_t, most_strands> transfers{};  // the first of them
  };
  std::vector<Token> tokens;
  std::vector<Strand> strands;
  std::vector<Queue> queues;
  std::vector<Flow> flows;       // largest first
  std::vector<Traffic> traffic;  // of each link; empty where links are not drawn
  std::int64_t under_way = 0;    // messages, drawn or not

  int messages_on(LinkId link) const { return on(link).messages; }
  // REQUIRES: a link of the topology, or -1, on which nothing is.
  Traffic on(LinkId link) const {
    assert((traffic.empty() || link < std::ssize(traffic)) && "a link of the topology, or -1");
    return link < 0 || traffic.empty() ? Traffic{} : traffic[link];
  }
};

// Bytes per second while its bytes leave, on average; 0 for empty messages.
double rate_of(const Transfer&);
// Of messages between two ranks, and in a script: each is a flow of its own, and keeps its hue on the links.
bool tells_flows_apart(const Shown&);

}  // namespace commlab
