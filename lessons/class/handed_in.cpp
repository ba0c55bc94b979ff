#include "lessons/class/handed_in.h"

#include <algorithm>

#include "core/files/read_file.h"
#include "lessons/class/variant_of_name.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

std::int64_t latest_answer(const AnswerFile& file) {
  std::int64_t latest = 0;
  for (const LessonRecord& record : file.records)
    for (const LessonRecord::Answer& answer : record.answers)
      latest = std::max(latest, answer.answered.value_or(0));
  return latest;
}

std::vector<fs::path> json_files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// The answers in the file; those of a class are named "vote.json, ballot 3".
Result<std::vector<HandedIn>> answers_in(const fs::path& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  Result<std::vector<AnswerFile>> learners = parse_answer_files(*text);
  if (!learners) return fail("{}: {}", path.string(), learners.error().message);
  std::vector<HandedIn> all;
  for (AnswerFile& answers : *learners) {
    const std::string file = path.string();
    all.push_back({learners->size() == 1 ? file : fmt::format("{}, ballot {}", file, all.size() + 1),
                   std::move(answers)});
  }
  return all;
}

void add_handed_in(ReadHandedIn& read, HandedIn handed_in) {
  const auto same = std::ranges::find_if(read.files, [&](const HandedIn& other) {
    return !handed_in.answers.name.empty() &&
           name_as_compared(other.answers.name) == name_as_compared(handed_in.answers.name);
  });
  if (same == read.files.end()) {
    read.files.push_back(std::move(handed_in));
    return;
  }
  if (latest_answer(handed_in.answers) > latest_answer(same->answers)) std::swap(handed_in, *same);
  read.left_out.push_back(fmt::format("{}: {} handed in {} as well; the later one is counted", handed_in.file,
                                      handed_in.answers.name, same->file));
}

}  // namespace

Result<std::vector<fs::path>> answer_files(const std::vector<std::string>& words) {
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& file) {
    std::error_code unreadable;
    const bool there = std::ranges::any_of(
        files, [&](const fs::path& other) { return fs::equivalent(file, other, unreadable); });
    if (!there) files.push_back(file);  // a shell's *.json may name it again
  };
  for (const std::string& word : words) {
    std::error_code unreadable;
    if (fs::is_directory(word, unreadable)) {
      const std::vector<fs::path> inside = json_files_of(word);
      if (inside.empty()) return fail("{}: there are no .json files in this folder", word);
      for (const fs::path& file : inside) add(file);
    } else if (fs::exists(word, unreadable)) {
      add(word);
    } else {
      return fail("{}: there is no such file or folder; commlab lesson export > FILE.json writes one", word);
    }
  }
  return files;
}

ReadHandedIn read_handed_in(const std::vector<fs::path>& files) {
  ReadHandedIn read;
  for (const fs::path& path : files) {
    Result<std::vector<HandedIn>> answers = answers_in(path);
    if (!answers) read.left_out.push_back(answers.error().message);
    if (!answers) continue;
    for (HandedIn& handed_in : *answers) add_handed_in(read, std::move(handed_in));
  }
  return read;
}

}  // namespace commlab
