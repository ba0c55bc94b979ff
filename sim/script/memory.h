#pragma once
// Every rank's tensors, typed bytes, with a mark on each element that nobody ever wrote.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/collective/data_pattern.h"
#include "core/script/program.h"
#include "core/script/run.h"

namespace commlab {

// Elements taken out of a tensor, or on their way into one.
struct ScriptData {
  Memory values;
  Memory unknown;  // a byte an element: 1 where nobody wrote it; `untouched` where it is to stay as it is
};

inline constexpr auto untouched = std::byte{0xAB};  // as interpret() marks what is never written

class ScriptMemory {
 public:
  explicit ScriptMemory(const ScriptProgram&);  // keeps a reference

  // Of a size, nothing.
  ScriptData get(Rank, const ScriptPayload&) const;
  // The first elements of the payload, as many as there are data. Of a size, nothing.
  void put(Rank, const ScriptPayload&, const ScriptData&);
  void forget(Rank, const ScriptPayload&);  // what it holds is not known

  std::vector<ScriptTensor> tensors(const ScriptMemory& before) const;
  // What the payload's elements hold now. REQUIRES: it has values.
  ScriptWrite write(Rank, const ScriptPayload&, Time now) const;
  // Of the payload's first element; nothing where nobody wrote it. REQUIRES: it has values.
  std::optional<double> known_value(Rank, const ScriptPayload&) const;
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
