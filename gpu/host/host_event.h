#pragma once
// An event between host threads: a count of records.

#include <atomic>
#include <cstdint>

#include "gpu/host/ask_a_while.h"

namespace commlab {

class HostEvent {
 public:
  // The next record's number, and the last one's. Only the enqueueing thread calls these.
  std::uint32_t promise() { return ++promised_; }
  std::uint32_t promised() const { return promised_; }

  // The record with this number is done. Records of one event are done in the order of their numbers.
  void done(std::uint32_t record) {
    std::uint32_t previous = record - 1;
    done_.compare_exchange_strong(previous, record, std::memory_order_acq_rel);  // fails once abandoned
    done_.notify_all();
  }
  // Blocks until the record is done or the event is abandoned.
  void wait(std::uint32_t record) const {
    if (!ask_a_while([&] { return is_done(record); })) sleep_until(record);
  }
  // Ends all waits, now and later.
  void abandon() {
    done_.store(UINT32_MAX, std::memory_order_release);
    done_.notify_all();
  }

 private:
  bool is_done(std::uint32_t record) const { return done_.load(std::memory_order_acquire) >= record; }
  void sleep_until(std::uint32_t record) const {
    for (std::uint32_t seen = done_.load(std::memory_order_acquire); seen < record;
         seen = done_.load(std::memory_order_acquire))
      done_.wait(seen, std::memory_order_acquire);
  }

  std::atomic<std::uint32_t> done_ = 0;
  std::uint32_t promised_ = 0;
};

}  // namespace commlab
