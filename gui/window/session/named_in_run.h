#pragma once
// Moments and parts of a run by name, as you type them and as scripts write them.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// "6.8us", "60%" of the run, "rank 3 complete" (core/playback/run_until.h): the time that the text names. An
// error says what was expected, or that the contents of ranks, which the condition needs, are not known yet.
Result<Time> time_of(const Session&, std::string_view condition);

// "rank 3", "chunk 2", "link gpu0-gpu1". An error lists what can be selected, and the selection stays as it
// was.
Status select_named(Session&, std::string_view);
// The selection's name, as select_named() takes it; empty if it has none.
std::string selected_name(const Session&);

// The same of any selection of the shown run.
std::string name_of(const Session&, const Selection&);

// The name of a link in these texts, and in --slow, --late and --cut: "gpu0-gpu1".
std::string fault_name(const Topology&, LinkId);

}  // namespace commlab
