#include "gpu/slots.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

Bytes room_of(const Slot& slot) { return {slot.size.count + slot_phases}; }

}  // namespace

Slots::Slots(const IssueOrder& order, int slots) : slots_(slots), of_connection_(order.connections.size()) {
  assert(slots >= 1);
  for (const LaneProgress::Connection& connection : order.connections) messages_.push_back(connection.sent);
  for (const Message& message : order.messages) {
    auto& mine = of_connection_[message.connection];
    if (!reused(message)) mine.emplace_back();
    Slot& slot = mine[message.number % slots_];
    slot.size = std::max(slot.size, message.bytes);
  }
}

std::vector<Bytes> Slots::bytes_by_receiver(int ranks, const IssueOrder& order) const {
  std::vector<Bytes> of_rank(ranks);
  for (std::size_t c = 0; c < of_connection_.size(); ++c)
    for (const Slot& slot : of_connection_[c]) {
      Bytes& sum = of_rank[order.connections[c].to];
      sum = sum + room_of(slot);
    }
  return of_rank;
}

Status Slots::allocate(Device& device, const IssueOrder& order, std::optional<Rank> only) {
  for (std::size_t c = 0; c < of_connection_.size(); ++c) {
    if (only && order.connections[c].to != *only) continue;
    for (Slot& slot : of_connection_[c]) {
      const auto memory = device.allocate(order.connections[c].to, room_of(slot));
      if (!memory) return tl::unexpected(memory.error());
      slot.memory = *memory;
      slot.full = device.add_event();
      slot.free = device.add_event();
    }
  }
  return {};
}

const Slot& Slots::of(const Message& message) const {
  return of_connection_[message.connection][message.number % slots_];
}

}  // namespace commlab
