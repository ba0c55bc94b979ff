#pragma once
// Tools of a program that has the simulator and no hardware, on the shipped machines, tables and lessons.

#include "gui/experiments/tools.h"

namespace commlab {

Tools simulating_tools();

}  // namespace commlab
