#include "gui/python/python_algorithm.h"

#include <algorithm>
#include <memory>

#include "gui/python/errors.h"
#include "gui/python/schedule_author.h"

namespace py = pybind11;

namespace commlab {
namespace {

thread_local bool writes_now = false;

// Names that mean something else where an algorithm is named.
constexpr std::string_view taken[] = {"auto", "all", "nccl", "native", "mpi"};

void check_name(CollectiveKind kind, const std::string& name) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (name.empty() || !std::ranges::all_of(name, fits))
    raise_in_python(
        fmt::format("'{}' is no name for an algorithm: expected small letters, digits and '-'", name));
  if (std::ranges::find(taken, name) != std::end(taken) || find_algorithm(kind, name))
    raise_in_python(fmt::format("{} has '{}' already; choose another name", name_of(kind), name));
}

bool (*supports_called(const std::string& ranks))(const Collective&) {
  if (ranks == "any") return any_ranks;
  if (ranks == "even") return even_ranks;
  if (ranks == "power of two") return powers_of_two;
  raise_in_python(fmt::format("ranks='{}': expected 'any', 'even' or 'power of two'", ranks));
}

}  // namespace

PythonAlgorithm::PythonAlgorithm(PythonAlgorithmFacts facts, py::function write)
    : facts_(std::move(facts)), write_(std::move(write)) {
  const Result<CollectiveKind> kind = parse_collective(facts_.collective);
  if (!kind) raise_in_python(kind.error());
  check_name(*kind, facts_.name);
  algorithm_ = {.name = facts_.name,
                .collective = *kind,
                .idea = facts_.idea,
                .cost = "",
                .source = "a function in Python",
                .supports = supports_called(facts_.ranks),
                .write = [](Schedule&) {},  // the author writes; only native algorithms have none
                .needs = facts_.ranks == "any" ? std::string_view{} : std::string_view(facts_.ranks),
                .looks_at_size = true,  // the function may read the count
                .author = &author_};
}

void PythonAlgorithm::write(Schedule& schedule) {
  const py::gil_scoped_acquire lock;
  if (failure_) return;
  const auto author = std::make_shared<ScheduleAuthor>(schedule);
  writes_now = true;
  try {
    write_(author);
  } catch (...) {
    failure_ = std::current_exception();
    on_failure();
  }
  writes_now = false;
  author->close();
}

bool writes_a_schedule() { return writes_now; }

}  // namespace commlab
