#include "sim/faults.h"

#include <charconv>
#include <optional>

#include "core/base/numbers.h"

namespace commlab {

Status set_jitter(Faults& faults, std::string_view text) {
  std::optional<double> percent;
  if (text.ends_with('%'))
    percent = parse_number<double>(text.substr(0, text.size() - 1), std::chars_format::fixed);
  if (!percent || *percent < 0 || *percent > 100) {
    return fail("--jitter '{}': not a percentage; expected 0% to 100%, as in 5%", text);
  }
  faults.jitter = *percent / 100;
  return {};
}

}  // namespace commlab
