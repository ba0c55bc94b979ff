#pragma once
// The files with a learner's records: one for each lesson, written again after every answer.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/play/lesson_record.h"

namespace commlab {

// $XDG_STATE_HOME/commlab/lessons, or ~/.local/state/commlab/lessons.
std::filesystem::path record_folder();

// An empty record. Its variant is random, so that learners who sit side by side have different numbers.
LessonRecord new_record(const Lesson&);
// The lesson's record, or a new one if there is none. An error: the file is not a record.
Result<LessonRecord> read_record(const Lesson&, const std::filesystem::path& folder);
// Writes the whole file or nothing: after a crash, the old file is still there.
Status save_record(const LessonRecord&, const std::filesystem::path& folder);
Status forget_record(const Lesson&, const std::filesystem::path& folder);

// All records of the folder as one answer file, which a learner hands in. It is JSON: "format"
// (answer_file_format), "name" if one is given, and "lessons", each as in record_text(), with the time of
// each first answer ("answered", UTC) and how long it took ("took_s", seconds).
Result<std::string> exported_records(const std::filesystem::path& folder, std::string_view name = {});

// The answers that one learner handed in.
struct AnswerFile {
  std::string name;  // empty: none is given
  std::vector<LessonRecord> records;
};
inline constexpr int answer_file_format = 1, class_file_format = 2;
// The answers of a class that has voted, as one answer file: "class" is a list of learners, each with
// "lessons" as above, and without names.
std::string class_file_text(const std::vector<AnswerFile>&);
// The answers in a file: of one learner, or of each learner of a class. An error: the text is no JSON, no
// answer file, or of a newer format than this program reads.
Result<std::vector<AnswerFile>> parse_answer_files(std::string_view text);

// A record as JSON, and back.
std::string record_text(const LessonRecord&);
Result<LessonRecord> parse_record(std::string_view text);

// Whether every prediction is made and every check is solved or shown, except in steps marked {extra}.
bool completed(const Lesson&, const LessonRecord&);

}  // namespace commlab
