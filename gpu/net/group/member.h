#pragma once
// A member of a group: it has one rank, and does what the coordinator asks.
//
//   coordinator   meet   job        fill     run           go         outputs    bye
//   member        met    prepared   filled   ready   (runs) ran       contents
//
// "job" brings the programs, of which each member issues its own rank's. "ready" means that everything is
// enqueued behind a gate; "go" has the time at which every member opens its gate. If a task fails, the answer
// is an error.

#include <chrono>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/meeting/group_place.h"

namespace commlab {

// Joins the group and serves until the coordinator says bye. Errors (Fault::runtime): it could not join in
// time; the coordinator ended the run, or is lost.
Status serve_group(const GroupPlace&, std::chrono::milliseconds patience);

}  // namespace commlab
