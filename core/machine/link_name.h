#pragma once
// The name of one direction of a link, as lessons and their views write it: "link gpu0->gpu2".

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/topology.h"

namespace commlab {

struct LinkEnds {
  NodeId from;
  NodeId to;
  bool operator==(const LinkEnds&) const = default;
};

// Parallel links have the same name.
std::string link_words(const Topology&, LinkEnds);
// Whether the text looks like the name of a link.
bool says_link(std::string_view);
// Reads "link gpu0->gpu2" and "link gpu 0 -> gpu 2". REQUIRES: says_link(text). An error if the text does not
// have two ends, or the topology has no such node. It does not check that a link joins the two.
Result<LinkEnds> parse_link_words(const Topology&, std::string_view);
// All links from one end to the other; there may be none.
std::vector<LinkId> links_between(const Topology&, LinkEnds);

}  // namespace commlab
