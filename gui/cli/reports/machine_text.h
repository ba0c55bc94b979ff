#pragma once
// A machine in words: its links, what reaches what how fast, its costs, and where each number comes from.

#include <string>

#include "core/machine/machine.h"

namespace commlab {

std::string text_of(const Machine&);
// All its links as a table, equal ones in one line: "gpu0..7 <-> nvswitch"; of very many the first.
std::string links_text(const Topology&);
std::string json_of(const Machine&);

}  // namespace commlab
