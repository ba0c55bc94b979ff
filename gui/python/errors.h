#pragma once
// Errors as exceptions of Python: commlab.Error, and for a mistake of the user commlab.InputError, which is
// also a ValueError. Their message is the sentence that the command line prints.

#include <string>

#include <pybind11/pybind11.h>

#include "core/base/error.h"

namespace commlab {

void add_errors_to(pybind11::module_&);

// Throws the exception. REQUIRES: the interpreter's lock.
[[noreturn]] void raise_in_python(const Error&);
[[noreturn]] void raise_in_python(const std::string& mistake);  // of the user

}  // namespace commlab
