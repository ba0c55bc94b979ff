// The module commlab._commlab: what the package commlab is made of. The package gives it the forms that
// Python expects.

#include <memory>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/base/own_file.h"
#include "gui/data_folder.h"
#include "gui/program_tools.h"
#include "gui/python/errors.h"
#include "gui/python/finished_run.h"
#include "gui/python/run_result.h"
#include "gui/python/schedule_author.h"
#include "gui/python/session.h"

namespace py = pybind11;

namespace commlab {
namespace {

// The prefix below which the module is installed.
std::filesystem::path prefix_of_the_module() {
  return (own_file().parent_path() / COMMLAB_TO_PREFIX).lexically_normal();
}

// Data, and the program that ranks as processes need, are those beside the module if it is installed.
Tools tools_of_the_module() {
  const std::filesystem::path prefix = prefix_of_the_module();
  const std::filesystem::path data = data_folder(prefix / "share" / "commlab");
  std::error_code unreadable;
  const std::filesystem::path installed = prefix / "bin" / "commlab";
  const bool is_installed = std::filesystem::exists(installed, unreadable);
  Tools tools =
      program_tools({.program = is_installed ? installed : std::filesystem::path(COMMLAB_PROGRAM_IN_BUILD),
                     .data = data,
                     .lessons = lesson_folder(data)});
  tools.is_first = true;  // each process of a training job may simulate; only the program prints once for all
  return tools;
}

void add_session_to(py::module_& m) {
  py::class_<CommandAnswer>(m, "CommandAnswer")
      .def_readonly("status", &CommandAnswer::status)
      .def_property_readonly("text", [](const CommandAnswer& answer) { return py::bytes(answer.text); })
      .def_readonly("svg", &CommandAnswer::svg)
      .def_readonly("served", &CommandAnswer::served)
      .def("take_runs", [](CommandAnswer& answer) {
        std::vector<std::shared_ptr<FinishedRun>> runs;
        for (Outcome& outcome : answer.outcomes)
          runs.push_back(std::make_shared<FinishedRun>(FinishedRun{std::move(outcome)}));
        answer.outcomes.clear();
        return runs;
      });
  py::class_<PythonSession>(m, "Session")
      .def(py::init([] { return std::make_unique<PythonSession>(tools_of_the_module()); }))
      .def("answer", &PythonSession::answer, py::arg("words"))
      .def("add_algorithm",
           [](PythonSession& session, std::string collective, std::string name, std::string idea,
              std::string ranks, py::function write) {
             session.add(
                 std::make_unique<PythonAlgorithm>(PythonAlgorithmFacts{.collective = std::move(collective),
                                                                        .name = std::move(name),
                                                                        .idea = std::move(idea),
                                                                        .ranks = std::move(ranks)},
                                                   std::move(write)));
           })
      .def("remove_algorithm", &PythonSession::remove, py::arg("collective"), py::arg("name"));
}

}  // namespace
}  // namespace commlab

PYBIND11_MODULE(_commlab, m) {
  m.doc() = "The engine of the package commlab.";
  commlab::add_errors_to(m);
  commlab::add_schedule_to(m);
  commlab::add_runs_to(m);
  commlab::add_session_to(m);
}
