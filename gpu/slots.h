#pragma once
// The staging memory of connections: message k of a connection travels in slot k mod slots, and stays there
// until its receiver takes it out. So incoming data never overwrites a buffer that must still be read, and a
// sender can be at most `slots` messages ahead.

#include <optional>
#include <vector>

#include "gpu/device.h"
#include "gpu/issue_order.h"

namespace commlab {

// In its slot, a message has the same offset from a boundary of 16 bytes as the memory into which it is
// received, so that kernels can use 16-byte words on both.
inline constexpr std::int64_t slot_phases = 16;

struct Slot {
  Bytes size{};                 // size of its largest message
  std::byte* memory = nullptr;  // on a boundary, with room for any offset

  Event full;  // the sender has filled it
  Event free;  // the receiver has emptied it
};

class Slots {
 public:
  // Every connection has `slots` slots, or fewer if it has fewer messages. The slots have no memory yet.
  // REQUIRES: slots >= 1.
  Slots(const IssueOrder&, int slots);

  std::vector<Bytes> bytes_by_receiver(int ranks, const IssueOrder&) const;
  // Allocates the slots in the receivers' memory; with `only`, just the slots of that receiver.
  Status allocate(Device&, const IssueOrder&, std::optional<Rank> only);

  const Slot& of(const Message& message) const;
  // Whether another message of the same call was in its slot before.
  bool reused(const Message& message) const { return message.number >= slots_; }
  // Whether another message of the same call will be in its slot later.
  bool awaited(const Message& message) const {
    return message.number + slots_ < messages_[message.connection];
  }

 private:
  int slots_;
  std::vector<int> messages_;  // number of messages, by connection
  std::vector<std::vector<Slot>> of_connection_;
};

}  // namespace commlab
