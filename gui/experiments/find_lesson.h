#pragma once
// Finds lessons: the files NN-name.lesson.md of one folder, or any file by its path.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"

namespace commlab {

// All lesson files, sorted by their names, which begin with the lessons' numbers.
std::vector<std::filesystem::path> lesson_files(const std::filesystem::path& folder);

// `what` is a number ("7"), a file's name or a lesson's id ("three-copies"), or a path. An error suggests the
// nearest name.
Result<std::filesystem::path> find_lesson(const std::string& what, const std::filesystem::path& folder);

// The lessons that the words name; without words, all lessons of the folder. An error: there are none.
Result<std::vector<std::filesystem::path>> named_or_all_lessons(const std::vector<std::string>& words,
                                                                const std::filesystem::path& folder);

// Reads the same lessons, with their script files. An error in one lesson is an error of the call.
Result<std::vector<Lesson>> read_named_or_all_lessons(const std::vector<std::string>& words,
                                                      const std::filesystem::path& folder, const Laboratory&);

// The lessons that come before this one: "6 What a message costs"; only the id if the lesson is not in `all`.
std::vector<std::string> names_of_needs(const Lesson&, const std::vector<Lesson>& all);

}  // namespace commlab
