#include "core/script/unknown.h"

#include "core/base/nearest.h"

namespace commlab {

tl::unexpected<Error> unknown_name(int line, std::string_view what, const std::string& name,
                                   const std::vector<std::string>& known) {
  const std::string near = suggestion(name, known);
  if (!near.empty()) return fail_at(line, "unknown {} '{}'{}", what, name, near);
  if (known.empty()) return fail_at(line, "unknown {} '{}'; there is none", what, name);
  return fail_at(line, "unknown {} '{}'; there are {}", what, name, fmt::join(known, ", "));
}

}  // namespace commlab
