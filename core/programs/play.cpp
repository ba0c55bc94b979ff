#include "core/programs/play.h"

namespace commlab {

Status check_done(const Execution& execution) {
  if (execution.done()) return {};
  const Blocked first = execution.blocked().front();
  return fail(Fault::no, "rank {} never gets past instruction {} of its lane {}: verify tells why",
              first.rank, first.index, first.lane);
}

}  // namespace commlab
