#pragma once
// Programs as bytes and back: what one process tells another to do.

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"

namespace commlab {

// In this computer's byte order; between processes of one version of the program.
std::vector<std::byte> to_bytes(const Programs&);

// programs_from_bytes(to_bytes(p)) == p. For any bytes, the result has only valid
// enumeration values; verify() tells whether it makes sense. Errors: too short, too long, a value that does
// not exist.
Result<Programs> programs_from_bytes(std::span<const std::byte>);

}  // namespace commlab
