#pragma once
// The rings and trees that NCCL chose, as NCCL_GRAPH_DUMP_FILE writes them (src/graph/search.cc,
// ncclTopoDumpGraphs, 2.28.9):
//
//   <graphs version="1">
//     <graph id="0" pattern="4" crossnic="0" nchannels="2" speedintra="45" speedinter="45" latencyinter="0"
//            typeintra="NVL" typeinter="PIX" samechannels="0">
//       <channel> <net dev="0x0"/> <gpu dev="0x0"/> <gpu dev="0x1"/> <net dev="0x0"/> </channel>
//
// Where there are several nodes, each process writes the channels of its own node.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/nccl/nccl_graph.h"
#include "core/nccl/nccl_names.h"

namespace commlab {

struct DumpedGraph {
  NcclAlgorithm algorithm = NcclAlgorithm::ring;  // that uses it; NVLSTree uses NVLS's
  double intra = 0, inter = 0;                    // GB/s of a channel, within a node and between nodes
  std::string type_intra, type_inter;             // the worst path of all channels: "NVL"
  bool crosses_rails = false;                     // a channel may leave by another NIC than it came in by
  std::vector<NcclChannel> channels;              // of NVLS, only the GPU at the head of each
  bool operator==(const DumpedGraph&) const = default;
};

// Whether the channel ends where it began, as a ring of one node does.
bool is_closed(const DumpedGraph&, const NcclChannel&);

// A way that channels take.
struct ChannelWay {
  std::string name;  // "channel 3", "channels 0..11", "channels 0, 2"
  NcclChannel channel;
};
// Each way once, in the order of its first channel.
std::vector<ChannelWay> ways_of(const DumpedGraph&);

// What the search of core/nccl found, in this form.
DumpedGraph as_dumped(NcclAlgorithm, const NcclGraph&);

// The graphs with channels, in the order of the file. Errors are one sentence with file and line: not XML,
// another XML, a word that is not known.
Result<std::vector<DumpedGraph>> read_graph_dump(std::string_view text, std::string_view file_name);

}  // namespace commlab
