#include "gui/cli/output/data.h"

#include <fmt/format.h>

#include "core/base/json_text.h"

namespace commlab {

std::string document(const Json& json) { return json_text(json, 2) + '\n'; }

Json us_json(const std::optional<Time>& time) { return time ? Json(microseconds_of(*time)) : Json(nullptr); }

Json provenance_json(const Provenance& provenance) {
  Json json = Json::object();
  for (const Provenance::Fact& fact : provenance.facts) json[fact.name] = fact.value;
  for (const Provenance::State& state : provenance.states) {
    json[state.name] = {{"before", state.before}, {"after", state.after}};
    if (!state.unit.empty()) json[state.name]["unit"] = state.unit;
  }
  return json;
}

std::string us_cell(const std::optional<Time>& time) {
  return time ? fmt::format("{}", microseconds_of(*time)) : "";
}

}  // namespace commlab
