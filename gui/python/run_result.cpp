#include "gui/python/run_result.h"

#include <type_traits>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "core/base/numbers.h"
#include "core/machine/link_name.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "gui/picture/machine_picture.h"
#include "gui/picture/timeline_picture.h"
#include "gui/python/errors.h"
#include "gui/python/finished_run.h"

namespace py = pybind11;

namespace commlab {
namespace {

const Trace& trace_of(const FinishedRun& run) {
  const Run& ran = run.outcome.run;
  if (ran.trace) return *ran.trace;
  if (ran.transfers > most_traced_transfers)
    raise_in_python(Error{fmt::format("the run's {} transfers are too many to keep; at most {} are kept",
                                      with_commas(ran.transfers), with_commas(most_traced_transfers)),
                          Fault::no});
  raise_in_python(Error{fmt::format("the {} backend gave no transfers to look at", ran.backend), Fault::no});
}

// One member of all transfers, as a column that nobody can write to. It views the trace, which `owner` keeps.
template <class Value>
py::array column(const py::object& owner, Value Transfer::*member) {
  using Number = std::conditional_t<std::is_same_v<Value, Time>, std::int64_t, Value>;
  static_assert(sizeof(Number) == sizeof(Value));
  const std::vector<Transfer>& transfers = trace_of(owner.cast<const FinishedRun&>()).transfers;
  static const Transfer none{};
  const Transfer* const first = transfers.empty() ? &none : transfers.data();
  py::array view(py::dtype::of<Number>(), {static_cast<py::ssize_t>(transfers.size())},
                 {static_cast<py::ssize_t>(sizeof(Transfer))}, &(first->*member), owner);
  view.attr("flags").attr("writeable") = false;
  return view;
}

// All columns, in the order of a table.
py::dict columns(const py::object& run) {
  py::dict all;
  all["start_ps"] = column(run, &Transfer::start);
  all["end_ps"] = column(run, &Transfer::end);
  all["source"] = column(run, &Transfer::from);
  all["destination"] = column(run, &Transfer::to);
  all["bytes"] = column(run, &Transfer::bytes);
  all["step"] = column(run, &Transfer::step);
  all["channel"] = column(run, &Transfer::channel);
  all["block"] = column(run, &Transfer::block);
  all["blocks"] = column(run, &Transfer::blocks);
  all["part"] = column(run, &Transfer::part);
  all["phase"] = column(run, &Transfer::phase);
  all["reduces"] = column(run, &Transfer::reduces);
  all["route"] = column(run, &Transfer::route);
  all["group"] = column(run, &Transfer::group);
  all["enabled_by"] = column(run, &Transfer::enabled_by);
  all["ready_ps"] = column(run, &Transfer::ready);
  all["head_ps"] = column(run, &Transfer::head);
  all["sent_ps"] = column(run, &Transfer::sent);
  all["overhead_ps"] = column(run, &Transfer::overhead);
  all["alone_ps"] = column(run, &Transfer::alone);
  return all;
}

std::vector<std::vector<std::string>> routes(const FinishedRun& run) {
  const Trace& trace = trace_of(run);
  std::vector<std::vector<std::string>> all;
  for (const std::vector<LinkId>& route : trace.routes) {
    all.emplace_back();
    for (const LinkId id : route) {
      const Link& link = trace.topology.links[static_cast<std::size_t>(id)];
      all.back().push_back(link_words(trace.topology, {link.from, link.to}));
    }
  }
  return all;
}

py::list critical(const FinishedRun& run) {
  py::list indices;
  for (const std::int32_t i : run.outcome.critical()) indices.append(i);
  return indices;
}

}  // namespace

void add_runs_to(py::module_& m) {
  py::class_<FinishedRun, std::shared_ptr<FinishedRun>>(m, "FinishedRun")
      .def_property_readonly("line", [](const FinishedRun& run) { return to_line(run.outcome.experiment); })
      .def_property_readonly("has_transfers",
                             [](const FinishedRun& run) { return run.outcome.run.trace.has_value(); })
      .def("columns", [](const py::object& self) { return columns(self); })
      .def("routes", &routes)
      .def("phases", [](const FinishedRun& run) { return trace_of(run).phases; })
      .def("critical", &critical)
      .def("timeline_svg", [](const FinishedRun& run) { return timeline_svg(trace_of(run)); })
      .def("machine_svg", [](const FinishedRun& run) {
        if (!run.outcome.machine)
          raise_in_python(std::string("this computer is not measured, so there is no machine to draw"));
        return to_svg(*run.outcome.machine);
      });
}

}  // namespace commlab
