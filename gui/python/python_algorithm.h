#pragma once
// An algorithm whose schedule a function in Python writes. It stands beside the algorithms of the list.

#include <exception>
#include <functional>
#include <string>

#include <pybind11/pybind11.h>

#include "core/base/error.h"
#include "core/schedule/algorithm.h"

namespace commlab {

struct PythonAlgorithmFacts {
  std::string collective;
  std::string name;
  std::string idea;
  std::string ranks = "any";  // "any", "even", "power of two"
};

// The interpreter's lock is required to make and to destroy one.
class PythonAlgorithm {
 public:
  // Throws an exception of Python if a fact is wrong.
  PythonAlgorithm(PythonAlgorithmFacts, pybind11::function write);
  PythonAlgorithm(const PythonAlgorithm&) = delete;
  PythonAlgorithm& operator=(const PythonAlgorithm&) = delete;

  const Algorithm& value() const { return algorithm_; }
  // The exception that ended the function; null if there was none. It is told once.
  std::exception_ptr take_failure() { return std::exchange(failure_, nullptr); }
  // Is called when the function fails, so that nothing goes on with half a schedule.
  std::function<void()> on_failure = [] {};

 private:
  void write(Schedule&);

  const PythonAlgorithmFacts facts_;  // the algorithm's names are views of these
  const pybind11::function write_;
  const std::function<void(Schedule&)> author_ = [this](Schedule& s) { write(s); };
  std::exception_ptr failure_;  // guarded by the interpreter's lock
  Algorithm algorithm_;
};

// Whether this thread is in such a function, which may run nothing itself.
bool writes_a_schedule();

}  // namespace commlab
