#pragma once
// All that this program can do: the functions of sim/ and gpu/ as Tools, for the command line and for the
// Python module.

#include <filesystem>

#include "gui/experiments/tools.h"

namespace commlab {

struct ProgramPlaces {
  std::filesystem::path program;  // the executable that is started for every rank that is a process
  std::filesystem::path data;     // with folders machines/ and measurements/
  std::filesystem::path lessons;
};

Tools program_tools(const ProgramPlaces&);

}  // namespace commlab
