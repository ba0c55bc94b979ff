#pragma once
// A machine in words: its links, what reaches what how fast, its costs, and where each number comes from.

#include <string>

#include "core/machine.h"

namespace commlab {

std::string text_of(const Machine&);
std::string json_of(const Machine&);

}  // namespace commlab
