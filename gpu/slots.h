#pragma once
// The staging of connections: message k of a connection travels in slot k mod slots, and
// lies there until its receiver takes it out. So incoming data never lands in a buffer
// that is still to be read, and a sender can run at most `slots` messages ahead.

#include <optional>
#include <vector>

#include "gpu/device.h"
#include "gpu/issue_order.h"

namespace commlab {

// A message lies in its slot as far behind such a boundary as what it is received into: so kernels can work
// on both by words of so many bytes.
inline constexpr std::int64_t slot_phases = 16;

struct Slot {
  Bytes size{};                 // its largest message
  std::byte* memory = nullptr;  // on a boundary; has room for any phase

  Event full;  // the sender has filled it
  Event free;  // the receiver has emptied it
};

class Slots {
 public:
  // Of every connection as many as are declared and its messages can use; no memory yet.
  Slots(const IssueOrder&, int slots);

  std::vector<Bytes> bytes_by_receiver(int ranks, const IssueOrder&) const;
  // In the receivers' memory; of all receivers, or of `only` one.
  Status allocate(Device&, const IssueOrder&, std::optional<Rank> only);

  const Slot& of(const Message& message) const;
  // Another message was in its slot before.
  bool reused(const Message& message) const { return message.number >= slots_; }
  // Another message will be.
  bool awaited(const Message& message) const {
    return message.number + slots_ < messages_[message.connection];
  }

 private:
  int slots_;
  std::vector<int> messages_;  // of each connection
  std::vector<std::vector<Slot>> of_connection_;
};

}  // namespace commlab
