#pragma once
// Whose answers are kept on a computer that several share: a folder for each name, and the records' own
// folder for who gave none.
//
//   lessons/three-copies.json                     without a name
//   lessons/learners/Ada/three-copies.json        commlab lesson 7 --name Ada

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

// Where his records are, or will be. Names that name_as_compared() holds for one are one learner.
std::filesystem::path folder_of_learner(std::string_view name, const std::filesystem::path& records);

// Of whom there are records, as they spelled their names at first; in the order of the letters.
std::vector<std::string> learners_in(const std::filesystem::path& records);

// What he hands in (exported_records). Where nobody has ever given a name, what is there is his. An error: he
// has answered nothing here; it says who has.
Result<std::string> exported_by(std::string_view name, const std::filesystem::path& records);

}  // namespace commlab
