#pragma once
// The fields of a message. No field that another process sends is trusted: these functions are the only way
// to read one, and they check its type and its range.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace commlab {

struct NumberRange {
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
};

inline constexpr NumberRange ports_to_reach{1, 65'535};

// nullopt: the field is missing, is no whole number, or is out of range.
std::optional<std::int64_t> number_field(const nlohmann::json& fields, std::string_view name, NumberRange);
// nullopt: it is missing, or is no list of such numbers.
std::optional<std::vector<std::int64_t>> numbers_field(const nlohmann::json& fields, std::string_view name,
                                                       NumberRange);
// nullopt: it is missing, or is no text. The text is printable (core/base/printable.h).
std::optional<std::string> text_field(const nlohmann::json& fields, std::string_view name);
// nullopt: it is missing, or is no list of at most `most` texts. The texts are printable.
std::optional<std::vector<std::string>> texts_field(const nlohmann::json& fields, std::string_view name,
                                                    std::size_t most);
// False if it is missing.
bool flag_field(const nlohmann::json& fields, std::string_view name);

}  // namespace commlab
