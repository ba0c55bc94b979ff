#include "gpu/measure/host/host_tasks.h"

#include <algorithm>
#include <cassert>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "gpu/host/host_clock.h"
#include "gpu/host/host_processors.h"

namespace commlab {

Result<Time> time_together(std::span<const HostTask> tasks) {
  assert(!tasks.empty());
  struct Stamped {
    HostTime began = 0;
    HostTime ended = 0;
  };
  std::vector<Stamped> stamps(tasks.size());
  std::latch all_here(static_cast<std::ptrdiff_t>(tasks.size()));
  bool complete = true;  // written before the latch opens
  std::vector<std::thread> threads;
  // Each keeps itself there: told from here, one that has ended would hand its processor to this thread.
  const auto perform = [&](std::size_t i) {
    keep_this_thread_on(tasks[i].processor);
    all_here.arrive_and_wait();
    if (!complete) return;
    stamps[i].began = host_now();
    tasks[i].work();
    stamps[i].ended = host_now();
  };
  std::string refused;
  for (std::size_t i = 0; i < tasks.size() && complete; ++i) try {
      threads.emplace_back(perform, i);
    } catch (const std::system_error& error) {
      complete = false;
      refused = error.code().message();
      all_here.count_down(static_cast<std::ptrdiff_t>(tasks.size() - threads.size()));
    }
  for (std::thread& thread : threads) thread.join();
  if (!complete)
    return fail(Fault::runtime, "cannot start all threads for measuring, only {} of {}: {}", threads.size(),
                tasks.size(), refused);
  const HostTime began = std::ranges::min(stamps, {}, &Stamped::began).began;
  const HostTime ended = std::ranges::max(stamps, {}, &Stamped::ended).ended;
  return nanoseconds(ended - began);
}

}  // namespace commlab
