#pragma once
// A file descriptor with one owner, which closes it; and waiting for several of them at once.

#include <chrono>
#include <span>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace commlab {

// The time at which a wait gives up. All functions of gpu/net/ that wait take one.
using Deadline = std::chrono::steady_clock::time_point;

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

// Blocks until at least one descriptor is ready, which `revents` shows as in poll(2). False: none was ready
// by the deadline.
bool wait_until_ready(std::span<pollfd>, Deadline);

// The time left until the deadline, rounded up; at least 0.
std::chrono::milliseconds left_until(Deadline);

}  // namespace commlab
