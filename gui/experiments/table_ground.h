#pragma once
// The machine on which a published table was run, or another one that a user names in its place.

#include <string>
#include <string_view>

#include "core/machine/machine.h"
#include "core/published/published.h"
#include "core/published/published_setting.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct TableGround {
  PublishedSetting setting;
  Machine machine;
};

// `machine` replaces the machine that the table's header describes, and has as many nodes and ranks on each
// as the table; empty: the header's machine.
Result<TableGround> ground_of(const PublishedTable&, const std::string& machine, const Tools&);

// The same with more words for the network between its nodes: "tcp", "leaf=1,2:1". REQUIRES: several nodes.
Result<TableGround> rewired_ground_of(PublishedTable, const std::string& machine, std::string_view words,
                                      const Tools&);

}  // namespace commlab
