#include "gui/python/session.h"

#include <algorithm>
#include <utility>

#include "gui/cli/command_line.h"
#include "gui/python/errors.h"

namespace py = pybind11;

namespace commlab {

Tools PythonSession::tools_until(const std::stop_source& stop) {
  Tools tools = tools_;
  tools.stop = stop.get_token();
  for (PythonAlgorithm* algorithm : current_) {
    tools.own_algorithms.push_back(&algorithm->value());
    algorithm->on_failure = [stop]() mutable { stop.request_stop(); };
  }
  return tools;
}

void PythonSession::work(const std::function<Status(Tools&)>& task) {
  if (writes_a_schedule())
    raise_in_python(
        std::string("an algorithm's function only writes its schedule; it may run nothing itself"));
  const std::unique_lock one = wait_for_turn();
  std::stop_source stop;
  Tools tools = tools_until(stop);
  Status status;
  const Interruption interruption =
      background_.work([&] { status = task(tools); }, [&] { stop.request_stop(); });
  std::exception_ptr failure;
  for (PythonAlgorithm* algorithm : current_)
    if (const std::exception_ptr its = algorithm->take_failure()) failure = its;
  if (interruption) throw *interruption;
  if (failure) std::rethrow_exception(failure);
  if (!status) raise_in_python(status.error());
}

CommandAnswer PythonSession::answer(const std::vector<std::string>& words) {
  CommandAnswer answer;
  work([&](Tools& tools) {
    tools.answers.print = [&](std::string_view text) { answer.text += text; };
    tools.answers.draw = [&](std::string_view svg) { answer.svg = svg; };
    tools.answers.take_outcomes = [&](std::vector<Outcome> outcomes) {
      answer.outcomes = std::move(outcomes);
    };
    for (Backend& backend : tools.backends)
      if (backend.obey)
        backend.obey = [&answer, obey = backend.obey] {
          return obey().map([&](bool obeyed) { return answer.served = obeyed; });
        };
    std::vector<const char*> typed{"commlab"};
    for (const std::string& word : words) typed.push_back(word.c_str());
    return do_command(typed, tools).map([&](int status) { answer.status = status; });
  });
  return answer;
}

std::unique_lock<std::mutex> PythonSession::wait_for_turn() {
  const py::gil_scoped_release unlocked;
  return std::unique_lock(one_at_a_time_);
}

void PythonSession::add(std::unique_ptr<PythonAlgorithm> algorithm) {
  const std::unique_lock one = wait_for_turn();
  const Algorithm& added = algorithm->value();
  forget(added.collective, added.name);
  current_.push_back(algorithm.get());
  algorithms_.push_back(std::move(algorithm));
}

bool PythonSession::remove(const std::string& collective, const std::string& name) {
  const Result<CollectiveKind> kind = parse_collective(collective);
  if (!kind) raise_in_python(kind.error());
  const std::unique_lock one = wait_for_turn();
  return forget(*kind, name);
}

bool PythonSession::forget(CollectiveKind kind, std::string_view name) {
  return std::erase_if(current_, [&](const PythonAlgorithm* known) {
           return known->value().collective == kind && known->value().name == name;
         }) > 0;
}

}  // namespace commlab
