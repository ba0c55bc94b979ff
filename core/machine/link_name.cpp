#include "core/machine/link_name.h"

#include <cassert>

namespace commlab {
namespace {

constexpr std::string_view link_word = "link ", arrow = "->";

}  // namespace

std::string link_words(const Topology& topology, LinkEnds ends) {
  const auto name = [&](NodeId node) { return topology.nodes[node].name; };
  return fmt::format("{}{}{}{}", link_word, name(ends.from), arrow, name(ends.to));
}

bool says_link(std::string_view text) { return text.starts_with(link_word); }

Result<LinkEnds> parse_link_words(const Topology& topology, std::string_view text) {
  assert(says_link(text));
  std::string ends(text.substr(link_word.size()));
  std::erase(ends, ' ');
  const std::size_t at = ends.find(arrow);
  if (at == ends.npos)
    return fail("'link {}' does not name two ends; expected them as in link gpu0->gpu2", ends);
  const Result<NodeId> from = topology.find(std::string_view(ends).substr(0, at));
  if (!from) return tl::unexpected(from.error());
  const Result<NodeId> to = topology.find(std::string_view(ends).substr(at + arrow.size()));
  if (!to) return tl::unexpected(to.error());
  return LinkEnds{*from, *to};
}

std::vector<LinkId> links_between(const Topology& topology, LinkEnds ends) {
  std::vector<LinkId> links;
  for (LinkId link = 0; link < static_cast<LinkId>(topology.links.size()); ++link) {
    const Link& one = topology.links[link];
    if (one.from == ends.from && one.to == ends.to) links.push_back(link);
  }
  return links;
}

}  // namespace commlab
