#pragma once
// The collectives of a torch.profiler trace beside their prediction, as JSON.

#include <string>

#include <pybind11/pybind11.h>

#include "gui/python/session.h"

namespace commlab {

// `trace`: the text of the file. `line`: an experiment that says the machine and how to predict: "all_reduce
// --machine dgx-h100 --algorithm nccl"; its collective does not matter.
pybind11::bytes predicted_profile_json(PythonSession&, const std::string& trace, const std::string& line);

}  // namespace commlab
