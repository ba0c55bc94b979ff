#pragma once
// What a backend gives back, what is computed from it, and what a backend is: a value with a function.

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
#include "core/programs/interpret.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

struct LinkUse {
  LinkId link = 0;
  std::int64_t bytes = 0;
  Time busy;  // something was under way on it
};

// Where the time of the critical path went; the four sum to the finish.
struct TimeSplit {
  Time launch;
  Time latency;   // links' and machine's latency and overhead
  Time transfer;  // bytes on links, work on bytes
  Time wait;      // shared links, full slots, busy lanes
};

struct Run {
  std::string backend;
  std::string where = {};               // "8 virtual ranks on one GPU"; empty if the backend's name is enough
  std::string details = {};             // of the place: "GPUs reach each other's memory; stamps within ..."
  Time finish;                          // of the median iteration
  std::vector<Time> times;              // every timed iteration; one for a simulator
  std::optional<Time> first;            // the first call, on its own; a simulator has none
  std::optional<Time> estimate = {};    // the time that a library itself predicts for one call
  std::vector<std::string> notes = {};  // what a library reported about its own choices, in words
  bool checked = false;                 // the result equals the reference: bitwise, unless `rounded`
  bool rounded = false;                 // equal except for rounding: the library adds in its own order
  bool shortcut = false;                // one representative simulated for all ranks
  std::int64_t transfers = 0;
  std::vector<LinkUse> links;  // busiest first; simulators only
  std::vector<Time> idle;      // per rank: time with none of its transfers under way; simulators only
  std::optional<TimeSplit> split;
  std::optional<Trace> trace;          // where asked for
  std::optional<RankBuffers> buffers;  // where asked for: every rank's memory before and after
};

// "8 virtual ranks on one GPU; stamps within 1 us of the host's clock"; either part may be missing.
std::string where_text(const Run&);

struct RunOptions {
  bool trace = false;
  bool keep_buffers = false;
  DataPattern data = DataPattern::index;
  std::stop_token stop{};   // asks a model to stop: it soon returns an error of Fault::runtime
  ReportProgress report{};  // a model reports its progress here; may be empty
};

// A Backend runs programs. The experiment says how: link model and faults of a model, ranks that never come.
struct Backend {
  BackendName name;
  std::string title;  // "a discrete-event model of the machine"
  bool models;  // true: runs on the machine that it is given; false: on this computer, and needs no machine
  bool native = false;  // has collectives of its own, and also runs native_programs()
  std::function<Result<Run>(const Programs&, const std::optional<Machine>&, const Experiment&,
                            const RunOptions&)>
      run;
  // What it would run on: "2 GPUs (NVIDIA H100); ...". An error if it cannot run: the message says what is
  // missing and how to get it. The call may wake hardware up. Null: it can always run.
  std::function<Result<std::string>()> state = nullptr;
  // Only if its ranks are processes; else null. True: this process is not the first of those launched
  // together; it has done everything that the first process asked for, and can end.
  std::function<Result<bool>()> obey = nullptr;
  std::optional<int> launched = std::nullopt;  // number of launched processes: the default number of ranks
};

// As a person reads it: "ready", "ready: 2 GPUs (NVIDIA H100); ...", or what is missing.
std::string state_of(const Backend&);
// Whether it can run; the error says what is missing.
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
double busbw_factor(CollectiveKind, int ranks);  // 2(n-1)/n all_reduce, (n-1)/n where has_blocks, else 1
double busbw_GBps(const Collective&, Time);

// Predicted next to measured.
struct Comparison {
  Collective collective;
  std::string algorithm;
  Time predicted;
  Measurement measured;
  Time bound;
  double error_percent() const;  // 100 * (predicted - measured) / measured
};

}  // namespace commlab
