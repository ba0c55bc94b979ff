#pragma once
// What can be asked of each kind of run: a table each, beside the functions that answer.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

// "'deadlock' cannot be asked of an experiment".
tl::unexpected<Error> not_asked_of(std::string_view what, const RunQuestion&);

// A question's name and who answers it.
template <class Run>
struct QuestionRow {
  std::string_view name;
  Result<Value> (*answer)(const Run&, const std::vector<QuestionArgument>&);
};
template <class Run, std::size_t N>
Result<Value> answer_by(const QuestionRow<Run> (&rows)[N], const Run& run, const RunQuestion& question,
                        std::string_view what) {
  for (const QuestionRow<Run>& row : rows)
    if (row.name == question.name) return row.answer(run, question.arguments);
  return not_asked_of(what, question);
}

}  // namespace commlab
