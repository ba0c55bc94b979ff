#pragma once
// What a command consists of, as CLI11 knows it and as --help shows it.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace commlab {

// As a user types it: "commlab machine show".
inline std::string typed(const CLI::App& app) {
  return app.get_parent() ? typed(*app.get_parent()) + ' ' + app.get_name() : app.get_name();
}

// Its commands, without those that no help shows.
inline std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

inline std::vector<const CLI::Option*> arguments_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

inline std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options(
      [](const CLI::Option* option) { return !option->get_positional() && !option->get_group().empty(); });
}

}  // namespace commlab
