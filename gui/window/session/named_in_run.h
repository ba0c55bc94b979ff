#pragma once
// Moments and things of a run by name, as a viewer types them and scripts say them.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// "6.8us", "60%" of the run, "rank 3 complete" (core/playback/run_until.h): when. An error says what was
// expected; or of a condition, that it is not yet known what ranks hold.
Result<Time> time_of(const Session&, std::string_view condition);

// "rank 3", "chunk 2", "link gpu0-gpu1". An error says what there is; then nothing else is selected.
Status select_named(Session&, std::string_view);
// What is selected, as select_named() takes it; empty: nothing that has such a name.
std::string selected_name(const Session&);

// What a link is called there, and in --slow, --late and --cut: "gpu0-gpu1".
std::string fault_name(const Topology&, LinkId);

}  // namespace commlab
