#pragma once
// The machines that commlab ships, for tests.

#include <string_view>

#include <gtest/gtest.h>

#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"

namespace commlab {

inline constexpr const char* machine_folder = COMMLAB_SOURCE_DIR "/sim/machines";

// The machine of that name; the test fails if there is none.
inline Machine shipped_machine(std::string_view name) {
  Result<Machine> found = find_machine(name, machine_folder);
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return found ? std::move(*found) : Machine{};
}

}  // namespace commlab
