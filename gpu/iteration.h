#pragma once
// What the clock said in one iteration: the raw material of a Trace.

#include <vector>

#include "core/base/units.h"
#include "gpu/device.h"

namespace commlab {

// When an instruction could have gone, went, and was done; 0: it never came so far.
struct Stamps {
  HostTime ready = 0;   // its lane got there and its dependencies were done
  HostTime begin = 0;   // its message was there, its slot free
  HostTime middle = 0;  // what it takes in is stored; now it sends (where both are one: it begins)
  HostTime end = 0;
};

struct Iteration {
  HostTime opened = 0;
  std::vector<HostTime> began;  // of each lane
  std::vector<HostTime> ended;
  std::vector<Stamps> stamps;  // of each instruction, in issue order

  Time time() const;  // from the gate's opening to the last lane's end
};

}  // namespace commlab
