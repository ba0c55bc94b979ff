#include "gui/experiments/find_lesson.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/base/nearest.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/script_files.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view lesson_ending = ".lesson.md";

// "07-three-copies", and without its number "three-copies".
std::string stem_of(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.size() - std::min(name.size(), lesson_ending.size()));
}
std::string name_of_stem(const std::string& stem) {
  const std::size_t word = stem.find_first_not_of("0123456789-");
  return word == std::string::npos ? stem : stem.substr(word);
}

int number_of(const std::string& text) {
  int number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && (rest == text.data() + text.size() || *rest == '-') ? number : 0;
}

bool is_whole_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::vector<fs::path> lesson_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (entry.path().filename().string().ends_with(lesson_ending)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

Result<fs::path> find_lesson(const std::string& what, const fs::path& folder) {
  std::error_code unreadable;
  if (fs::exists(what, unreadable) && !fs::is_directory(what, unreadable)) return fs::path(what);
  std::vector<std::string> names;
  for (const fs::path& file : lesson_files(folder)) {
    const std::string stem = stem_of(file), name = name_of_stem(stem);
    if (is_whole_number(what) ? number_of(stem) == number_of(what) : what == stem || what == name)
      return file;
    names.push_back(name);
  }
  if (what.ends_with(".md")) return fail("{}: there is no such file", what);
  for (const fs::path& file : lesson_files(folder))
    if (const auto lesson = read_lesson(file); lesson && lesson->id == what) return file;
  return fail("there is no lesson '{}'{}; commlab lesson lists them", what, suggestion(what, names));
}

Result<std::vector<fs::path>> named_or_all_lessons(const std::vector<std::string>& words,
                                                   const fs::path& folder) {
  std::vector<fs::path> files;
  if (words.empty()) files = lesson_files(folder);
  if (words.empty() && files.empty()) return fail("there are no lessons in {}", folder.string());
  for (const std::string& word : words) {
    const auto file = find_lesson(word, folder);
    if (!file) return tl::unexpected(file.error());
    files.push_back(*file);
  }
  return files;
}

Result<std::vector<Lesson>> read_named_or_all_lessons(const std::vector<std::string>& words,
                                                      const fs::path& folder, const Laboratory& lab) {
  const auto files = named_or_all_lessons(words, folder);
  if (!files) return tl::unexpected(files.error());
  std::vector<Lesson> lessons;
  for (const fs::path& file : *files) {
    Result<Lesson> lesson = read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    lessons.push_back(with_script_files(*std::move(lesson), lab));
  }
  return lessons;
}

namespace {

// The title up to its colon: "What a message costs".
std::string short_title(const Lesson& lesson) { return lesson.title.substr(0, lesson.title.find(':')); }

}  // namespace

std::vector<std::string> names_of_needs(const Lesson& lesson, const std::vector<Lesson>& all) {
  std::vector<std::string> names;
  for (const std::string& id : lesson.needs) {
    const auto need = std::ranges::find(all, id, &Lesson::id);
    names.push_back(need == all.end()  ? id
                    : need->number > 0 ? fmt::format("{} {}", need->number, short_title(*need))
                                       : short_title(*need));
  }
  return names;
}

}  // namespace commlab
