#include "lessons/format/measure_parser.h"

#include "lessons/format/key_table.h"

namespace commlab {

Result<MeasureBlock> parse_measure(const LessonFilePart& part, std::string_view file) {
  MeasureBlock measure{.line = part.line};
  const Status read = read_keys(
      part, file,
      {text_row("data", measure.data), text_row("live", measure.live), filled_row("says", measure.says),
       expression_row("compare", [&](Expression e) { measure.compare = std::move(e); })});
  if (!read) return tl::unexpected(read.error());
  if (measure.data.empty() && measure.live.empty() && measure.says.empty())
    return fail_in_lesson(file, part.line, "'data', 'live' or 'says' is missing: what it is compared with");
  return measure;
}

}  // namespace commlab
