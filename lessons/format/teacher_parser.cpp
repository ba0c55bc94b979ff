#include "lessons/format/teacher_parser.h"

#include "lessons/format/key_table.h"

namespace commlab {

Result<TeacherBlock> parse_teacher(const LessonFilePart& part, std::string_view file) {
  TeacherBlock teacher{.line = part.line};
  const Status read =
      read_keys(part, file,
                {filled_row("notes", teacher.notes), number_row("minutes", 1, 600, teacher.minutes),
                 filled_row("board", teacher.board)});
  if (!read) return tl::unexpected(read.error());
  return teacher;
}

}  // namespace commlab
