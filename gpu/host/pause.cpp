#include "gpu/host/pause.h"

#include <algorithm>
#include <thread>

#include "gpu/host/host_clock.h"

namespace commlab {

void pause_for(Time time, const std::function<bool()>& given_up) {
  pause_until(host_now() + time.ps / 1'000, given_up);
}

void pause_until(HostTime until, const std::function<bool()>& given_up) {
  constexpr HostTime awake = 200'000, longest_nap = 20'000'000;
  for (HostTime now = host_now(); now < until && !given_up(); now = host_now())
    if (until - now > awake)
      std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(until - now - awake, longest_nap)));
    else
      std::this_thread::yield();
}

}  // namespace commlab
