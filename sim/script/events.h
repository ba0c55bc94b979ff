#pragma once
// The clock of a script's run, and its future events.

#include <cstdint>

#include "core/base/units.h"
#include "sim/engine/event_queue.h"
#include "sim/links/flows.h"

namespace commlab {

class ScriptEvents {
 public:
  enum class What : std::uint32_t {
    host_goes_on,     // who: the rank
    stream_goes_on,   // who: rank * streams + stream, detail: the stamp of its work
    first_byte,       // who: the message; its first byte leaves
    last_byte,        // who: the message, detail: its flow's stamp; its last byte leaves
    arrives,          // who: the message
    collective_ends,  // who: the call, detail: its stamp
  };
  struct Event {
    What what;
    std::uint32_t who;
    std::uint32_t detail;
  };

  Time now() const { return queue_.now(); }
  bool empty() const { return queue_.empty(); }
  // Whether an event is left at now().
  bool has_now() const { return queue_.has_now(); }

  // REQUIRES: at >= now().
  void post(Time at, What what, std::uint32_t who, std::uint32_t detail = 0) {
    queue_.post(at, who, static_cast<std::uint32_t>(what) | detail << what_bits);
  }
  // REQUIRES: !empty(). now() becomes the event's time.
  Event pop() {
    const EventQueue::Event event = queue_.pop();
    return {static_cast<What>(event.what & ((1u << what_bits) - 1)), event.lane, event.what >> what_bits};
  }

 private:
  static constexpr std::uint32_t what_bits = 3;
  static_assert(Flows::stamps == 1u << (32 - what_bits));

  EventQueue queue_;
};

}  // namespace commlab
