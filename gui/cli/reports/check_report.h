#pragma once
// What `commlab check` found: each measured time beside its band, the verdict, and what may be the cause.

#include <string>

#include "core/check/check.h"
#include "gui/experiments/check_job.h"

namespace commlab {

std::string check_text(const CheckJob&, const Checked&);
std::string check_json(const CheckJob&, const Checked&);
std::string check_csv(const Checked&);

}  // namespace commlab
