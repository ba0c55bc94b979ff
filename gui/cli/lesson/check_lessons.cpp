#include "gui/cli/lesson/check_lessons.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/laboratory.h"
#include "lessons/check/checker.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/text/file_watch.h"

namespace commlab {
namespace {

std::string verdict_text(const LessonVerdict& verdict) {
  std::string text;
  for (const std::string& problem : verdict.problems) text += problem + "\n";
  const std::string variants = verdict.variants > 1 ? fmt::format(", {} variants", verdict.variants) : "";
  const auto [five, fifteen, fifty] = verdict.cut_minutes;
  const std::string cuts =
      verdict.has_core ? fmt::format(" (cuts: {:.0f}, {:.0f} and {:.0f} min)", five, fifteen, fifty) : "";
  text += fmt::format("{}  {}: {}, {}, {} min{}{}\n", verdict.problems.empty() ? "ok    " : "WRONG ",
                      verdict.title, counted(verdict.steps, "step"), counted(verdict.questions, "question"),
                      verdict.minutes, cuts, variants);
  return text;
}

// The lessons in `needs` that are not among the shipped lessons.
std::vector<std::string> missing_needs(const Lesson& lesson, const std::vector<std::string>& ids) {
  std::vector<std::string> problems;
  for (const std::string& need : lesson.needs)
    if (std::ranges::find(ids, need) == ids.end())
      problems.push_back(
          fmt::format("{}:1: needs: there is no lesson '{}'{}", lesson.file, need, suggestion(need, ids)));
  return problems;
}

std::vector<std::string> shipped_ids(const Tools& tools) {
  std::vector<std::string> ids;
  for (const std::filesystem::path& file : lesson_files(tools.lesson_folder))
    if (const Result<Lesson> lesson = read_lesson(file)) ids.push_back(lesson->id);
  return ids;
}

struct Checked {
  std::string text;
  bool fine = false;
};

Checked checked(const std::filesystem::path& file, const Laboratory& lab, const std::vector<std::string>& ids,
                std::optional<std::uint64_t> variant) {
  const Result<Lesson> lesson = read_lesson(file);
  if (!lesson) return {fmt::format("{}\nWRONG   {}\n", lesson.error().message, file.filename().string())};
  LessonVerdict verdict = check_lesson(*lesson, lab, limits_of_a_check, variant);
  for (const std::string& problem : missing_needs(*lesson, ids)) verdict.problems.push_back(problem);
  return {verdict_text(verdict), verdict.problems.empty()};
}

// Calls work(0) ... work(tasks - 1), as many at the same time as this computer has cores.
void at_the_same_time(std::size_t tasks, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto work_off = [&] {
    for (std::size_t task = next++; task < tasks; task = next++) work(task);
  };
  std::vector<std::jthread> others;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < std::min(cores, tasks); ++i) others.emplace_back(work_off);
  work_off();
}

}  // namespace

Result<int> check_lessons(const std::vector<std::string>& words, std::optional<std::uint64_t> variant,
                          const Tools& tools) {
  const auto files = named_or_all_lessons(words, tools.lesson_folder);
  if (!files) return tl::unexpected(files.error());
  const Laboratory lab = laboratory(tools);
  const std::vector<std::string> ids = shipped_ids(tools);
  std::vector<Checked> all(files->size());
  Progress progress;
  std::mutex reporting;
  std::size_t done = 0;
  at_the_same_time(all.size(), [&](std::size_t i) {
    all[i] = checked((*files)[i], lab, ids, variant);
    const std::lock_guard lock(reporting);
    ++done;
    progress.report(static_cast<double>(done) / static_cast<double>(all.size()),
                    fmt::format("{} of {} checked, last {}", done,
                                counted(static_cast<std::int64_t>(all.size()), "lesson"),
                                (*files)[i].stem().stem().string()));
  });
  std::string text;
  for (const Checked& one : all) text += one.text;
  const bool fine = std::ranges::all_of(all, &Checked::fine);
  return deliver({}, text).map([&] { return fine ? 0 : 1; });
}

Result<int> check_lessons_whenever_saved(const std::vector<std::string>& words,
                                         std::optional<std::uint64_t> variant, const Tools& tools) {
  if (words.size() != 1)
    return fail("--watch: name one file, as in commlab lesson --check --watch my-lesson.lesson.md");
  const auto file = find_lesson(words[0], tools.lesson_folder);
  if (!file) return tl::unexpected(file.error());
  Result<FileWatch> watch = FileWatch::of(*file);
  if (!watch) return tl::unexpected(watch.error());
  while (true) {
    if (const Result<int> checked = check_lessons({file->string()}, variant, tools); !checked) return checked;
    if (const Status said =
            deliver({}, "        checking again whenever the file is saved; Ctrl-C ends this\n");
        !said)
      return tl::unexpected(said.error());
    if (const Status saved = watch->wait_until_saved(); !saved) return tl::unexpected(saved.error());
  }
}

}  // namespace commlab
