#pragma once
// How often each address may do something: `burst` times at once, and then `a_second` times a second.

#include <chrono>
#include <map>
#include <string>

namespace commlab {

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double burst, double a_second) : burst_(burst), a_second_(a_second) {}

  // Whether the address may do it now; if so, it counts as done.
  bool take(const std::string& address, Clock::time_point now);
  // Whether it may do it now, without doing it.
  bool allows(const std::string& address, Clock::time_point now) const;
  std::size_t addresses() const { return left_.size(); }

 private:
  struct Left {
    double times;
    Clock::time_point at;
  };
  double left_at(const Left&, Clock::time_point now) const;

  double burst_, a_second_;
  std::map<std::string, Left> left_;  // of addresses that have not their whole burst
};

}  // namespace commlab
