#include "gpu/host/host_processors.h"

#include <cassert>

#include <pthread.h>
#include <sched.h>

#include "core/base/index.h"

namespace commlab {

std::vector<int> allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &allowed)) processors.push_back(i);
  if (processors.empty()) processors.push_back(0);
  return processors;
}

int processor_of(Rank rank, const std::vector<int>& processors) {
  assert(rank >= 0 && !processors.empty());
  return processors[index(rank) % processors.size()];
}

void keep_on(std::thread& thread, int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  pthread_setaffinity_np(thread.native_handle(), sizeof one, &one);
}

}  // namespace commlab
