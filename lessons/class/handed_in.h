#pragma once
// Reads the answer files of a class, one for each learner.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/class/tally.h"

namespace commlab {

struct ReadHandedIn {
  std::vector<HandedIn> files;
  std::vector<std::string> left_out;  // sentences: "bob.json: this is no answer file"
};

// A word names a file, or a folder, which stands for all its *.json files. An error: a word names neither, or
// the folder has no such file.
Result<std::vector<std::filesystem::path>> answer_files(const std::vector<std::string>& words);

// Broken files are left out. If several files have the same name_as_compared(), the one with the latest
// answer is used.
ReadHandedIn read_handed_in(const std::vector<std::filesystem::path>&);

}  // namespace commlab
