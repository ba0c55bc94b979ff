#pragma once
// A machine in words and as JSON: links, rates between its GPUs, costs, and the sources of these numbers.

#include <string>

#include "core/machine/machine.h"

namespace commlab {

std::string text_of(const Machine&);
// The links as a table, with equal links in one line: "gpu0..7 <-> nvswitch". A long table is cut.
std::string links_text(const Topology&);
std::string json_of(const Machine&);

}  // namespace commlab
