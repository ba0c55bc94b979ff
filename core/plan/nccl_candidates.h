#pragma once
// The algorithms that NCCL or RCCL may have used in a published table.

#include <string>
#include <vector>

#include "core/collective/collective.h"
#include "core/published/published_setting.h"
#include "core/schedule/layout.h"

namespace commlab {

// Their names, as `--algorithm` takes them: the algorithms that the table's header forces, else those that
// the libraries have and would use in this layout.
std::vector<std::string> nccl_candidates(const Collective&, const PublishedSetting&, const Layout&);

}  // namespace commlab
