#pragma once
// The queries that each kind of run can answer: a table for each kind, beside the functions that answer.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

// "'deadlock' cannot be asked of an experiment".
tl::unexpected<Error> not_asked_of(std::string_view what, const RunQuery&);

// A query's name, and the function that finds its result.
template <class Run>
struct QueryRow {
  std::string_view name;
  Result<Value> (*result)(const Run&, const std::vector<QueryArgument>&);
};
template <class Run, std::size_t N>
Result<Value> result_by(const QueryRow<Run> (&rows)[N], const Run& run, const RunQuery& query,
                        std::string_view what) {
  for (const QueryRow<Run>& row : rows)
    if (row.name == query.name) return row.result(run, query.arguments);
  return not_asked_of(what, query);
}

}  // namespace commlab
