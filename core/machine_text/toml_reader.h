#pragma once
// Reads a TOML file key by key. Every key is one row of a list: its name and the function that reads its
// value, so that an unknown key can offer the nearest one, and every error says where it is.
//
//   const TomlReader reader("hcm8.toml");
//   reader.read(table, "", {reader.text("name", machine.name),
//                           reader.number("gpus", 1, 1024, gpus)});

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "core/base/error.h"

namespace commlab {

struct TomlKey {
  std::string name;
  std::function<Status(const toml::node&)> read;
};

// An error if the text is not TOML.
Result<toml::table> parse_toml(std::string_view text, std::string_view file);

// The variables that a key reads into, and the reader itself, must live as long as the key.
class TomlReader {
 public:
  explicit TomlReader(std::string_view file) : file_(file) {}

  // Reads the keys in the order of `keys`, not in that of the file. `where` names the table in an error: " in
  // [work]".
  Status read(const toml::table&, std::string_view where, const std::vector<TomlKey>& keys) const;

  TomlKey text(std::string name, std::string& into) const;
  TomlKey yes_or_no(std::string name, bool& into) const;
  TomlKey number(std::string name, int least, std::int64_t most, int& into) const;
  TomlKey share(std::string name, double& into) const;  // a part of a whole
  TomlKey ratio(std::string name, double least, double most, double& into) const;
  // A text with a unit: Time, Bytes or Bandwidth.
  template <class Value>
  TomlKey quantity(std::string name, Result<Value> (*parse)(std::string_view), std::string_view example,
                   Value& into) const;
  // Calls `take` with each text of a list; its error becomes one with file and line.
  TomlKey list(std::string name, std::string_view example,
               std::function<Status(std::string_view)> take) const;
  TomlKey table(std::string name, std::function<std::vector<TomlKey>()> keys) const;

  // Makes an error for a key of another kind.
  tl::unexpected<Error> fail_at(const toml::node&, std::string_view sentence) const;
  tl::unexpected<Error> wrong(const toml::node&, std::string_view key, std::string_view expected) const;

 private:
  std::string_view file_;
};

template <class Value>
TomlKey TomlReader::quantity(std::string name, Result<Value> (*parse)(std::string_view),
                             std::string_view example, Value& into) const {
  return {name, [this, name, parse, example, &into](const toml::node& node) -> Status {
            if (!node.is_string())
              return wrong(node, name, fmt::format("a text with a unit, as in \"{}\"", example));
            const Result<Value> value = parse(node.as_string()->get());
            if (!value) return fail_at(node, fmt::format("{}: {}", name, value.error().message));
            into = *value;
            return {};
          }};
}

}  // namespace commlab
