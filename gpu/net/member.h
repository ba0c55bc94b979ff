#pragma once
// A member of a group: it has one rank, and does what the coordinator says.
//
//   coordinator   meet   job        fill     run           go         outputs    bye
//   member        met    prepared   filled   ready   (runs) ran       contents
//
// "job" brings the programs; everybody issues its own rank's. "ready": all is enqueued, behind a gate; "go"
// names the moment at which every member opens it. What fails is answered by an error.

#include <chrono>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/group_place.h"

namespace commlab {

// Joins the group and serves until the coordinator says bye or is gone. Errors (Fault::runtime): nobody to
// join within the deadline; a run after which nothing can be relied on, told to the coordinator before.
Status serve_group(const GroupPlace&, std::chrono::milliseconds patience);

}  // namespace commlab
