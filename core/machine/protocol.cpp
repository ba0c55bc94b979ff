#include "core/machine/protocol.h"

#include <algorithm>

#include "core/base/nearest.h"

namespace commlab {

int channels_in_use(const Protocol& protocol, const Collective& collective) {
  if (protocol.grain == Bytes{}) return protocol.channels;
  const int sharers = collective.kind == CollectiveKind::sendrecv ? 1 : collective.ranks;
  const std::int64_t share = size_of(collective).count / sharers;
  return static_cast<int>(std::clamp<std::int64_t>(share / protocol.grain.count, 1, protocol.channels));
}

std::string_view name_of(LaunchMode mode) {
  switch (mode) {
    case LaunchMode::processes: return "processes";
    case LaunchMode::thread: return "thread";
    case LaunchMode::graph: return "graph";
  }
  return "";
}

Result<LaunchMode> parse_launch_mode(std::string_view text) {
  std::vector<std::string> names;
  for (const LaunchMode mode : {LaunchMode::processes, LaunchMode::thread, LaunchMode::graph}) {
    if (name_of(mode) == text) return mode;
    names.emplace_back(name_of(mode));
  }
  return fail("'{}' is none of {}{}", text, fmt::join(names, ", "), suggestion(text, names));
}

}  // namespace commlab
