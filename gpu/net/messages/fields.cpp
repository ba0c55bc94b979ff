#include "gpu/net/messages/fields.h"

#include <utility>

#include "core/base/printable.h"

namespace commlab {
namespace {

const nlohmann::json* field_named(const nlohmann::json& fields, std::string_view name) {
  const auto field = fields.find(name);  // the end, if these fields are no object
  return field == fields.end() ? nullptr : &*field;
}

std::optional<std::int64_t> number_in(const nlohmann::json& value, NumberRange range) {
  if (!value.is_number_integer()) return std::nullopt;
  if (value.is_number_unsigned() && !std::in_range<std::int64_t>(value.get<std::uint64_t>()))
    return std::nullopt;
  const auto number = value.get<std::int64_t>();
  return number >= range.least && number <= range.most ? std::optional(number) : std::nullopt;
}

std::optional<std::string> text_in(const nlohmann::json& value) {
  if (!value.is_string()) return std::nullopt;
  return printable(value.get_ref<const std::string&>());
}

}  // namespace

std::optional<std::int64_t> number_field(const nlohmann::json& fields, std::string_view name,
                                         NumberRange range) {
  const nlohmann::json* field = field_named(fields, name);
  return field ? number_in(*field, range) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> numbers_field(const nlohmann::json& fields, std::string_view name,
                                                       NumberRange range) {
  const nlohmann::json* field = field_named(fields, name);
  if (!field || !field->is_array()) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const nlohmann::json& value : *field) {
    const auto number = number_in(value, range);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::string> text_field(const nlohmann::json& fields, std::string_view name) {
  const nlohmann::json* field = field_named(fields, name);
  return field ? text_in(*field) : std::nullopt;
}

std::optional<std::vector<std::string>> texts_field(const nlohmann::json& fields, std::string_view name,
                                                    std::size_t most) {
  const nlohmann::json* field = field_named(fields, name);
  if (!field || !field->is_array() || field->size() > most) return std::nullopt;
  std::vector<std::string> texts;
  for (const nlohmann::json& value : *field) {
    auto text = text_in(value);
    if (!text) return std::nullopt;
    texts.push_back(std::move(*text));
  }
  return texts;
}

bool flag_field(const nlohmann::json& fields, std::string_view name) {
  const nlohmann::json* field = field_named(fields, name);
  return field && field->is_boolean() && field->get<bool>();
}

}  // namespace commlab
