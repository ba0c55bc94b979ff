#pragma once
// What calls took on a machine, beside what its costs predict: a smooth correction of predictions, and how
// sure it is. Near what was measured it follows the measurements to their noise. Far away it fades, and the
// prediction is the model's alone, as sure as the model is.
//
// The logarithm of measured / predicted is a Gaussian process. Before any row it is 0, and varies as much as
// predictions of such calls are off on other machines, or several times as much, where the rows show that.
// Two calls have a part of their error in common, which grows with their likeness:
//
//   part           in common to                                         fades over
//   the machine    all calls                                            6 doublings of the size
//   a way          calls by the same algorithm and protocol             3
//   a kernel       calls of one collective by the same way              3
//   a table        calls of one collective by as many ranks and nodes   4
//   its branches   the same, where they go the same way                 1.5
//
// The lengths, noise and shares are round numbers that do well on published tables where each second row is
// left out, other collectives, and other numbers of nodes (`commlab accuracy --halves` and `--calibrated`).

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/machine/gaussian_process.h"

namespace commlab {

// A call as far as it is like others.
struct CallPoint {
  CollectiveKind kind = CollectiveKind::all_reduce;
  int ranks = 2;
  int nodes = 1;
  Bytes size;       // as nccl-tests counts it (size_of in core/collective)
  std::string way;  // algorithm and protocol: "Ring/LL128"
  bool operator==(const CallPoint&) const = default;
};
// The part of their errors that two calls have in common: 1 if they are the same. Always positive.
double likeness(const CallPoint&, const CallPoint&);

struct MeasuredCall {
  CallPoint call;
  double times = 1;          // measured / predicted
  double usual_error = .25;  // standard deviation of its logarithm for such calls on other machines
  // Not measured: the middle of a straight line, in logarithms, between two calls that were.
  bool between = false;
};

// How many times longer a call takes than predicted; `spread`: standard deviation of its logarithm.
struct Correction {
  double times = 1;
  double spread = 0;
};

// How far the logarithm of a time usually is from the process, as a standard deviation: that of a row, and
// that of the middle of a straight line between two rows.
inline constexpr double noise_of_measurements = .03;
inline constexpr double noise_between = .08;
// More rows teach little more, and every prediction costs their square.
inline constexpr std::size_t most_measured_calls = 300;

// A process whose values have this part, times a machine's variation, of their variance in common. The
// variation is how many times more than usual a machine's errors vary: the most probable of a few. `noises`:
// of each value.
struct VaryingProcess {
  GaussianProcess process;
  double variation;
};
VaryingProcess most_probable_process(
    std::span<const double> values,
    const std::function<double(std::size_t, std::size_t, double variation)>& covariance,
    std::span<const double> noises);

class MeasuredCalls {
 public:
  // `fabric`: the network over which several nodes were measured. Over another one, these say nothing.
  // REQUIRES: at least one call, at most most_measured_calls.
  MeasuredCalls(std::string fabric, std::vector<MeasuredCall>);

  // `usual_error`: as in MeasuredCall.
  Correction correction(const CallPoint&, double usual_error) const;
  double times(const CallPoint&,
               double usual_error) const;  // the same without its spread, which takes longer

  const std::vector<MeasuredCall>& calls() const { return calls_; }
  const std::string& fabric() const { return fabric_; }

 private:
  std::vector<double> covariances(const CallPoint&, double usual_error) const;

  std::string fabric_;
  std::vector<MeasuredCall> calls_;
  VaryingProcess varying_;
};

// "all_reduce 16 ranks 2 nodes 1MiB Ring/LL128 x1.07", as a line of a machine file; "... x1.07 between".
std::string to_line(const MeasuredCall&);
// An error says what was expected. The usual error is not in the line.
Result<MeasuredCall> parse_measured_call(std::string_view line);

}  // namespace commlab
