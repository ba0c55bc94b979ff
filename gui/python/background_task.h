#pragma once
// Work on another thread while Python waits: other threads of Python run, and Ctrl-C is heard.

#include <functional>
#include <optional>

#include <pybind11/pybind11.h>

namespace commlab {

// What a signal's handler in Python has thrown, as KeyboardInterrupt.
using Interruption = std::optional<pybind11::error_already_set>;

// Does the work, and returns when it is done. After the first signal whose handler throws, `stop` is called,
// which should end the work soon. What the work throws is thrown here. REQUIRES: the interpreter's lock,
// which the work does not have.
Interruption do_in_background(const std::function<void()>& work, const std::function<void()>& stop);

}  // namespace commlab
