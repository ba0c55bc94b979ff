#include "core/machine_text/toml_reader.h"

#include <algorithm>
#include <optional>

#include "core/base/nearest.h"

namespace commlab {

Result<toml::table> parse_toml(std::string_view text, std::string_view file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return fail("{}:{}: not TOML: {}", file, error.source().begin.line, error.description());
  }
}

tl::unexpected<Error> TomlReader::fail_at(const toml::node& node, std::string_view sentence) const {
  return fail("{}:{}: {}", file_, node.source().begin.line, sentence);
}

tl::unexpected<Error> TomlReader::wrong(const toml::node& node, std::string_view key,
                                        std::string_view expected) const {
  return fail_at(node, fmt::format("{} is wrong here; expected {}", key, expected));
}

Status TomlReader::read(const toml::table& table, std::string_view where,
                        const std::vector<TomlKey>& keys) const {
  std::vector<std::string> names;
  for (const TomlKey& key : keys) names.push_back(key.name);
  for (const auto& [name, node] : table) {
    if (std::ranges::find(names, name.str()) != names.end()) continue;
    return fail("{}:{}: unknown key '{}'{}{}; expected {}", file_, name.source().begin.line, name.str(),
                where, suggestion(name.str(), names), fmt::join(names, ", "));
  }
  for (const TomlKey& key : keys) {
    const toml::node* node = table.get(key.name);
    if (node == nullptr) continue;
    if (const Status status = key.read(*node); !status) return status;
  }
  return {};
}

TomlKey TomlReader::text(std::string name, std::string& into) const {
  return {name, [this, name, &into](const toml::node& node) -> Status {
            if (!node.is_string()) return wrong(node, name, "a text in quotes");
            into = node.as_string()->get();
            return {};
          }};
}

TomlKey TomlReader::yes_or_no(std::string name, bool& into) const {
  return {name, [this, name, &into](const toml::node& node) -> Status {
            if (!node.is_boolean()) return wrong(node, name, "true or false");
            into = node.as_boolean()->get();
            return {};
          }};
}

TomlKey TomlReader::number(std::string name, int least, std::int64_t most, int& into) const {
  return {name, [this, name, least, most, &into](const toml::node& node) -> Status {
            if (!node.is_integer() || node.as_integer()->get() < least || node.as_integer()->get() > most) {
              return wrong(node, name, fmt::format("a whole number from {} to {}", least, most));
            }
            into = static_cast<int>(node.as_integer()->get());
            return {};
          }};
}

TomlKey TomlReader::share(std::string name, double& into) const {
  return {name, [this, name, &into](const toml::node& node) -> Status {
            const std::optional<double> value = node.value<double>();
            if (!node.is_number() || !(*value >= 0.001 && *value <= 1))
              return wrong(node, name, "a number from 0.001 to 1, as in 0.83");
            into = *value;
            return {};
          }};
}

TomlKey TomlReader::ratio(std::string name, double least, double most, double& into) const {
  return {name, [this, name, least, most, &into](const toml::node& node) -> Status {
            const std::optional<double> value = node.value<double>();
            if (!node.is_number() || !(*value >= least && *value <= most))
              return wrong(node, name, fmt::format("a number from {} to {}, as in 1.5", least, most));
            into = *value;
            return {};
          }};
}

TomlKey TomlReader::list(std::string name, std::string_view example,
                         std::function<Status(std::string_view)> take) const {
  return {name, [this, name, example, take](const toml::node& node) -> Status {
            const std::string expected = fmt::format("a list of texts, as in [\"{}\"]", example);
            if (!node.is_array()) return wrong(node, name, expected);
            for (const toml::node& element : *node.as_array()) {
              if (!element.is_string()) return wrong(element, name, expected);
              const Status status = take(element.as_string()->get());
              if (!status) return fail_at(element, status.error().message);
            }
            return {};
          }};
}

TomlKey TomlReader::table(std::string name, std::function<std::vector<TomlKey>()> keys) const {
  return {name, [this, name, keys](const toml::node& node) -> Status {
            if (!node.is_table()) return wrong(node, name, fmt::format("a table, [{}]", name));
            return read(*node.as_table(), fmt::format(" in [{}]", name), keys());
          }};
}

}  // namespace commlab
