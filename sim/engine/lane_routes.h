#pragma once
// The routes of a lane in Flows: what its messages, its work and its waking cross.
//
// Waking uses a processor, if the machine counts processors. Work also uses the shared memory once. A message
// also uses the links of its route, on some machines the receiver's processor, too, and a fused receive-send
// uses the memory twice. Where the machine has
// neither, work crosses nothing. Posting uses the rank's own time, for one message at a time.

#include <cstdint>
#include <vector>

#include "sim/engine/run_setting.h"
#include "sim/links/flows.h"

namespace commlab {

class LaneRoutes {
 public:
  enum class Use : std::uint8_t { waking, work, message, fused, posting };

  // Adds the routes of all placed lanes to the flows.
  LaneRoutes(const RunSetting&, Flows&);

  std::uint32_t of(std::uint32_t lane, Use use) const {
    if (use == Use::posting) return first_post_ + post_of(lane);
    if (has_memory_or_processors_) return first_ + 4 * lane + static_cast<std::uint32_t>(use);
    return fair_links_ && use >= Use::message ? first_ + lane : nothing_;
  }

  // The lanes that post to a NIC, in order, where posting takes time.
  const std::vector<std::uint32_t>& posting() const { return posting_; }
  // The lane's place among them. REQUIRES: it is one of them.
  std::uint32_t post_of(std::uint32_t lane) const { return post_of_[lane]; }

 private:
  void add_routes_of_posting(const RunSetting&, Flows&);

  bool has_memory_or_processors_;  // then each lane has four routes
  bool fair_links_;                // else links belong to no route
  std::uint32_t nothing_;          // a route over nothing, which all lanes share
  std::uint32_t first_;            // of lane 0
  std::uint32_t first_post_ = 0;   // of the first lane that posts
  std::vector<std::uint32_t> posting_;
  std::vector<std::uint32_t> post_of_;  // by lane
};

}  // namespace commlab
