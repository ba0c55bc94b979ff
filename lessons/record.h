#pragma once
// What is kept of a learner, in files of his own: one for each lesson, written anew after every answer.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/player.h"

namespace commlab {

// $XDG_STATE_HOME/commlab/lessons, or ~/.local/state/commlab/lessons.
std::filesystem::path record_folder();

// One that begins. Its variant is drawn by chance, so that neighbours have different numbers.
LessonRecord new_record(const Lesson&);
// A new one where there is none. An error: the file is there, and is no record.
Result<LessonRecord> read_record(const Lesson&, const std::filesystem::path& folder);
// Whole or not at all: a crash leaves the old one.
Status save_record(const LessonRecord&, const std::filesystem::path& folder);
Status forget_record(const Lesson&, const std::filesystem::path& folder);

// All that is in the folder, as one answer file: what a learner hands in. JSON: "format"
// (answer_file_format), "name" where one is given, and "lessons", each as record_text() has it, with when
// questions were first answered ("answered", UTC) and how long that took ("took_s", seconds).
Result<std::string> exported_records(const std::filesystem::path& folder, std::string_view name = {});

// What one learner handed in.
struct AnswerFile {
  std::string name;  // empty: none is given
  std::vector<LessonRecord> records;
};
inline constexpr int answer_file_format = 1;
// An error: it is no JSON, none of ours, or newer than this program.
Result<AnswerFile> parse_answer_file(std::string_view text);

// JSON.
std::string record_text(const LessonRecord&);
Result<LessonRecord> parse_record(std::string_view text);

// Every prediction is made and every check solved or shown; but those of extra steps may be left out.
bool completed(const Lesson&, const LessonRecord&);

}  // namespace commlab
