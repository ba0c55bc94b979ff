#pragma once
// Tells why a rank waits, or that it does not wait, from its transfers and its work at a moment.

#include <cstdint>
#include <span>
#include <string>

#include "core/playback/narration.h"
#include "core/playback/playback.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

class WhyWaiting {
 public:
  // The work of a rank, in order of start: transfers that it sends or receives, and spans, by their numbers.
  struct Work {
    std::span<const std::uint32_t> transfers;
    std::span<const std::uint32_t> spans;
  };
  // Keeps references to all of them.
  WhyWaiting(const Narration& narration, const Trace& trace, const Replay& replay, const Playback& playback,
             Rank rank, const Work& work)
      : narration_(narration),
        trace_(trace),
        replay_(replay),
        playback_(playback),
        rank_(rank),
        transfers_(work.transfers),
        spans_(work.spans) {}

  // "rank 5 waits for chunk 2 from rank 4, which is 63 % across gpu4 -> gpu5"; or that the rank does not
  // wait.
  std::string text(Time) const;

 private:
  std::string sending(std::int32_t transfer, Time) const;
  std::string next_send(std::int32_t transfer, Time) const;
  std::string awaited(std::int32_t transfer, Time) const;
  std::string way_of(const Transfer&) const;
  std::string work(Time) const;

  const Narration& narration_;
  const Trace& trace_;
  const Replay& replay_;
  const Playback& playback_;
  Rank rank_;
  std::span<const std::uint32_t> transfers_;
  std::span<const std::uint32_t> spans_;
};

}  // namespace commlab
