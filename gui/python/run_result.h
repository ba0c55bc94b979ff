#pragma once
// A finished run for Python: its transfers as NumPy arrays that view the trace's own memory, and its
// pictures.

#include <pybind11/pybind11.h>

namespace commlab {

void add_runs_to(pybind11::module_&);

}  // namespace commlab
