#pragma once
// The run of a script as a timeline of characters: three lanes for every rank.
//
//   rank 0  host     #########............
//           compute           ########
//           comm     ----============
//
//   # works    = a message or collective is under way    . waits    > waits for ever

#include <string>

#include "core/script/run.h"

namespace commlab {

// At most 100 columns wide. Empty if nothing took any time.
std::string script_timeline(const ScriptRun&);

}  // namespace commlab
