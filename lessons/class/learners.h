#pragma once
// The learners whose answers are kept on a computer that several of them share: a folder for each name.
// Answers given without a name are in the records' own folder.
//
//   lessons/three-copies.json                     without a name
//   lessons/learners/Ada/three-copies.json        commlab lesson 7 --name Ada

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

// The folder in which a learner's records are, or will be. Names with the same name_as_compared() are one
// learner.
std::filesystem::path folder_of_learner(std::string_view name, const std::filesystem::path& records);

// The names of all learners with records, as they were spelled at first, sorted.
std::vector<std::string> learners_in(const std::filesystem::path& records);

// What a learner hands in (exported_records). If nobody has ever given a name here, all records are the
// learner's. An error: the learner has answered nothing here; the message names the learners who have.
Result<std::string> exported_by(std::string_view name, const std::filesystem::path& records);

}  // namespace commlab
