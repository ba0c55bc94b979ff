#pragma once
// Runs the built program as a user does, from a directory where it can find nothing by chance.

#include <string>

#include <nlohmann/json.hpp>

namespace commlab {

struct Said {
  int status;
  std::string out;
  std::string err;
};

// The words after `commlab`, as typed into a shell; `before` comes before it: "PATH=/nowhere".
Said commlab(const std::string& words, const std::string& before = "");

// With --format json, parsed. REQUIRES: the command ends with status 0.
nlohmann::json commlab_json(const std::string& words);

}  // namespace commlab
