#include "lessons/format/header_parser.h"

#include <algorithm>

#include "lessons/format/key_table.h"
#include "lessons/model/misconceptions.h"

namespace commlab {
namespace {

constexpr int newest_format = 1;

Status check_variation_name(const std::string& name) {
  const bool word = std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (word && !(name[0] >= '0' && name[0] <= '9')) return {};
  return fail("'{}' is no name: letters, digits and _ are", name);
}

Status read_variation(const LessonKey& key, const std::string& name, Lesson& lesson) {
  if (const Status fine = check_variation_name(name); !fine) return fine;
  return texts_of(key.value).and_then([&](std::vector<std::string> values) -> Status {
    if (values.size() < 2) return fail("at least two values are needed, as in [\"1 KiB\", \"4 KiB\"]");
    lesson.vary.push_back({name, std::move(values)});
    return {};
  });
}

Status read_fights(const LessonKey& key, Lesson& lesson) {
  return texts_of(key.value).and_then([&](std::vector<std::string> codes) -> Status {
    for (const std::string& code : codes)
      if (const auto known = misconception_of(code); !known) return tl::unexpected(known.error());
    lesson.fights = std::move(codes);
    return {};
  });
}

}  // namespace

Status read_header(const LessonFilePart& part, Lesson& lesson) {
  int format = newest_format;
  const Status all = read_keys(
      part, lesson.file,
      {text_row("id", lesson.id), text_row("title", lesson.title),
       number_row("minutes", 1, 600, lesson.minutes), list_row("needs", lesson.needs),
       LessonKeyRow{"fights",
                    [&](const LessonKey& key, const std::string&) { return read_fights(key, lesson); }},
       list_row("tags", lesson.tags), text_row("goal", lesson.goal),
       number_row("format", 1, 1'000'000, format),
       LessonKeyRow{"vary.*", [&](const LessonKey& key, const std::string& name) {
                      return read_variation(key, name, lesson);
                    }}});
  if (!all) return all;
  if (format > newest_format)
    return fail_in_lesson(
        lesson.file, part.line,
        fmt::format("the lesson has format {}; this program reads up to {}: a newer commlab is needed",
                    format, newest_format));
  return {};
}

}  // namespace commlab
