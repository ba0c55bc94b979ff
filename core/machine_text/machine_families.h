#pragma once
// Machines written in one word: "switch:8,450GB/s,350ns".

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// A parametric family: "switch:8,450GB/s,350ns" | "ring:8,..." | "mesh:4x4,..." | "torus:4x4,..." |
// "fat-tree:16x8,400Gb/s,1us" (hosts per leaf x leaves, full bisection). Latency is per link.
// Such machines have no overhead, and no launch cost unless it is named: "ring:8,100GB/s,500ns,launch=8.4us"
// is the cost of each collective. "switch:8,450GB/s,350ns,multicast": the switch stores to many and reduces,
// at the links' full rate.
Result<Machine> machine_from_spec(std::string_view spec);

// The number of GPUs that the text gives a ring or a switch: 4 for "ring:4,25GB/s,1us". nullopt for other
// machines, whose texts have no such number.
std::optional<int> gpus_in_spec(std::string_view spec);
// The same ring or switch with `gpus` GPUs. REQUIRES: gpus_in_spec(spec).
std::string with_gpus(std::string_view spec, int gpus);

}  // namespace commlab
