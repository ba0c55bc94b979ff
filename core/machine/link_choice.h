#pragma once
// Which links of a topology may be used: all of them, or NVLinks alone.

#include <cstdint>
#include <string_view>

#include "core/base/named_values.h"

namespace commlab {

enum class LinkChoice : std::uint8_t { all, nvlink };

inline constexpr NamedValue<LinkChoice> link_choices[] = {{"all", LinkChoice::all},
                                                          {"nvlink", LinkChoice::nvlink}};
constexpr std::string_view name_of(LinkChoice choice) { return name_in(link_choices, choice); }
// The words that follow a figure which holds for these links: ", over NVLinks alone"; empty for all links.
constexpr std::string_view condition_of(LinkChoice choice) {
  return choice == LinkChoice::nvlink ? ", over NVLinks alone" : "";
}

}  // namespace commlab
