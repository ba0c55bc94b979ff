#pragma once
// The tensors of a script's run: what they held at the beginning, what they hold now, and what was written
// when.

#include <cstdint>
#include <vector>

#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/script/events.h"
#include "sim/script/values/memory.h"

namespace commlab {

class ScriptTensors {
 public:
  ScriptTensors(const ScriptProgram&, const ScriptEvents&);  // keeps references

  const ScriptMemory& before() const { return before_; }
  const ScriptMemory& now() const { return now_; }

  // Like ScriptMemory's put() and forget(). The write is also recorded.
  void put(Rank, const ScriptPayload&, const ScriptData&);
  void forget(Rank, const ScriptPayload&);
  // Does what the step does to tensors, if it is local work; other steps do nothing here.
  void work(Rank, const ScriptStep&);

  // The writes in order of time; empty if too much was written to keep them.
  std::vector<ScriptWrite>& writes() { return writes_; }
  bool writes_known() const { return writes_known_; }

 private:
  void record_write(Rank, const ScriptPayload&);

  const ScriptEvents& events_;
  ScriptMemory before_;
  ScriptMemory now_;
  std::vector<ScriptWrite> writes_;
  bool writes_known_ = true;
  std::int64_t written_ = 0;  // number of elements that the writes hold
};

}  // namespace commlab
