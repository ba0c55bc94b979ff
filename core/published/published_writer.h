#pragma once
// Writes tables as files, in the form of published tables.

#include <string>

#include "core/published/published.h"

namespace commlab {

// The text of a file: parse_published() reads the same facts and rows. REQUIRES: a table of collectives, not
// of pairs; each fact has a key and one line.
std::string to_csv(const PublishedTable&);

}  // namespace commlab
