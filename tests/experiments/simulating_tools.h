#pragma once
// Tools of a program that has the simulator but no hardware, with the shipped machines, tables and lessons.

#include "gui/experiments/tools.h"

namespace commlab {

Tools simulating_tools();

}  // namespace commlab
