#include "gpu/host/host_processors.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

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

std::vector<int> processors_in(std::string_view list) {
  std::vector<int> processors;
  for (const std::string_view part : split_at(list, ',')) {
    const std::size_t dash = std::min(part.find('-'), part.size());
    const auto first = parse_number<int>(part.substr(0, dash));
    const auto last = dash == part.size() ? first : parse_number<int>(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *first > *last) return {};
    for (int i = *first; i <= std::min(*last, CPU_SETSIZE - 1); ++i) processors.push_back(i);
  }
  return processors;
}

std::string processors_text(const std::vector<int>& processors) {
  std::string list;
  for (std::size_t first = 0, next = 0; first < processors.size(); first = next) {
    for (next = first + 1; next < processors.size() && processors[next] == processors[next - 1] + 1;) ++next;
    if (first > 0) list += ',';
    list += std::to_string(processors[first]);
    if (next - first > 1) list += fmt::format("-{}", processors[next - 1]);
  }
  return list;
}

int processor_of(Rank rank, const std::vector<int>& processors) {
  assert(rank >= 0 && !processors.empty());
  return processors[index(rank) % processors.size()];
}

void keep_this_thread_on(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  sched_setaffinity(0, sizeof one, &one);
}

void keep_on(std::thread& thread, int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  pthread_setaffinity_np(thread.native_handle(), sizeof one, &one);
}

}  // namespace commlab
