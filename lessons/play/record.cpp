#include "lessons/play/record.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "lessons/model/shuffled_choices.h"
#include "lessons/text/utc.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path file_of(std::string_view lesson, const fs::path& folder) {
  return folder / fmt::format("{}.json", lesson);
}

Json json_of(const LessonRecord::Answer& answer) {
  Json json = {{"question", answer.question},       {"first", answer.first},   {"last", answer.last},
               {"first_right", answer.first_right}, {"solved", answer.solved}, {"shown", answer.shown},
               {"attempts", answer.attempts},       {"hints", answer.hints}};
  if (!answer.stars.empty()) json["stars"] = answer.stars;
  if (answer.stars_shown) json["stars_shown"] = true;
  if (answer.answered) json["answered"] = utc_text(*answer.answered);
  if (answer.took) json["took_s"] = *answer.took;
  return json;
}

// A whole number that T can hold. get() alone would cast any number, 1e99 too.
template <class T>
T whole_number(const Json& json) {
  const bool fits = json.is_number_unsigned()
                        ? std::in_range<T>(json.get<std::uint64_t>())
                        : json.is_number_integer() && std::in_range<T>(json.get<std::int64_t>());
  if (!fits) throw std::out_of_range("a number that is in no record");
  return json.get<T>();
}

// So many attempts, hints or seconds that counting on from them, or adding them up, cannot overflow.
template <class T>
T count_in(const Json& json) {
  constexpr T most = 1'000'000'000;
  const T count = whole_number<T>(json);
  if (count < 0 || count > most) throw std::out_of_range("a count that is in no record");
  return count;
}

// Nothing where the key is missing: records of older programs have no times.
std::optional<std::int64_t> optional_count(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? std::nullopt : std::optional(count_in<std::int64_t>(*found));
}

LessonRecord::Answer answer_of(const Json& json) {
  return {.question = whole_number<int>(json.at("question")),
          .first = json.at("first").get<std::string>(),
          .last = json.at("last").get<std::string>(),
          .first_right = json.at("first_right").get<bool>(),
          .solved = json.at("solved").get<bool>(),
          .shown = json.value("shown", false),
          .stars = json.value("stars", std::vector<std::string>()),
          .stars_shown = json.value("stars_shown", false),
          .attempts = count_in<int>(json.at("attempts")),
          .hints = count_in<int>(json.at("hints")),
          .answered = parse_utc(json.value("answered", "")),
          .took = optional_count(json, "took_s")};
}

Json json_of(const LessonRecord& record) {
  Json answers = Json::array(), edits = Json::array();
  for (const LessonRecord::Answer& answer : record.answers) answers.push_back(json_of(answer));
  for (const auto& [step, keys] : record.edits)
    for (const auto& [key, value] : keys) edits.push_back({{"step", step}, {"key", key}, {"value", value}});
  Json json = {{"lesson", record.lesson}, {"variant", record.variant}, {"step", record.step}};
  if (!record.questions.empty()) json["questions"] = record.questions;
  json["answers"] = std::move(answers);
  json["edits"] = std::move(edits);
  return json;
}

void add_edit(LessonRecord& record, const Json& edit) {
  const int step = whole_number<int>(edit.at("step"));
  auto found = std::ranges::find(record.edits, step, &std::pair<int, SceneKeys>::first);
  if (found == record.edits.end()) found = record.edits.insert(found, {step, {}});
  found->second.emplace_back(edit.at("key").get<std::string>(), edit.at("value").get<std::string>());
}

LessonRecord record_of(const Json& json) {
  LessonRecord record{.lesson = json.at("lesson").get<std::string>(),
                      .variant = whole_number<std::uint64_t>(json.at("variant")),
                      .step = whole_number<int>(json.at("step")),
                      .answers = {},
                      .edits = {},
                      .questions = json.value("questions", "")};
  for (const Json& answer : json.at("answers")) record.answers.push_back(answer_of(answer));
  for (const Json& edit : json.at("edits")) add_edit(record, edit);
  return record;
}

AnswerFile answer_file_of(const Json& json) {
  AnswerFile file{.name = json.value("name", ""), .records = {}};
  for (const Json& record : json.at("lessons")) file.records.push_back(record_of(record));
  return file;
}

