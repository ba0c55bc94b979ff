#pragma once
// What the module keeps: the program's tools, and the algorithms that were written in Python. It does
// commands as the command line does them, and hands their answers to Python.

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "core/plan/outcome.h"
#include "gui/experiments/tools.h"
#include "gui/python/background_task.h"
#include "gui/python/python_algorithm.h"

namespace commlab {

struct CommandAnswer {
  int status = 0;                 // 0: done; 1: the answer is no
  std::string text;               // as the command line prints it
  std::string svg;                // empty: this answer has no picture
  std::vector<Outcome> outcomes;  // of `run`
  bool served = false;            // this process was a rank of what the first process of its group asked for
};

class PythonSession {
 public:
  explicit PythonSession(Tools tools) : tools_(std::move(tools)) {}

  // Does the command that these words name: {"run", "all_reduce", "--ranks", "4"}.
  CommandAnswer answer(const std::vector<std::string>& words);

  // Works with the program's tools on another thread, without the interpreter's lock, one work at a time: so
  // a measurement has the computer for itself. Throws commlab.Error, what a Python algorithm has thrown, or
  // KeyboardInterrupt after Ctrl-C. REQUIRES: the interpreter's lock.
  void work(const std::function<Status(Tools&)>&);

  // Replaces one of the same name; what was made with that one stays as it is.
  void add(std::unique_ptr<PythonAlgorithm>);
  // False: there is none of this name.
  bool remove(const std::string& collective, const std::string& name);

 private:
  std::unique_lock<std::mutex> wait_for_turn();
  bool forget(CollectiveKind, std::string_view name);
  // The tools for one work, which `stop` can end.
  Tools tools_until(const std::stop_source&);

  const Tools tools_;
  std::mutex one_at_a_time_;
  BackgroundThread background_;
  std::vector<std::unique_ptr<PythonAlgorithm>> algorithms_;  // all that there were; results point to them
  std::vector<PythonAlgorithm*> current_;                     // those that can be named
};

}  // namespace commlab
