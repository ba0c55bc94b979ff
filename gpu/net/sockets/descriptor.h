#pragma once
// A file descriptor with one owner, who closes it; and how to wait for several of them at once.

#include <chrono>
#include <span>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace commlab {

// Everything in this folder that waits is given the moment at which it gives up.
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

// Blocks until one of them is ready, as poll(2) tells in `revents`; false: none was by the deadline.
bool wait_until_ready(std::span<pollfd>, Deadline);

// What is left until the deadline, rounded up; at least 0.
std::chrono::milliseconds left_until(Deadline);

}  // namespace commlab
