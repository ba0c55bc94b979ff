#pragma once
// Helpers shared by the tests of machines.

#include <stdexcept>
#include <string>

#include "core/machine/machine.h"

namespace commlab {

// Everything about a machine as one text, so that two machines can be compared.
std::string describe(const Machine&);

inline const Link& link_between(const Topology& t, NodeId from, NodeId to) {
  for (const Link& link : t.links)
    if (link.from == from && link.to == to) return link;
  throw std::runtime_error("no such link");
}

}  // namespace commlab
