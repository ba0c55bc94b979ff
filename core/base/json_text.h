#pragma once
// The only place where JSON becomes text. File names and texts of users may hold bytes that are not UTF-8,
// which JSON cannot hold: each becomes U+FFFD.

#include <string>

#include <nlohmann/json.hpp>

namespace commlab {

// `indent`: blanks for each level; -1: all in one line.
template <class AnyJson>
std::string json_text(const AnyJson& json, int indent = -1) {
  return json.dump(indent, ' ', /*ensure_ascii=*/false, AnyJson::error_handler_t::replace);
}

}  // namespace commlab
