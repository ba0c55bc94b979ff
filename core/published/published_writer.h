#pragma once
// Tables as files, in the form of those that others published.

#include <string>

#include "core/published/published.h"

namespace commlab {

// As a file: parse_published() reads the same facts and rows. REQUIRES: of collectives, not of pairs; facts
// of one line each, with keys.
std::string to_csv(const PublishedTable&);

}  // namespace commlab
