#pragma once
// Carries messages between a rank of this process and a rank of another process, as Slots do between two
// ranks of one process. Every call enqueues on a stream and returns at once, as a device's commands do.
//
//   send      await_slot     send                 The sender never has more than `slots` messages under way.
//   receive   await_message  (take it)  give_back The receiver's slot is free when it is given back.

#include <span>

#include "core/base/error.h"
#include "gpu/device.h"
#include "gpu/issue_order.h"
#include "gpu/strips.h"

namespace commlab {

class Transport {
 public:
  virtual ~Transport() = default;

  // Called before anything of an iteration is enqueued.
  virtual void begin() = 0;

  // Holds the stream until the message's slot at its receiver is free.
  virtual void await_slot(Stream, const Message&) = 0;
  // Holds the stream until the bytes may be overwritten.
  virtual void send(Stream, const Message&, const Stretches& source) = 0;

  // Holds the stream until the message lies in its slot, where the transport puts it.
  virtual void await_message(Stream, const Message&, std::span<std::byte> slot) = 0;
  // The slot is empty from here on.
  virtual void give_back(Stream, const Message&) = 0;

  // The first failure. After it nothing more arrives.
  virtual Status status() const = 0;
};

}  // namespace commlab
