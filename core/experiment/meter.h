#pragma once
// The results of `commlab measure` on a computer's own hardware, and the Meter that measures them: a value
// with functions, like a Backend. A Meter does not measure collectives, but one copy, one pair or one counter
// at a time.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/units.h"

namespace commlab {

// One thing, timed again and again.
struct Rounds {
  Time first;  // the very first call, which includes the time to wake the hardware up
  Time median;
  Time min;
  Time max;
  int count = 0;  // number of rounds, without the first call and the warm-up
};
// Calls `round` once for `first`, twice more to warm up, then `count` times. Once a stop is asked for, it
// ends after the round in progress with an error of Fault::runtime. REQUIRES: count > 0.
Result<Rounds> in_rounds(int count, const std::stop_token&, const std::function<Result<Time>()>& round);
// bytes / time, in GB/s; 0 for time 0.
double rate_GBps(Bytes, Time);

struct MeterSettings {
  std::vector<Bytes> sizes{};  // sizes of copies, rising
  Bytes large = MiB(64);       // size of the copies of pairs and of overlap
  std::int64_t additions = 0;  // additions of each adder; 0: the Meter chooses
  int rounds = 20;
  ReportProgress progress{};  // may be empty
  std::stop_token stop{};     // asks the measurement to end
};

// Copies, by direction and size.
struct CopyReport {
  struct Row {
    std::string way;  // "host to GPU, pinned"
    Bytes size;
    Rounds rounds;
  };
  std::string where;      // which hardware was measured, in words
  std::vector<Row> rows;  // all sizes of the first way, then all sizes of the next way
};

// Copies between every two places: GPUs, or processors.
struct PairReport {
  struct Pair {
    int from;
    int to;
    Rounds one_way;    // a copy of `large` bytes
    Rounds both_ways;  // there and back at once, `large` bytes each
    Rounds small;      // a copy of `small` bytes
  };
  std::string where;
  std::vector<std::string> places;  // "GPU 0", "processor 3"
  Bytes large;
  Bytes small;
  std::vector<Pair> pairs;           // ordered: (0, 1), (0, 2), ..., (1, 0), ...
  std::vector<std::string> notes{};  // what was left out, and which pairs use a longer route
};

// A copy and a computation, each alone and both at once.
struct OverlapReport {
  std::string where;
  std::string copying;    // "64 MiB from the host to GPU 0"
  std::string computing;  // "a kernel of fused multiply-adds on GPU 0"
  Rounds copy;
  Rounds compute;
  Rounds together;
  // How much of the shorter work was hidden behind the longer one, in percent of the shorter one. 100: all of
  // it; 0: nothing, because one waited for the other; below 0: they slowed each other down.
  double hidden_percent() const;
};

// Many adders on one counter.
struct AtomicsReport {
  struct Row {
    std::string way;           // "load, add 1, store"
    std::string meaning;       // the meaning of `way`, in a sentence for a classroom
    std::int64_t counted = 0;  // the counter at the end of the worst round, the one that lost most
    Rounds rounds;
  };
  std::string where;
  int adders = 0;
  std::int64_t additions = 0;  // additions of each adder
  std::vector<Row> rows;
  std::int64_t expected() const { return adders * additions; }
  std::int64_t lost(const Row& row) const { return expected() - row.counted; }
};

struct Meter {
  std::string name;  // "host", "cuda"
  // Returns an empty text if the Meter is ready, else a sentence about what is missing. May wake hardware up.
  std::function<std::string()> lacks;
  std::function<Result<CopyReport>(const MeterSettings&)> copy;
  std::function<Result<PairReport>(const MeterSettings&)> pairs;
  std::function<Result<OverlapReport>(const MeterSettings&)> overlap;
  std::function<Result<AtomicsReport>(const MeterSettings&)> atomics;
};

}  // namespace commlab
