#pragma once
// The record of a script's run: spans, prints, timers, calls, the transfers of all calls, and if the run goes
// wrong, whose fault that is.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/script/collectives.h"
#include "sim/script/events.h"
#include "sim/script/network.h"
#include "sim/script/slowed_work.h"
#include "sim/script/state.h"

namespace commlab {

class ScriptRecorder {
 public:
  ScriptRecorder(const ScriptProgram&, const ScriptEvents&);  // keeps references

  // Where the stream shows. Streams on which groups call are not for computing.
  ScriptLane lane_of(int stream) const;
  // Adds a span and returns its number.
  std::size_t span(ScriptSpan span) {
    run_.spans.push_back(std::move(span));
    return run_.spans.size() - 1;
  }
  void span_ends(std::size_t span) { run_.spans[span].end = events_.now(); }
  // A print at this moment. `is_error`: it is an error message of the library.
  void print(Rank, int line, std::string text, bool is_error = false);
  void last_words(std::vector<ScriptPrint>);
  // Starts a timer and returns its number.
  std::size_t start_timer(Rank, std::string name);
  void stop_timer(std::size_t timer) { run_.timers[timer].stop = events_.now(); }

  // Adds a call. Calls are numbered from 0.
  void add_call(ScriptCall call) { run_.calls.push_back(std::move(call)); }
  void call_matched(std::int32_t call) { run_.calls[call].matched = events_.now(); }
  void message_size(std::int32_t call, Bytes size) { run_.calls[call].size = size; }
  void sums(std::int32_t call, std::vector<ScriptSum>);
  // Adds the transfers of a collective that starts now.
  void collective(std::int32_t call, const ScriptCollectives::Timing&);
  // The collective that ends now was slowed down like this, and its transfers with it.
  void slowed(std::int32_t call, const SlowedWork&);
  // Adds the transfers of all messages. `call_of`: the call of each message.
  void messages(const ScriptNetwork&, const std::vector<std::int32_t>& call_of);
  // Adds spans for everything that still waits when nothing more can happen.
  void unfinished(const ScriptState&, Time finish);

  // Steps of a call do not fit together. The first culprit and the first caveat are kept.
  void mismatch(ScriptCulprit);
  void refusal(ScriptCulprit);  // the library refused a call
  void blame(ScriptCulprit);
  void caveat(std::string text);
  // The outcome, if calls were refused or did not fit together.
  std::optional<ScriptOutcome> failed_by() const;

  // Returns the record, in order; the caller fills in the rest of the run. `seed`: for the order of prints at
  // the same time.
  ScriptRun take(std::optional<std::uint64_t> seed);

 private:
  void forget_transfers();
  void put_transfers_in_order();

  const ScriptProgram& program_;
  const ScriptEvents& events_;
  ScriptRun run_;
  bool is_mismatch_ = false;
  bool is_refusal_ = false;
};

}  // namespace commlab
