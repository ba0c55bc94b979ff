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
#include "gui/window/topology/chunk_look.h"
#include "gui/window/topology/message_paths.h"

namespace commlab {

struct TopologyMarks {
  // A message: a square if it is added where it arrives, a disc if it is copied. It carries the value of its
  // chunks.
  struct Token {
    std::int32_t transfer;
    Area area;
    bool reduces;
    int chunk;                            // the first it carries
    std::vector<ChunkContent> content{};  // of each chunk, as far as it is known; empty for a pile
    std::string
        words;  // "c5"; "c5+" for several chunks; "x14" for a pile; empty: no room, or numbers are shown
    LinkId link = -1;
    int messages = 1;  // more than 1: a pile of messages in one place
  };
  // The part of a link between the last and the first byte of a message.
  struct Strand {
    std::int32_t transfer;
    LinkId link;  // -1: straight from rank to rank
    Polyline points;
    double width;
    std::optional<int> chunk{};  // gives the hue, if messages are told apart; else nothing
  };
  // Messages that wait for a link, at the sender's port.
  struct Queue {
    std::int32_t transfer;  // the first
    int count;
    PicturePoint at;
    double side;
    int chunk;
  };
  // All messages from one tile to another.
  struct Flow {
    int from;
    int to;
    double bytes_per_second;
    int messages;
  };
  static constexpr int most_strands = 5;  // on a link, side by side; more messages are drawn as one
  struct Traffic {
    double load = 0;  // share of the bandwidth
    int messages = 0;
    std::array<std::int32_t, most_strands> transfers{};  // the first messages
  };
  std::vector<Token> tokens;
  std::vector<Strand> strands;
  std::vector<Queue> queues;
  std::vector<Flow> flows;       // the largest first
  std::vector<Traffic> traffic;  // by link; empty if links are not drawn
  std::int64_t under_way = 0;    // number of messages, drawn or not

  int messages_on(LinkId link) const { return on(link).messages; }
  // REQUIRES: a link of the topology, or -1, which carries nothing.
  Traffic on(LinkId link) const {
    assert((traffic.empty() || link < std::ssize(traffic)) && "a link of the topology, or -1");
    return link < 0 || traffic.empty() ? Traffic{} : traffic[link];
  }
};

// The hue of a message: that of its chunk in the buffers, or the chunk's own.
int hue_of(const TopologyLayout&, const Partition&, const Transfer&);

// The average rate at which the transfer's bytes leave, in bytes per second; 0 for empty messages.
double rate_of(const Transfer&);
// Whether each message is drawn as a flow of its own, with its hue on the links: in a run of messages between
// two ranks, and in a script.
bool tells_flows_apart(const Shown&);

}  // namespace commlab
