#include "gui/cli/output/data.h"

#include <fmt/format.h>

#include "core/base/json_text.h"

namespace commlab {

std::string document(const Json& json) { return json_text(json, 2) + '\n'; }

Json us_json(const std::optional<Time>& time) { return time ? Json(microseconds_of(*time)) : Json(nullptr); }

std::string us_cell(const std::optional<Time>& time) {
  return time ? fmt::format("{}", microseconds_of(*time)) : "";
}

}  // namespace commlab
