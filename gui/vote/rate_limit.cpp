#include "gui/vote/rate_limit.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr std::size_t most_addresses =
    1024;  // remembered; more cannot be told apart from the busiest of them

}  // namespace

double RateLimit::left_at(const Left& left, Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - left.at).count();
  return std::min(burst_, left.times + std::max(0.0, seconds) * a_second_);
}

bool RateLimit::take(const std::string& address, Clock::time_point now) {
  auto found = left_.find(address);
  if (found == left_.end()) {
    if (left_.size() >= most_addresses)
      std::erase_if(left_, [&](const auto& one) { return left_at(one.second, now) >= burst_; });
    if (left_.size() >= most_addresses) return false;
    found = left_.emplace(address, Left{burst_, now}).first;
  }
  found->second = {left_at(found->second, now), now};
  if (found->second.times < 1) return false;
  found->second.times -= 1;
  return true;
}

bool RateLimit::allows(const std::string& address, Clock::time_point now) const {
  const auto found = left_.find(address);
  return found == left_.end() || left_at(found->second, now) >= 1;
}

}  // namespace commlab
