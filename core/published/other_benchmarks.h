#pragma once
// Output of benchmarks that do not run NCCL, or do not say where they ran: known by name, so that a user
// learns what would help.

#include <optional>
#include <string>
#include <string_view>

namespace commlab {

// A sentence without the file's name; no value: the text is from none of them.
std::optional<std::string> other_benchmark_in(std::string_view text);

}  // namespace commlab
