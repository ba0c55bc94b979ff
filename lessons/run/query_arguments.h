#pragma once
// What the arguments of a query name: ranks, GPUs, links, elements. An error is a sentence: a rank or link
// that is not there.

#include "core/base/error.h"
#include "core/machine/link_name.h"
#include "core/machine/topology.h"
#include "lessons/expression/evaluate.h"
#include "lessons/expression/value.h"

namespace commlab {

// Tensors of more elements are no pictures: asked for, they are an error.
inline constexpr std::int64_t most_elements_shown = 4096;

// "rank 2", or 2. An error where there is no such rank.
Result<Rank> rank_in(const QueryArgument&, int ranks);
// A number that stands alone or behind the word: "step 3", "local 1".
Result<int> number_in(const QueryArgument&, std::string_view word, int least, int most);
// A word, or a text in quotes.
Result<std::string> word_in(const QueryArgument&);
// "gpu2", "gpu 2" or 2: a node of the topology.
Result<NodeId> node_in(const Value&, const Topology&);
// "link gpu0 -> gpu2": all links that lead there; an error where none does.
Result<std::vector<LinkId>> links_in(const QueryArgument&, const Topology&);
Result<std::vector<LinkId>> links_in(LinkEnds, const Topology&);
// Element i, of those a tensor has.
Result<Value> element_in(const Value& tensor, const QueryArgument& index);

}  // namespace commlab
