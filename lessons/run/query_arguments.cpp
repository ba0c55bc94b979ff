#include "lessons/run/query_arguments.h"

#include "lessons/expression/arithmetic.h"

namespace commlab {

Result<Rank> rank_in(const QueryArgument& argument, int ranks) {
  return number_in(argument, "rank", 0, ranks - 1);
}

Result<int> number_in(const QueryArgument& argument, std::string_view word, int least, int most) {
  if (argument.is_word() || (argument.is_place() && argument.word != word))
    return fail("'{}' stands where '{} NUMBER' should", argument.word, word);
  return whole_number(argument.values[0], word, least, most);
}

Result<std::string> word_in(const QueryArgument& argument) {
  if (argument.is_word()) return argument.word;
  if (!argument.is_place() && argument.values[0].text()) return *argument.values[0].text();
  return fail("a name should stand where {} does",
              argument.is_place() ? argument.word : kind_of(argument.values[0]));
}

Result<NodeId> node_in(const Value& value, const Topology& topology) {
  if (!value.text()) return whole_number(value, "the number of a GPU", 0, topology.gpus - 1);
  return topology.find(*value.text());
}

Result<std::vector<LinkId>> links_in(const QueryArgument& argument, const Topology& topology) {
  if (argument.word != "link" || argument.values.size() != 2)
    return fail("a link should stand there, as in link gpu0 -> gpu2");
  const auto from = node_in(argument.values[0], topology), to = node_in(argument.values[1], topology);
  if (!from) return tl::unexpected(from.error());
  if (!to) return tl::unexpected(to.error());
  return links_in(LinkEnds{*from, *to}, topology);
}

Result<std::vector<LinkId>> links_in(LinkEnds ends, const Topology& topology) {
  std::vector<LinkId> links = links_between(topology, ends);
  if (!links.empty()) return links;
  const auto name = [&](NodeId node) { return topology.nodes[node].name; };
  return fail("no link joins {} and {}", name(ends.from), name(ends.to));
}

Result<Value> element_in(const Value& tensor, const QueryArgument& index) {
  if (index.is_word() || index.is_place()) return fail("'{}' is not the number of an element", index.word);
  const Value::List& elements = *tensor.list();
  const auto last = static_cast<int>(elements.size()) - 1;
  if (last < 0) return fail("the tensor has no elements");
  return whole_number(index.values[0], "the number of an element", 0, last).map([&](int i) {
    return elements[i];
  });
}

}  // namespace commlab
