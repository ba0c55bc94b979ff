#pragma once
// What an instruction needs from the links, the memory and the processors: a number of bytes, stretched by
// slow ranks, jitter and the protocol, and an upper limit of the rate.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/index.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/run_setting.h"
#include "sim/links/flows.h"

namespace commlab {

// The rate of work whose bytes are picoseconds.
inline constexpr Bandwidth byte_per_picosecond{1'000'000'000'000};

class Loads {
 public:
  explicit Loads(const RunSetting&);  // keeps a reference

  std::int64_t bytes(std::uint32_t lane, const Instruction& i) const {
    return uniform_chunk_bytes_ >= 0 ? i.blocks * uniform_chunk_bytes_
                                     : run_.programs.bytes(run_.placement.lanes[lane].rank, i).count;
  }

  // A message. `nth`: how many messages the lane has sent before, which selects the jitter.
  Flows::Load of_message(std::uint32_t lane, const Instruction& i, const LaneCosts& costs,
                         std::int32_t nth) const {
    const std::int64_t size = bytes(lane, i);
    Rate cap = std::min(costs.cap, cap_of(run_.machine.work.send, lane, size));
    if (i.op == Opcode::recv_reduce_send) cap = std::min(cap, cap_of(run_.machine.work.reduce, lane, size));
    cap = uncontended(with_its_cost(cap, size, cost_of_sending(size)), costs);
    return {.bytes = size, .stretch = stretch(lane, costs, nth), .cap = cap};
  }
  // When a message of so many bytes arrives, after its last byte was sent.
  static Time latency(const LaneCosts& costs, std::int64_t bytes) {
    if (costs.handed_on == unlimited) return costs.latency;
    return costs.latency + Flows::alone(std::min(bytes, costs.most_handed), costs.handed_on);
  }
  // A store to a group, or a load from one.
  Flows::Load of_sharing(std::uint32_t lane, const Instruction& i, const LaneCosts& costs,
                         std::int32_t nth) const {
    const std::int64_t size = bytes(lane, i);
    const Rate cap = cap_of(run_.machine.work.send, lane, size);
    return {.bytes = size, .stretch = stretch(lane, costs, nth), .cap = uncontended(cap, costs)};
  }

  // Whether work of that kind takes time on this machine.
  bool works(Opcode op) const {
    if (meets(op)) return false;
    const bool lands_in_place = op == Opcode::recv;
    return curve_of(op).limited() || (receives(op) && run_.machine.work.per_message > Time{}) ||
           (!lands_in_place && run_.machine.work.memory != Bandwidth{});
  }
  // Whether any work does.
  bool any_work() const {
    const Work& work = run_.machine.work;
    return work.memory != Bandwidth{} || work.copy.limited() || work.reduce.limited() ||
           work.receive.limited() || work.per_message > Time{};
  }
  Flows::Load of_work(std::uint32_t lane, const Instruction&, const LaneCosts&) const;
  // The work of waking a lane, on one processor.
  Flows::Load of_waking(std::uint32_t lane, const LaneCosts& costs) const {
    const Work& work = run_.machine.work;
    const Time waking = work.wake + beside_[processor(lane)] * work.wake_beside;
    return {.bytes = waking.ps, .stretch = costs.stretch, .cap = rate_of(byte_per_picosecond)};
  }
  // The work of posting a message, which the rank does for one lane at a time.
  static Flows::Load of_posting(Time posting, const LaneCosts& costs) {
    return {.bytes = posting.ps, .stretch = costs.stretch, .cap = rate_of(byte_per_picosecond)};
  }
  // How long that takes a rank for a message of so many bytes, in a slot that was used.
  static Time posting(const LaneCosts& costs, std::int64_t bytes) {
    if (bytes >= costs.posted) return costs.post;
    return {static_cast<std::int64_t>(static_cast<__int128>(costs.post.ps) * bytes / costs.posted)};
  }

  // How long a message, or a move on a group, would take without other traffic on its links.
  Time message_alone(const Flows::Load& load, const LaneCosts& costs) const {
    return Flows::alone(stretched(load.bytes, wire_), std::min(load.cap, costs.narrowest));
  }
  static Time sharing_alone(const Flows::Load& load, const LaneCosts& costs) {
    return Flows::alone(stretched(load.bytes, load.stretch), std::min(load.cap, costs.narrowest));
  }
  // bytes * stretch in whole bytes; `endless` if they are too many.
  static std::int64_t stretched(std::int64_t bytes, std::int64_t stretch) {
    const __int128 whole = static_cast<__int128>(bytes) * stretch >> 20;
    return static_cast<std::int64_t>(std::min<__int128>(whole, endless.count));
  }

 private:
  Rate cap_of(const RateCurve& curve, std::uint32_t lane, std::int64_t bytes) const {
    if (!curve.limited()) return unlimited;
    return rate_of(curve.at(run_.machine.work.by_memory ? memory_[processor(lane)] : Bytes{bytes}));
  }
  Time cost_of_sending(std::int64_t bytes) const {
    const Work& work = run_.machine.work;
    return work.per_message + work.rendezvous_of({bytes});
  }
  // The rate at which a message takes longer by what it costs besides its bytes.
  static Rate with_its_cost(Rate cap, std::int64_t bytes, Time cost) {
    if (cost == Time{} || bytes == 0) return cap;
    return Flows::rate_over(bytes, Flows::alone(bytes, cap) + cost);
  }
  std::size_t processor(std::uint32_t lane) const {
    return index(run_.machine.work.processor_of(run_.placement.lanes[lane].rank));
  }
  const RateCurve& curve_of(Opcode op) const {
    const Work& work = run_.machine.work;
    return reduces(op) ? work.reduce : op == Opcode::copy ? work.copy : work.receive;
  }
  // If links are not shared (ideal), a link only caps each flow by itself.
  Rate uncontended(Rate cap, const LaneCosts& costs) const {
    return run_.options.links == LinkModel::ideal ? std::min(cap, costs.narrowest) : cap;
  }
  std::int64_t stretch(std::uint32_t lane, const LaneCosts& costs, std::int32_t nth) const {
    const std::int64_t stretch = stretched(costs.stretch, wire_);
    return jitter_ == 0 ? stretch : jittered(stretch, lane, nth);
  }
  std::int64_t jittered(std::int64_t stretch, std::uint32_t lane, std::int32_t nth) const;

  const RunSetting& run_;
  const std::int64_t wire_;       // bytes on the wire for a byte of data, 2^-20
  const std::int64_t reduction_;  // traffic of a reduction, relative to a copy, 2^-20
  const std::int64_t jitter_;     // 2^-20
  std::int64_t uniform_chunk_bytes_ = -1;
  std::vector<Bytes> memory_;  // by processor: that its ranks work on, where rates depend on it
  std::vector<int> beside_;    // by processor: its lanes but one, where they wake
};

}  // namespace commlab
