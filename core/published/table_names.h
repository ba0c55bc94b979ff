#pragma once
// Which machine and which network the words of a published table stand for: "A100-SXM4-80GB" on "NVSwitch",
// "EFA 32x100 Gb/s per node". Tables of names, tried from the first row on. What is not in them is taken for
// the nearest class by name, and a sentence says so.

#include <string>
#include <string_view>

#include "core/machine_text/find_machine.h"

namespace commlab {

struct NamedNode {
  std::string machine;  // "dgx-a100"
  std::string assumed;  // a sentence, if the name is not known; else empty
};
// `gpu` and `interconnect`: as the table writes them. `gpus`: the most on one node.
NamedNode node_named(std::string_view gpu, std::string_view interconnect, int gpus);

struct NamedNetwork {
  NetworkWords network;
  std::string assumed;  // a sentence, if no network is named
};
NamedNetwork network_named(std::string_view interconnect, int gpus);

}  // namespace commlab
