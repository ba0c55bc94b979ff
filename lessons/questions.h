#pragma once
// What can be asked of each kind of run: one file, one table each. An error is a sentence: a question that
// this kind of run has no answer to, a rank or link that is not there.

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/machine/link_name.h"
#include "core/machine/machine.h"
#include "core/script/run.h"
#include "lessons/evaluate.h"
#include "lessons/laboratory.h"
#include "lessons/launch_table.h"
#include "lessons/value.h"

namespace commlab {

Result<Value> answer_about(const Performed&, const RunQuestion&);
Result<Value> answer_about(const ScriptRun&, const RunQuestion&);
// Whose every outcome the question asks for, so that the script is run for it; nothing of other questions.
Result<std::optional<ScriptElement>> outcomes_asked(const RunQuestion&);
Result<Value> answer_about(const Launched&, const RunQuestion&);
// Before anything is run; the experiment may be null.
Result<Value> answer_about(const Machine&, const Experiment*, const RunQuestion&);

// Tensors of more elements are no pictures: asked for, they are an error.
inline constexpr std::int64_t most_elements_shown = 4096;

// Readers of arguments.

// "rank 2", or 2. An error where there is no such rank.
Result<Rank> rank_in(const QuestionArgument&, int ranks);
// A number that stands alone or behind the word: "step 3", "local 1".
Result<int> number_in(const QuestionArgument&, std::string_view word, int least, int most);
// A word, or a text in quotes.
Result<std::string> word_in(const QuestionArgument&);
// "gpu2", "gpu 2" or 2: a node of the topology.
Result<NodeId> node_in(const Value&, const Topology&);
// "link gpu0 -> gpu2": all links that lead there; an error where none does.
Result<std::vector<LinkId>> links_in(const QuestionArgument&, const Topology&);
Result<std::vector<LinkId>> links_in(LinkEnds, const Topology&);
// Element i, of those a tensor has.
Result<Value> element_in(const Value& tensor, const QuestionArgument& index);

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
