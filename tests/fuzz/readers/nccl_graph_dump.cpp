// What NCCL writes for NCCL_GRAPH_DUMP_FILE.

#include "core/published/nccl_graph_dump.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> dumps() {
  return {
      R"(<graphs version="1">
  <graph id="0" pattern="4" crossnic="2" nchannels="2" speedintra="48" speedinter="24" latencyinter="0" typeintra="NVL" typeinter="PIX" samechannels="0">
    <channel><net dev="0x0"/><gpu dev="0x0"/><gpu dev="0x1"/><net dev="0x1"/></channel>
    <channel><net dev="1"/><gpu dev="1"/><gpu dev="0"/><net dev="0"/></channel>
  </graph>
  <graph id="3" pattern="5" crossnic="0" nchannels="1" speedintra="20" speedinter="20" latencyinter="0" typeintra="NVL" typeinter="PIX" samechannels="1">
    <channel><gpu dev="0x100000000000002"/></channel>
  </graph>
</graphs>
)"};
}

void use(std::string_view input) { static_cast<void>(read_graph_dump(input, "fuzzed.xml")); }

}  // namespace

extern const FuzzedReader nccl_graph_dump{
    .name = "nccl_graph_dump", .longest = 8192, .examples = dumps, .use = use};

}  // namespace commlab::fuzzed
