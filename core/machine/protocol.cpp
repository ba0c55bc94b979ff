#include "core/machine/protocol.h"

#include <algorithm>

namespace commlab {

int channels_in_use(const Protocol& protocol, const Collective& collective) {
  if (protocol.grain == Bytes{}) return protocol.channels;
  const int sharers = collective.kind == CollectiveKind::sendrecv ? 1 : collective.ranks;
  const std::int64_t share = size_of(collective).count / sharers;
  return static_cast<int>(std::clamp<std::int64_t>(share / protocol.grain.count, 1, protocol.channels));
}

}  // namespace commlab
