#include "lessons/play/lesson_record.h"

#include <algorithm>

namespace commlab {

const LessonRecord::Answer* answer_to(const LessonRecord& record, int question) {
  const auto found = std::ranges::find(record.answers, question, &LessonRecord::Answer::question);
  return found == record.answers.end() ? nullptr : &*found;
}

const SceneKeys& changes_in(const LessonRecord& record, int step) {
  static const SceneKeys none;
  const auto found = std::ranges::find(record.edits, step, &std::pair<int, SceneKeys>::first);
  return found == record.edits.end() ? none : found->second;
}

}  // namespace commlab
