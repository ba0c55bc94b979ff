#pragma once
// An option that takes a number of a range. (CLI11 cuts an integer that does not fit into its type, and finds
// "nan" in every range.)

#include <string>
#include <type_traits>

#include <CLI/CLI.hpp>

#include "core/base/numbers.h"

namespace commlab {

// `into` may be optional: it stays empty if the option is not given.
template <class Number, class Into>
CLI::Option* add_number(CLI::App& app, const std::string& name, Into& into, Number least, Number most,
                        const std::string& help) {
  const auto read = [name, &into, least, most](const std::string& text) {
    const auto number = parse_number<Number>(text);
    if (!number || !(least <= *number && *number <= most))
      throw CLI::ValidationError(fmt::format("{}: '{}' is no {} from {} to {}", name, text,
                                             std::is_integral_v<Number> ? "whole number" : "number", least,
                                             most));
    into = *number;
  };
  return app.add_option_function<std::string>(name, read, help)->type_name("N");
}

}  // namespace commlab
