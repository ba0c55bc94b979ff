#pragma once
// The answer files of a class, read; of each learner one.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/tally.h"

namespace commlab {

struct ReadHandedIn {
  std::vector<HandedIn> files;
  std::vector<std::string> left_out;  // sentences: "bob.json: this is no answer file"
};

// Files, and of a folder all *.json in it, by their names. An error: a word is neither, or no file is there.
Result<std::vector<std::filesystem::path>> answer_files(const std::vector<std::string>& words);

// Broken ones are left out. Of those with one name (as compared for variants), the one with the latest answer
// is taken.
ReadHandedIn read_handed_in(const std::vector<std::filesystem::path>&);

}  // namespace commlab
