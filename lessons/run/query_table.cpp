#include "lessons/run/query_table.h"

namespace commlab {

tl::unexpected<Error> not_asked_of(std::string_view what, const RunQuery& query) {
  return fail("'{}' cannot be asked of {}", query.name, what);
}

}  // namespace commlab
