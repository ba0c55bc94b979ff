#pragma once
// How counts are written for people.

#include <cstdint>
#include <string>
#include <string_view>

namespace commlab {

std::string with_commas(std::int64_t);  // "1,024"
// "1 transfer", "1,024 transfers"
std::string counted(std::int64_t n, std::string_view thing);

}  // namespace commlab
