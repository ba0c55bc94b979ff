#pragma once
// Races of a script: two accesses to one element, of which at least one is a write, and which nothing orders,
// so that the result depends on luck. Two accesses within a rank are ordered by:
//
//   the order of the host's steps, and of the entries of one stream
//   what is enqueued comes after what the host did before
//   wait(h), stream_wait, synchronize and prints of a GPU's tensor
//
// Two atomic additions to one element do not race with each other: in either order, both count.
//
// Messages between ranks order nothing here: a buffer that is being sent or received belongs to the library
// until the program has waited for its handle.

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

  // Makes a new moment of the rank. It comes after these moments, after the host's last moment and after the
  // lane's last moment.
  std::int32_t moment(Rank, int lane, const std::vector<std::int32_t>& after = {});
  // Records that the step reads and writes its tensors at that moment. Keeps the step's address.
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
    std::int64_t last;  // one past the last element
    Use use;
    const ScriptStep* step;
  };
  void use(Rank, std::int32_t moment, const ScriptStep&, const ScriptPayload&, Use);

  const ScriptProgram& program_;
  std::vector<std::vector<std::int32_t>> last_;    // the last moment, by rank and lane; -1: none
  std::vector<std::vector<std::int32_t>> before_;  // by moment: the moments directly before it
  std::map<std::pair<Rank, int>, std::vector<Access>> accesses_;  // by rank and tensor
  mutable std::vector<bool> seen_;                                // the moments that a search has seen
  std::optional<std::string> found_;
};

}  // namespace commlab
