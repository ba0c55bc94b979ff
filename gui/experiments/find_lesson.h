#pragma once
// The lessons there are: files NN-name.lesson.md of one folder, or any file that is named.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"

namespace commlab {

// In order of their names, which begin with their numbers.
std::vector<std::filesystem::path> lesson_files(const std::filesystem::path& folder);

// "7", "three-copies" (a file's name or an id), or a path. An error offers the nearest.
Result<std::filesystem::path> find_lesson(const std::string& what, const std::filesystem::path& folder);

// Those that the words name, or without words all that there are; an error where there is none.
Result<std::vector<std::filesystem::path>> named_or_all_lessons(const std::vector<std::string>& words,
                                                                const std::filesystem::path& folder);

// The same, read, with their script files; an error of one is an error.
Result<std::vector<Lesson>> read_named_or_all_lessons(const std::vector<std::string>& words,
                                                      const std::filesystem::path& folder, const Laboratory&);

// What comes before the lesson: "6 What a message costs"; of one that is not among `all`, its
// id.
std::vector<std::string> names_of_needs(const Lesson&, const std::vector<Lesson>& all);

}  // namespace commlab
