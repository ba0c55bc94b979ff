#include "gpu/host/host_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

namespace commlab {
namespace {

// "MemAvailable:   24117248 kB"
std::optional<std::int64_t> available_to_all() {
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    std::int64_t kib = 0;
    if (key == "MemAvailable:" && file >> kib) return kib * 1024;
    file.ignore(256, '\n');
  }
  return std::nullopt;
}

std::optional<std::int64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;  // no such file, or "max"
}

// The limit of the control group, version 2 or 1, at the path where a container sees it.
std::optional<std::int64_t> left_to_group() {
  struct Group {
    const char* limit;
    const char* used;
  };
  constexpr Group groups[] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
  for (const Group& group : groups) {
    const auto limit = number_in(group.limit);
    const auto used = number_in(group.used);
    if (limit && used) return std::max<std::int64_t>(0, *limit - *used);
  }
  return std::nullopt;
}

// What is left to the process itself, where ulimit -v bounds its address space.
std::optional<std::int64_t> left_to_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  const auto pages = number_in("/proc/self/statm");  // the first number: the size of the address space
  if (!pages) return std::nullopt;
  return std::max<std::int64_t>(0,
                                static_cast<std::int64_t>(limit.rlim_cur) - *pages * sysconf(_SC_PAGESIZE));
}

}  // namespace

Bytes available_host_memory() {
  const std::int64_t all = available_to_all().value_or(INT64_MAX);
  return {std::min({all, left_to_group().value_or(INT64_MAX), left_to_process().value_or(INT64_MAX)})};
}

}  // namespace commlab
