#pragma once
// Runs the built program as a user does, from a folder where it finds no data by chance.

#include <string>

#include <nlohmann/json.hpp>

namespace commlab {

// The folder of published tables, with a slash at its end.
inline const std::string shipped_tables = COMMLAB_SOURCE_DIR "/sim/measurements/";

struct Said {
  int status;
  std::string out;
  std::string err;
};

// Runs a line of the shell, in which $COMMLAB is the program. The status is the line's.
Said shell(const std::string& line);

// Runs commlab with these words, as typed into a shell; `before` stands in front of it: "PATH=/nowhere".
Said commlab(const std::string& words, const std::string& before = "");

// The output with --format json, parsed. REQUIRES: the command ends with status 0.
nlohmann::json commlab_json(const std::string& words);

}  // namespace commlab
