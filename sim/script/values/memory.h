#pragma once
// Every rank's tensors as typed bytes, with a mark on each element that was never written.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/collective/data_pattern.h"
#include "core/script/program.h"
#include "core/script/run.h"

namespace commlab {

// Elements that were read from a tensor, or that will be written to one.
struct ScriptData {
  Memory values;
  // A byte for each element: 1 if it was never written, `untouched` if it keeps the value that it has.
  Memory unknown;
};

inline constexpr auto untouched = std::byte{0xAB};  // the mark of interpret() for what is never written

class ScriptMemory {
 public:
  explicit ScriptMemory(const ScriptProgram&);  // keeps a reference

  // The payload's elements; empty if the payload is only a size.
  ScriptData get(Rank, const ScriptPayload&) const;
  // Writes as many of the payload's first elements as there are data. Does nothing if the payload is only a
  // size.
  void put(Rank, const ScriptPayload&, const ScriptData&);
  // Marks the payload's elements as unknown.
  void forget(Rank, const ScriptPayload&);

  // All tensors, as they were in `before` and as they are now, by rank.
  std::vector<ScriptTensor> tensors(const ScriptMemory& before) const;
  // What the payload's elements hold now. REQUIRES: the payload has values.
  ScriptWrite write(Rank, const ScriptPayload&, Time now) const;
  // The value of the payload's first element; nullopt if it was never written. REQUIRES: the payload has
  // values.
  std::optional<double> known_value(Rank, const ScriptPayload&) const;
  // REQUIRES: the payload has values.
  std::string text(Rank, const ScriptPayload&) const;  // "[1, 2, ?, 4]"

 private:
  struct Tensor {
    Memory values;
    Memory unknown;
  };
  Tensor& at(Rank rank, int tensor);
  const Tensor& at(Rank rank, int tensor) const;

  const ScriptProgram* program_;
  std::vector<std::vector<Tensor>> tensors_;
};

}  // namespace commlab
