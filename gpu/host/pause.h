#pragma once
// Lets a thread wait for a while: first asleep, so that others can have its processor, and at the end awake,
// because a sleeping thread wakes up some 50 us late.

#include <functional>

#include "core/base/units.h"
#include "gpu/device.h"

namespace commlab {

// Both end early where `given_up` says so.
void pause_for(Time, const std::function<bool()>& given_up);
void pause_until(
    HostTime, const std::function<bool()>& given_up = [] { return false; });

}  // namespace commlab
