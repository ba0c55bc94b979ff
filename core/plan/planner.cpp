#include "core/plan/planner.h"

#include <algorithm>
#include <cassert>

namespace commlab {

const Backend& Planner::backend(BackendName name) const {
  const auto found = std::ranges::find(backends, name, &Backend::name);
  assert(found != backends.end() && "a backend of that name");
  return *found;
}

}  // namespace commlab
