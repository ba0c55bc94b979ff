#pragma once
// Moments and parts of a run by name, as you type them and as scripts write them.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// "6.8us", "60%" of the run, "rank 3 complete" (core/playback/run_until.h): when. An error says what was
// expected; or of a condition, that it is not yet known what ranks hold.
Result<Time> time_of(const Session&, std::string_view condition);

// "rank 3", "chunk 2", "link gpu0-gpu1". An error says what there is; then nothing else is selected.
Status select_named(Session&, std::string_view);
// The selection's name, as select_named() takes it; empty where it has none.
std::string selected_name(const Session&);

// What a link is called there, and in --slow, --late and --cut: "gpu0-gpu1".
std::string fault_name(const Topology&, LinkId);

}  // namespace commlab
