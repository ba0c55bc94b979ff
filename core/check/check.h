#pragma once
// Is a measured time normal? Each time is held against what is predicted, the band around it, and what the
// links can carry at most. Where times are slow, the causes that may make them so are simulated, and those
// come first that make the measured times the most probable.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/check/suspects.h"
#include "core/check/telling_run.h"

namespace commlab {

enum class Verdict : std::uint8_t {
  normal,      // in the band
  fast,        // less than the band, but possible
  slow,        // more than the band
  impossible,  // less than the links need
};
std::string_view name_of(Verdict);

struct CheckedRow {
  PublishedRow published;  // with a time
  Time predicted;
  double band;                // four of five such calls take between predicted / band and predicted * band
  std::optional<Time> least;  // what the links need at least; nullopt: not known
  std::string algorithm;      // "Ring"; "direct" for messages
  std::string protocol;       // "LL128"; empty for messages
  Verdict verdict = Verdict::normal;
};

struct Checked {
  CheckedRun run;  // as it was judged: where something is not said, as its times fit best
  std::vector<CheckedRow> rows;
  std::vector<std::string> left_out;                          // why other rows are not judged, once each
  Verdict verdict = Verdict::normal;                          // of all rows together; never fast
  std::shared_ptr<const std::vector<Hypothesis>> hypotheses;  // that were simulated
  Suspects suspects;                                          // no causes, unless the verdict is slow
  std::optional<TellingRun>
      telling;  // nullopt: there are not two causes, or no run tells the first two apart
};

// An error is one sentence: no row can be predicted, or a stop was asked for. REQUIRES: the machine's costs
// of NCCL are known.
Result<Checked> check(const PublishedTable&, const CheckedRun&, const Rewire&, const Predict&, int cores);

}  // namespace commlab
