#pragma once
// The runs of one text as one table: those of one machine with one setting. The others are named, and left
// out.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/published/nccl_tests_run.h"
#include "core/published/published.h"

namespace commlab {

// An error: no run has rows whose times mean something; it says why the first has none.
Result<PublishedTable> table_of(const std::vector<NcclTestsRun>&, std::string_view file);

}  // namespace commlab
