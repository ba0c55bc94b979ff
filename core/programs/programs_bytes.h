#pragma once
// Programs as bytes and back: with them, one process tells another what to run.

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"

namespace commlab {

// The bytes are in this computer's byte order, for processes of one version of the program.
std::vector<std::byte> to_bytes(const Programs&);

// programs_from_bytes(to_bytes(p)) == p. For any bytes, the result has only valid
// enumeration values; verify() tells whether it makes sense. Errors: too short, too long, a value that does
// not exist.
Result<Programs> programs_from_bytes(std::span<const std::byte>);

}  // namespace commlab
