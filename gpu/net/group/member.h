#pragma once
// A member of a group: it has one rank, and does what the coordinator asks.
//
//   coordinator   meet   job        fill     run           go         outputs    bye
//   member        met    prepared   filled   ready   (runs) ran       contents
//
// Between these, "provenance" asks what decides times on the member's computer; the answer has the same name.
//
// "job" brings the programs, of which each member issues its own rank's. "ready" means that everything is
// enqueued behind a gate; "go" has the time at which every member opens its gate. If a task fails, the answer
// is an error.

#include <chrono>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/experiment/choices.h"
#include "core/machine/provenance.h"
#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/meeting/group_place.h"

namespace commlab {

// What a member tells about its computer. A member that is never asked needs no `provenance`.
struct MemberComputer {
  std::string boot = this_clock().origin;  // members with the same one share a computer; empty: unknown
  std::function<Provenance(BackendName)> provenance{};
};

// Joins the group and serves until the coordinator says bye. Errors (Fault::runtime): it could not join in
// time; the coordinator ended the run, or is lost.
Status serve_group(const GroupPlace&, std::chrono::milliseconds patience, const MemberComputer& = {});

}  // namespace commlab
