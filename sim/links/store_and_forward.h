#pragma once
// The link model of a first lecture on networks: a message crosses one link after the other as a whole, and
// every link serves messages in the order of their arrival.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "core/base/units.h"

namespace commlab {

class StoreAndForward {
 public:
  struct Message {
    std::uint32_t lane;
    std::uint32_t
        link;  // the link that it crosses or waits for, in Placement::links; the rest of its route follows
    std::uint32_t crossed;  // number of links before that one
    std::uint32_t left;     // number of links after it
    std::int64_t bytes;     // bytes, after stretching
  };

  explicit StoreAndForward(std::vector<Bandwidth> links)
      : bandwidth_(std::move(links)),
        free_at_(bandwidth_.size()),
        busy_(bandwidth_.size()),
        bytes_(bandwidth_.size()) {}

  // Adds a message and returns its handle.
  std::uint32_t add(const Message& message) {
    if (unused_.empty()) {
      messages_.push_back(message);
      return static_cast<std::uint32_t>(messages_.size()) - 1;
    }
    const std::uint32_t id = unused_.back();
    unused_.pop_back();
    messages_[id] = message;
    return id;
  }
  // Both functions REQUIRE: add() returned the handle, and the message was not removed.
  void remove(std::uint32_t id) { unused_.push_back(id); }
  Message& operator[](std::uint32_t id) {
    assert(id < messages_.size() && "there is such a message");
    return messages_[id];
  }

  // A message joins the link's queue at `now`. Returns the time at which its last byte leaves the link.
  Time cross(std::size_t link, std::int64_t bytes, Time now) {
    const Time takes = serialization_time({bytes}, bandwidth_[link]);
    free_at_[link] = std::max(free_at_[link], now) + takes;
    busy_[link] += takes;
    bytes_[link] += Bytes{bytes};
    return free_at_[link];
  }

  Time busy(std::size_t link) const { return busy_[link]; }
  std::int64_t bytes_on(std::size_t link) const { return bytes_[link].count; }

 private:
  std::vector<Bandwidth> bandwidth_;
  std::vector<Time> free_at_;
  std::vector<Time> busy_;
  std::vector<Bytes> bytes_;
  std::vector<Message> messages_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace commlab
