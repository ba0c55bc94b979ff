#include "gui/python/errors.h"

namespace py = pybind11;

namespace commlab {
namespace {

py::object new_exception(const char* name, const py::object& bases, const char* what) {
  return py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(name, what, bases.ptr(), nullptr));
}

}  // namespace

void add_errors_to(py::module_& m) {
  const py::object error = new_exception(
      "commlab.Error", py::reinterpret_borrow<py::object>(PyExc_Exception),
      "Something that commlab cannot do; the message is the sentence that the command line prints.");
  m.attr("Error") = error;
  const py::tuple bases = py::make_tuple(error, py::reinterpret_borrow<py::object>(PyExc_ValueError));
  m.attr("InputError") =
      new_exception("commlab.InputError", bases, "A mistake in what was asked: a name, a size, a file.");
}

void raise_in_python(const Error& error) {
  const char* const kind = error.fault == Fault::input ? "InputError" : "Error";
  const py::object type = py::module_::import("commlab._commlab").attr(kind);
  PyErr_SetString(type.ptr(), error.message.c_str());
  throw py::error_already_set();
}

void raise_in_python(const std::string& mistake) { raise_in_python(Error{mistake}); }

}  // namespace commlab
