#pragma once
// One direction of a link in words, as lessons say it and their views keep it: "link gpu0->gpu2".

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

// Parallel links have one name.
std::string link_words(const Topology&, LinkEnds);
// Whether the text is meant to name a link.
bool says_link(std::string_view);
// "link gpu0->gpu2" and "link gpu 0 -> gpu 2". REQUIRES: says_link(text). An error: it has not two ends, or
// the topology has no such node. Whether a link joins them is not asked.
Result<LinkEnds> parse_link_words(const Topology&, std::string_view);
// All links that lead there; may be none.
std::vector<LinkId> links_between(const Topology&, LinkEnds);

}  // namespace commlab
