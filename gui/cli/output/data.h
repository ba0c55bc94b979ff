#pragma once
// JSON values and CSV cells that several reports write in the same way. Times are in microseconds.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/units.h"
#include "core/machine/provenance.h"

namespace commlab {

using Json = nlohmann::ordered_json;

// The text of a whole JSON document: indented, with a line end.
std::string document(const Json&);

// null if there is no value.
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
Json us_json(const std::optional<Time>&);

// {"driver": "580.65", "load": {"before": 0.5, "after": 2}}
Json provenance_json(const Provenance&);

// A CSV cell with all digits; empty if there is no value.
std::string us_cell(const std::optional<Time>&);

}  // namespace commlab
