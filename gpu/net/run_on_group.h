#pragma once
// Runs programs on the host's memory with each rank in a process of its own; checked, then timed, as on the
// host. The terms say what carries the messages.

#include <string>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/net/group/called_group.h"
#include "gpu/real_run_options.h"

namespace commlab {

// native_programs() only with terms of a library. After an error the group is dissolved. Errors: as
// run_on_host(). Further errors (Fault::runtime): a rank that never joined; a rank that was lost during the
// run, with how it ended; programs that use other ranks' memory.
Result<Run> run_on_group(const std::string& backend, const Programs&, GroupOnCall&, const JobTerms&,
                         const RunOptions&, const RealRunOptions&);

}  // namespace commlab
