#include "lessons/run/query_table.h"

namespace commlab {

tl::unexpected<Error> not_asked_of(std::string_view what, const RunQuestion& question) {
  return fail("'{}' cannot be asked of {}", question.name, what);
}

}  // namespace commlab
