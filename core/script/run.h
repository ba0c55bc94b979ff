#pragma once
// The run of a Script: what every rank's host and streams did when, which messages travelled, what every
// tensor holds; and if it could not go on, who waits for whom, and which rank is the culprit. Nothing here
// depends on the backend.
//
//   rank 0  host           |isend|wait ............|add|
//           compute                                |###|
//           communication        |=====recv=====|
//
// Three lanes a rank: the host thread, the compute stream, the communication stream. Where operations work on
// the host's memory (gloo, MPI), the communication lane is the library's own thread, and a blocking
// operation shows on the host's lane as waiting.

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/collective/data_type.h"
#include "core/machine/topology.h"
#include "core/trace/trace.h"

namespace commlab {

// An element of one of a rank's tensors.
struct ScriptElement {
  Rank rank = 0;
  std::string tensor;
  std::int64_t element = 0;
  bool operator==(const ScriptElement&) const = default;
};

// How a Script is to be run.
struct ScriptOptions {
  std::string flavour{};       // empty: the script's own, or gloo
  std::optional<int> ranks{};  // empty: the script's own, or as many as the machine has GPUs
  // Shuffles prints of several ranks at the same time, as on a real machine; empty: in order of rank.
  std::optional<std::uint64_t> seed{};
  std::stop_token stop{};  // asks the run to stop: it soon ends with an error of Fault::runtime
  std::optional<ScriptElement> outcomes_of{};  // the element whose possible last values are asked for
};

enum class ScriptLane : std::uint8_t { host, compute, communication };
inline constexpr int script_lanes = 3;  // number of lanes of each rank

// Something a rank's lane did, from when to when.
struct ScriptSpan {
  enum class Kind : std::uint8_t {
    works,    // computes, copies, enqueues
    carries,  // a message or a collective is under way
    waits,    // waits for something else, and does nothing
  };
  Rank rank = 0;
  ScriptLane lane = ScriptLane::host;
  Kind kind = Kind::works;
  int line = 0;            // line of the script's text, from 1
  std::string what;        // text of the script: "all_reduce(x)", "compute(2ms)"
  std::int32_t call = -1;  // index into calls: the call that it carries, issued or waits for; -1: none
  Time start;
  Time end;  // for a span that never ends: the run's finish
  bool unfinished = false;
  bool sleeps = false;  // the host does nothing during it: sleep(1 ms)
  std::string
      stream{};  // name of the stream, if it is a further compute stream; it shows on the compute lane
};

// One operation between ranks: a collective, or a message with its two ends. Matched by group and sequence
// number, or of messages by sender, receiver and order.
struct ScriptCall {
  std::string what;               // "all_reduce", "send"
  std::vector<Rank> ranks;        // the group's ranks, or sender and receiver
  std::string group;              // "world"
  std::int64_t sequence = 0;      // from 0 on its group, or among the messages of its pair
  Bytes size;                     // for a collective, nccl-tests' size; for a message, its bytes
  std::optional<Time> matched{};  // time at which all required ranks had come; nullopt: they never came
  std::vector<std::int32_t> transfers{};  // indices into trace.transfers
};

// An edge of the wait-for graph, when nothing more can happen.
struct ScriptWait {
  Rank rank = 0;
  int line = 0;
  std::string what;  // "recv(1, x)"
  Rank on = 0;       // the rank for which it waits
  int on_line = 0;   // the line in which that rank is; 0: it has finished its script
  std::string why;  // a sentence: "rank 0 waits in line 3, recv(1, x), for a message that rank 1 never sends"
};

struct ScriptPrint {
  Time at;
  Rank rank = 0;
  int line = 0;      // 0: the library itself
  std::string text;  // what the terminal shows: a print, a library's error, or the message of its watchdog
  bool is_error = false;
};

// The content of a tensor of a rank in the beginning and at the end. Elements never written are not `known`:
// those of an empty tensor, or those that a library leaves undefined.
struct ScriptTensor {
  Rank rank = 0;
  std::string name;
  DataType dtype = DataType::float32;
  std::vector<double> before;
  std::vector<bool> before_known;
  std::vector<double> after;
  std::vector<bool> after_known;
};

// The elements that an operation left in a tensor when it was done, from element `first` on.
struct ScriptWrite {
  Time at;
  std::int32_t tensor = 0;  // index into ScriptRun::tensors
  std::int64_t first = 0;
  std::vector<double> values;
  std::vector<bool> known;
};

// The content of a tensor at a moment, from its writes up to then.
struct ScriptContents {
  std::vector<double> values;
  std::vector<bool> known;
};

// An element as a print shows it: "3", "0.1", "inf"; as many digits as its type can tell apart.
std::string script_value_text(DataType, double);

// One element of a reduction: the order in which it was added up, and its value.
struct ScriptSum {
  std::int32_t call = -1;
  std::int64_t element = 0;
  std::string order;  // "((r1 + r2) + r3) + r0"
  double value = 0;
};

// A stopwatch of the script: the times on the host's clock of its start and stop.
struct ScriptTimer {
  Rank rank = 0;
  std::string name;
  Time start;
  std::optional<Time> stop{};
};

enum class ScriptOutcome : std::uint8_t { done, deadlock, mismatch, error };
std::string_view name_of(ScriptOutcome);  // "done"

struct ScriptCulprit {
  Rank rank = 0;
  int line = 0;
  std::string why;  // a sentence
  // If all ranks of a circle do the same, no single rank is the culprit: then these are all ranks of the
  // circle, and `rank` is the first one found. Else empty.
  std::vector<Rank> alike{};
};
// "rank 2, line 3"; "any one of ranks 0 to 3".
std::string name_of(const ScriptCulprit&);

struct ScriptRun {
  std::string text;     // text of the script
  std::string machine;  // name of the machine
  std::string flavour;  // "gloo"
  int ranks = 0;
  ScriptOutcome outcome = ScriptOutcome::done;
  std::string caveat{};  // set if the library promises nothing: "one possible outcome: NCCL ... undefined"
  // When the last rank had ended and the last message had arrived; else when nothing more could happen.
  Time finish;
  std::vector<Time> through;      // per rank: when its script ended; `never` if it hangs
  std::vector<int> stands;        // per rank: the line in which its host waits forever; 0: none
  std::vector<ScriptSpan> spans;  // by rank, lane, start
  std::vector<ScriptCall> calls;
  std::vector<ScriptWait> waits;           // empty if the run is done
  std::vector<std::int32_t> cycle{};       // indices into waits: a circle of them, if there is one
  std::optional<ScriptCulprit> culprit{};  // present if the run is not done
  std::optional<std::uint64_t> seed{};     // the requested seed
  std::vector<ScriptPrint> prints;         // in order of time, then by the seed, or without one by rank
  std::vector<ScriptTensor> tensors;       // by rank, then as declared
  std::vector<ScriptWrite> writes;         // in order of time
  bool writes_known = true;                // false: too much was written to keep it, and `writes` is empty
  std::vector<ScriptSum> sums;             // for small reductions of floats: the first elements
  std::vector<ScriptTimer> timers;
  // If asked for: the values that the element can end with, for all orders of its accesses that nothing
  // forbids; nullopt if it was never written.
  std::vector<std::optional<double>> outcomes{};
  // All messages of all calls on the machine's links. Its collective and partition have no meaning: a script
  // may have many collectives or none.
  Trace trace;
  bool transfers_known = true;  // false: too many messages to keep them, and the trace has no transfers
  // Per rank: time in which its communication ran and its compute stream did nothing.
  std::vector<Time> exposed;
};

// The content of every tensor at t, in the order of `tensors`. At the finish and later, the content at the
// end. Before that, if writes are not known, the content in the beginning.
std::vector<ScriptContents> contents_at(const ScriptRun&, Time t);

}  // namespace commlab
