#pragma once
// The result of a backend, the values computed from it, and the Backend itself: a value with functions.

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/machine/provenance.h"
#include "core/programs/budget.h"
#include "core/programs/interpret.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

struct LinkUse {
  LinkId link = 0;  // of the sound machine
  std::int64_t bytes = 0;
  Time busy;  // time during which something used the link
  Time full;  // time that these bytes need at the link's whole rate: the link allows no faster run
};
// Links in order of how much they limit a run. A link in use for long need not be full.
inline bool limits_more(const LinkUse& a, const LinkUse& b) {
  return a.full != b.full ? a.full > b.full : a.busy > b.busy;
}

// How the time of the critical path was spent; the four times sum to the finish.
struct TimeSplit {
  Time launch;
  Time latency;   // latency and overhead of links and machine
  Time transfer;  // time of bytes on links and of work on bytes
  Time wait;      // time spent waiting for shared links, full slots and busy lanes
};

// Times of the ranks, each from its own beginning to its own end, on its own clock.
struct OverRanks {
  Time mean;  // what nccl-tests reports (src/common.cu of 2.17, option -a)
  Time min;
  Time max;
};

struct Run {
  std::string backend;
  std::string where = {};     // "8 virtual ranks on one GPU"; empty if the backend's name is enough
  std::string details = {};   // about `where`: "GPUs reach each other's memory; stamps within ..."
  Time finish;                // finish of the median iteration
  std::vector<Time> times;    // every timed iteration; one for a simulator
  std::optional<Time> first;  // the first call, on its own; only where it is timed like all others
  std::optional<OverRanks> over_ranks = {};  // of the median iteration, where each rank has a time of its own
  int calls = 1;                        // calls in a row in each iteration; its time is that of one of them
  std::optional<Time> launch = {};      // the host's call, and until the first command, if not in the times
  std::optional<Time> estimate = {};    // the time that a library itself predicts for one call
  std::vector<std::string> notes = {};  // a library's reports about its own choices, in words
  bool checked = false;                 // the result equals the reference: bitwise, unless `rounded`
  bool rounded = false;                 // equal except for rounding: the library adds in its own order
  std::optional<int> simulated_ranks = {};  // so many ranks stood for all others, which do the same
  bool rounded_up = false;  // because every chunk got the size of the largest one: a large run of odd sizes
  bool given_up = false;    // it takes longer than RunOptions::limit, and `finish` is all that it tells
  bool tells_all = false;  // without a trace, the same run would tell no more (RunOptions::split)
  std::int64_t transfers = 0;
  std::vector<LinkUse> links;  // the one that limits most first; simulators only
  std::vector<Time> idle;      // per rank: time with none of its transfers under way; simulators only
  std::optional<TimeSplit> split;
  std::optional<Trace> trace;          // present if it was requested
  std::optional<RankBuffers> buffers;  // every rank's memory before and after; present if it was requested
};

// "8 virtual ranks on one GPU; stamps within 1 us of the host's clock"; either part may be missing.
std::string where_text(const Run&);

struct RunOptions {
  bool trace = false;
  bool split = false;  // a model says where the time goes, unless that takes the trace of a large run
  // Of a trace: only this group of ranks, where a model finds that all groups do the same (Trace::recorded).
  // Groups count from 0; the last one if there are fewer.
  std::optional<int> group = {};
  bool keep_buffers = false;
  DataPattern data = DataPattern::index;
  Budget budget{};  // a model refuses what costs more
  Time limit = never;  // a model may give up a run that takes longer, unless it is one of many calls in a row
  // Asks the run to end: it soon returns an error of Fault::runtime. A library's call that runs ends first.
  std::stop_token stop{};
  ReportProgress report{};  // a model reports its progress here; may be empty
};

// A Backend runs programs. The experiment says how: the link model and the faults of a model, and ranks that
// never come.
struct Backend {
  BackendName name;
  std::string title;  // "a discrete-event model of the machine"
  bool models;  // true: runs on the machine that it is given; false: on this computer, and needs no machine
  bool native = false;  // has its own collectives, and also runs native_programs()
  std::function<Result<Run>(const Programs&, const std::optional<Machine>&, const Experiment&,
                            const RunOptions&)>
      run;
  // Describes the hardware: "2 GPUs (NVIDIA H100); ...". Returns an error if the backend cannot run: the
  // message says what is missing and how to get it. The call may wake hardware up. Null: the backend can
  // always run.
  std::function<Result<std::string>()> state = nullptr;
  // Set only if the backend's ranks are processes; else null. Returns true if this process is not the first
  // of the processes that were launched together: it has then done everything that the first process asked
  // for, and can end.
  std::function<Result<bool>()> obey = nullptr;
  std::optional<int> launched = std::nullopt;  // number of launched processes: the default number of ranks
  // What decides times on the other computers of the launched processes: each computer as its lowest rank
  // finds it. Waits until all processes are there. Errors: as run's. Null: there are no launched processes.
  std::function<Result<std::vector<ComputersFound::Other>>()> other_computers = nullptr;
};

// The state in words: "ready", "ready: 2 GPUs (NVIDIA H100); ...", or what is missing.
std::string state_of(const Backend&);
// Whether the backend can run; the error says what is missing.
Status ready(const Backend&);

// Size, time and the two bandwidths exactly as nccl-tests defines them (doc/PERFORMANCE.md, 2.19).
struct Measurement {
  Bytes size;
  Time median;
  Time min;
  Time max;
};
Measurement measure(const Collective&, const Run&);
double algbw_GBps(const Collective&, Time);      // size / time; 0 for time 0
double busbw_factor(CollectiveKind, int ranks);  // 2(n-1)/n for all_reduce, (n-1)/n if has_blocks, else 1
double busbw_GBps(const Collective&, Time);

// A predicted time next to a measured time.
struct Comparison {
  Collective collective;
  std::string algorithm;
  Time predicted;
  Measurement measured;
  Time bound;
  double error_percent() const;  // 100 * (predicted - measured) / measured
};

}  // namespace commlab
