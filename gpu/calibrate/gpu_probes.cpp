#include "gpu/calibrate/gpu_probes.h"

#include <cassert>

namespace commlab {

Result<RingTiming> GpuProbes::bounce(const std::string& what, const PairGroup& group, int messages,
                                     Bytes bytes, Opcode receive, std::size_t pair) {
  assert(pair < group.pairs.size());
  const Programs probe = bounce_probe(messages, bytes, receive, group.pairs[pair]);
  return turns_.time(pair_text(what, group, pair), probe).map([&](const Timing& timing) {
    return RingTiming{.bytes = bytes,
                      .messages = messages,
                      .total = timing.total,
                      .sending = timing.sending,
                      .receiving = timing.receiving};
  });
}

Result<RingTiming> GpuProbes::ring(const std::string& what, int messages, Bytes bytes) {
  return turns_.time(what, ring_probe(ranks_, messages, bytes, Opcode::recv)).map([&](const Timing& timing) {
    return RingTiming{
        .bytes = bytes, .messages = messages, .total = timing.total, .sending = {}, .receiving = {}};
  });
}

Result<RingTiming> GpuProbes::local(const std::string& what, Opcode work, int ranks, int times, Bytes bytes) {
  return turns_.time(what, local_probe(ranks, times, bytes, work)).map([&](const Timing& timing) {
    return RingTiming{
        .bytes = bytes, .messages = times, .total = timing.total, .sending = {}, .receiving = timing.working};
  });
}

}  // namespace commlab
