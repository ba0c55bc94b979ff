#pragma once
// Reads the arguments of a query: ranks, GPUs, links, elements. An error is a sentence: there is no such rank
// or link.

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/link_name.h"
#include "core/machine/topology.h"
#include "lessons/expression/evaluate.h"
#include "lessons/expression/value.h"

namespace commlab {

// Asking for a tensor with more elements is an error: nobody can read so many.
inline constexpr std::int64_t most_elements_shown = 4096;

// "rank 2", or 2. An error: there is no such rank.
Result<Rank> rank_in(const QueryArgument&, int ranks);
// A number, alone or after the word: 3, "step 3", "local 1".
Result<int> number_in(const QueryArgument&, std::string_view word, int least, int most);
// A word, or a text in quotes.
Result<std::string> word_in(const QueryArgument&);
// "gpu2", "gpu 2" or 2: a node of the topology.
Result<NodeId> node_in(const Value&, const Topology&);
// "link gpu0 -> gpu2": all links from the first to the second. An error: there is none.
Result<std::vector<LinkId>> links_in(const QueryArgument&, const Topology&);
Result<std::vector<LinkId>> links_in(LinkEnds, const Topology&);
// Element i of a tensor.
Result<Value> element_in(const Value& tensor, const QueryArgument& index);

}  // namespace commlab
