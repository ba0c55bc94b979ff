#include "gpu/library_run.h"

#include "core/collective/data_pattern.h"
#include "core/collective/reference.h"
#include "core/programs/native.h"
#include "core/verify/verify.h"
#include "gpu/checked_run.h"
#include "gpu/library_equal.h"
#include "gpu/memory_check.h"

namespace commlab {
namespace {

// Compares every promised value with the plain result. Where the library chooses the order of additions and
// the rounding itself, `rounded` is set if values differ for that reason.
CheckOutputs equals_plain_result(const Collective& c, const Partition& partition, DataPattern data,
                                 bool& rounded) {
  return [&c, &partition, &rounded,
          expected = plain_result(c, partition, data)](const std::vector<Memory>& found) -> Status {
    const Status equal = equal_where_promised(c, partition, found, expected);
    if (equal || !may_round_differently(c)) return equal;
    rounded = true;
    return nearly_equal_where_promised(c, partition, found, expected);
  };
}

}  // namespace

Status check_for_library(const Programs& programs, const RealRunOptions& real, Bytes available) {
  if (const Status sane = check_options(programs, real); !sane) return sane;
  if (!is_native(programs))
    if (const Status proved = verify(programs); !proved) return proved;
  if (const Status countable = check_countable(programs, available); !countable) return countable;
  return check_fits(programs, memory_of_buffers(programs, 3), available, " on the host");
}

Result<Run> checked_library_run(const Programs& programs, Runner& runner, RunOptions options,
                                const RealRunOptions& real) {
  options.trace = false;
  bool rounded = false;
  const CheckOutputs holds =
      equals_plain_result(programs.collective, programs.partition, options.data, rounded);
  return checked_run(programs, runner, holds, options, real).map([&](Run run) {
    run.rounded = rounded;
    return run;
  });
}

}  // namespace commlab
