#pragma once
// Races of a script: two accesses to one element, one of them a write, where nothing orders them, so that the
// result depends on luck. What orders two accesses within a rank:
//
//   the order of the host's steps, and of the entries of one stream
//   what is enqueued comes after what the host did before
//   wait(h), stream_wait, synchronize and prints of a GPU's tensor
//
// Two atomic additions to one element do not race with each other: in either order, both count.
//
// Messages between ranks order nothing here: a buffer that is being sent or received belongs to the library
// until its handle was waited for.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/script/program.h"

namespace commlab {

class ScriptRaces {
 public:
  ScriptRaces(const ScriptProgram&);  // keeps a reference

  static constexpr int on_no_lane = -1;
  static constexpr int on_host = 0;
  static constexpr int on_stream(int stream) { return stream + 1; }

  // A new moment of the rank: after these moments, after the host's last one and after the lane's last one.
  std::int32_t moment(Rank, int lane, const std::vector<std::int32_t>& after = {});
  // The step reads and writes its tensors at that moment. Keeps the step's address.
  void access(Rank, std::int32_t moment, const ScriptStep&);

  // Whether something orders the two moments. REQUIRES: `earlier` was made before `later`, or they are the
  // same.
  bool comes_after(std::int32_t later, std::int32_t earlier) const;

  // The first race that was found: a sentence without its full stop.
  const std::optional<std::string>& found() const { return found_; }

 private:
  enum class Use : std::uint8_t { reads, writes, adds_to };  // adds_to: reads and writes in one step
  static std::string_view name_of(Use);
  struct Access {
    std::int32_t moment;
    std::int64_t first;
    std::int64_t last;  // one past
    Use use;
    const ScriptStep* step;
  };
  void use(Rank, std::int32_t moment, const ScriptStep&, const ScriptPayload&, Use);

  const ScriptProgram& program_;
  std::vector<std::vector<std::int32_t>> last_;    // moment of each rank and lane; -1: none
  std::vector<std::vector<std::int32_t>> before_;  // of each moment: those it comes right after
  std::map<std::pair<Rank, int>, std::vector<Access>> accesses_;  // of each tensor
  mutable std::vector<bool> seen_;                                // by a search: of moments
  std::optional<std::string> found_;
};

}  // namespace commlab
