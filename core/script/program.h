#pragma once
// What a Script means on so many ranks: for each rank its tensors and its steps in order, loops unrolled,
// ranks and slices worked out.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/script/operations.h"
#include "core/script/script.h"

namespace commlab {

// Beside ReduceOp's, the bitwise ones, which only some libraries have.
enum class ScriptReduction : std::uint8_t { sum, prod, min, max, avg, band, bor, bxor };
std::string_view name_of(ScriptReduction);

// The data that an operation reads or writes: elements of a tensor of the rank, or bytes without values.
struct ScriptPayload {
  static constexpr int no_tensor = -1;
  int tensor = no_tensor;  // index into the rank's tensors
  std::int64_t first = 0;
  std::int64_t elements = 0;  // for a size: bytes
  DataType dtype = DataType::uint8;
  bool given = false;  // false: the rank has none, as everyone but the root has no list
  bool has_values() const { return tensor != no_tensor; }
  Bytes bytes() const { return {elements * size_of(dtype)}; }
};

inline constexpr int compute_stream = 0;  // of every rank; further ones follow
inline constexpr int communication_stream = 1;

struct ScriptStep {
  ScriptOperation operation = ScriptOperation::barrier;
  int line = 0;
  std::string what{};       // text of the step in the script
  ScriptPayload payload{};  // what is sent, received, reduced, filled or printed; an output; a target
  ScriptPayload other{};    // an input, a list, a source
  Rank peer = 0;            // peer of a message; root of a collective
  bool has_root = false;    // the root was given, or is the operation's default
  ScriptReduction reduction = ScriptReduction::sum;
  std::string algorithm{};  // empty: the flavour's own
  int group = 0;            // index into ScriptProgram::groups
  int stream = compute_stream;
  int other_stream = communication_stream;  // the stream for which a stream_wait waits
  bool all_streams = true;                  // for synchronize
  std::string handle{};                     // the handle that it makes, or for which it waits
  Time duration{};
  double value = 0;                 // value of fill
  std::string text{};               // text of print; a timer's name
  std::vector<ScriptStep> parts{};  // the steps of a batch
  bool asynchronous() const { return !handle.empty(); }
};

struct ScriptTensorState {
  std::string name;
  DataType dtype = DataType::float32;
  std::vector<double> values;  // as written: rounded in the type only when stored
  bool known = false;          // false: empty
};

struct ScriptRankProgram {
  std::vector<ScriptTensorState> tensors;
  std::vector<ScriptStep> steps;
  std::vector<std::string> handles;  // handles that some step makes, each once
  std::vector<std::string> timers;   // timers that some step starts
};

struct ScriptRankGroup {
  std::string name;
  std::vector<Rank> members;          // in ascending order
  int stream = communication_stream;  // on which its calls go
};

// How the library's calls behave, and what they cost, as far as the script says it.
struct ScriptCallSettings {
  ScriptCommunicators communicators = ScriptCommunicators::unsaid;
  std::optional<Bytes> buffered{};  // the largest message that leaves without its receive
  std::optional<Time> launch{};     // how long a call, or work on a stream, keeps the host busy
  std::int64_t sms_of_a_call = 0;
  std::int64_t sms = 0;  // 0: calls take nothing from computing
};

struct ScriptProgram {
  int ranks = 1;
  std::vector<ScriptRankGroup> groups;  // the first one is "world": everyone
  std::vector<std::string> streams;     // "compute", "comm", and those declared
  ScriptCallSettings calls{};
  std::vector<ScriptRankProgram> of_rank;
};

// An error: "line 5: ...": an unknown name with the nearest, a rank or a slice that is not there, a wrong
// kind of argument; too many steps or elements.
Result<ScriptProgram> program_of(const Script&, int ranks);

}  // namespace commlab
