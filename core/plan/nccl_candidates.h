#pragma once
// What NCCL, or RCCL, may have done where a table was published: the algorithms among which its time is
// looked for.

#include <string>
#include <vector>

#include "core/collective/collective.h"
#include "core/published/published_setting.h"
#include "core/schedule/layout.h"

namespace commlab {

// As `--algorithm` takes them: those that the header forces, else those that the libraries have and would
// take where ranks are placed like this.
std::vector<std::string> nccl_candidates(const Collective&, const PublishedSetting&, const Layout&);

}  // namespace commlab