Result<LessonRecord> record_in(const fs::path& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_record(*text).map_error([&](const Error& error) {
    return Error{fmt::format("{}: {}", file.string(), error.message), error.fault};
  });
}

}  // namespace

fs::path record_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && *state) return fs::path(state) / "commlab" / "lessons";
  const char* home = std::getenv("HOME");
  return fs::path(home ? home : "/") / ".local" / "state" / "commlab" / "lessons";
}

LessonRecord new_record(const Lesson& lesson) {
  std::random_device chance;
  return {.lesson = lesson.id, .variant = chance() % variants_of(lesson), .answers = {}, .edits = {}};
}

Result<LessonRecord> read_record(const Lesson& lesson, const fs::path& folder) {
  const fs::path file = file_of(lesson.id, folder);
  std::error_code unreadable;
  if (!fs::exists(file, unreadable)) return new_record(lesson);
  return record_in(file).map_error([&](const Error& error) {
    return Error{fmt::format("{}; --anew begins the lesson again", error.message), error.fault};
  });
}

Status save_record(const LessonRecord& record, const fs::path& folder) {
  return write_file_and_folders(file_of(record.lesson, folder), record_text(record));
}

Status forget_record(const Lesson& lesson, const fs::path& folder) {
  std::error_code failed;
  fs::remove(file_of(lesson.id, folder), failed);
  if (failed) return fail(Fault::runtime, "{}: {}", file_of(lesson.id, folder).string(), failed.message());
  return {};
}

Result<std::string> exported_records(const fs::path& folder, std::string_view name) {
  std::vector<fs::path> files;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  Json all = Json::array();
  for (const fs::path& file : files) {
    const Result<LessonRecord> record = record_in(file);
    if (!record) return tl::unexpected(record.error());
    all.push_back(json_of(*record));
  }
  Json json = {{"format", answer_file_format}};
  if (!name.empty()) json["name"] = std::string(name);
  json["lessons"] = std::move(all);
  return json_text(json, 2) + "\n";
}

std::string record_text(const LessonRecord& record) { return json_text(json_of(record), 2) + "\n"; }

std::string class_file_text(const std::vector<AnswerFile>& learners) {
  Json all = Json::array();
  for (const AnswerFile& learner : learners) {
    Json lessons = Json::array();
    for (const LessonRecord& record : learner.records) lessons.push_back(json_of(record));
    all.push_back({{"lessons", std::move(lessons)}});
  }
  const Json json = {{"format", class_file_format}, {"class", std::move(all)}};
  return json_text(json, 2) + "\n";
}

Result<std::vector<AnswerFile>> parse_answer_files(std::string_view text) {
  constexpr std::string_view cure = "commlab lesson export writes one";
  try {
    const Json json = Json::parse(text);
    const std::int64_t format =
        json.contains("format") ? whole_number<std::int64_t>(json.at("format")) : answer_file_format;
    if (format > class_file_format)
      return fail("it is of format {}, and this commlab reads up to {}", format, class_file_format);
    std::vector<AnswerFile> files;
    if (format == class_file_format)
      for (const Json& learner : json.at("class")) files.push_back(answer_file_of(learner));
    else
      files.push_back(answer_file_of(json));
    return files;
  } catch (const Json::parse_error&) {
    return fail("this is no JSON, or was cut off; {}", cure);
  } catch (const std::exception&) {
    return fail("this is no answer file; {}", cure);
  }
}

Result<LessonRecord> parse_record(std::string_view text) {
  try {
    return record_of(Json::parse(text));
  } catch (const std::exception&) {
    return fail("this is no record of a lesson");
  }
}

bool completed(const Lesson& lesson, const LessonRecord& record) {
  int number = 0;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items) {
      const auto* question = std::get_if<Question>(&item);
      if (!question) continue;
      const auto answer = std::ranges::find(record.answers, number++, &LessonRecord::Answer::question);
      if (step.part == StepPart::extra) continue;
      if (answer == record.answers.end() ||
          !(question->predicts ? answer->attempts > 0 : answer->solved || answer->shown))
        return false;
    }
  return number > 0 || record.step == static_cast<int>(lesson.steps.size()) - 1;
}

}  // namespace commlab
