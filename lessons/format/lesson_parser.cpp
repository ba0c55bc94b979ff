#include "lessons/format/lesson_parser.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/files/read_file.h"
#include "lessons/expression/fill.h"
#include "lessons/format/explore_parser.h"
#include "lessons/format/header_parser.h"
#include "lessons/format/key_table.h"
#include "lessons/format/lesson_text.h"
#include "lessons/format/measure_parser.h"
#include "lessons/format/plot_parser.h"
#include "lessons/format/question_parser.h"
#include "lessons/format/scene_checks.h"
#include "lessons/format/teacher_parser.h"
#include "lessons/format/view_parser.h"
#include "lessons/model/scene_keys.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

constexpr std::size_t largest_file = 1 << 18;

const std::vector<std::string> block_words = {"lesson", "scene",    "script",  "view", "predict", "check",
                                              "hint",   "solution", "measure", "plot", "explore", "teacher"};

// "07-three-copies.lesson.md" is number 7.
int number_of(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const std::size_t dash = name.find('-');
  return dash == std::string::npos ? 0 : parse_number<int>(name.substr(0, dash)).value_or(0);
}

// One function for each block, each with a table of the keys that the block has.
class LessonReader {
 public:
  LessonReader(std::string_view text, std::string file) : text_(text) {
    lesson_.file = std::move(file);
    lesson_.number = number_of(lesson_.file);
  }

  Result<Lesson> lesson() {
    if (text_.size() > largest_file)
      return fail("{}: {} bytes; a lesson has at most {}", lesson_.file, text_.size(), largest_file);
    const auto parts = lesson_parts(text_, lesson_.file, block_words);
    if (!parts) return tl::unexpected(parts.error());
    for (const LessonFilePart& part : *parts)
      if (const Status read = take(part); !read) return tl::unexpected(read.error());
    if (const Status fine = check_whole(); !fine) return tl::unexpected(fine.error());
    return std::move(lesson_);
  }

 private:
  tl::unexpected<Error> fail_at(int line, std::string_view sentence) const {
    return fail_in_lesson(lesson_.file, line, sentence);
  }

  Status take(const LessonFilePart& part) {
    switch (part.kind) {
      case LessonFilePart::Kind::heading: return take_heading(part);
      case LessonFilePart::Kind::prose: return take_prose(part);
      case LessonFilePart::Kind::block: return take_block(part);
    }
    return {};
  }

  Status take_heading(const LessonFilePart& part) {
    if (part.level == 1) {
      if (!lesson_.steps.empty())
        return fail_at(part.line, "a title (#) stands at the beginning; a step begins with ##");
      title_ = part.text;
      return {};
    }
    LessonStep step{.title = part.text, .line = part.line, .items = {}};
    if (const Status fine = take_mark(step); !fine) return fine;
    lesson_.steps.push_back(std::move(step));
    for (Prose& prose : before_first_step_) lesson_.steps.back().items.emplace_back(std::move(prose));
    before_first_step_.clear();
    return {};
  }

  // "Make it faster {extra}": the mark is no part of the title.
  Status take_mark(LessonStep& step) {
    const std::string_view title = step.title;
    const std::size_t brace = title.rfind('{');
    if (!title.ends_with('}') || brace == std::string_view::npos) return {};
    const std::string mark(title.substr(brace));
    if (mark != "{core}" && mark != "{extra}")
      return fail_at(step.line,
                     fmt::format("a step is {{core}}, {{extra}} or has no mark, but this one is {}", mark));
    step.part = mark == "{core}" ? StepPart::core : StepPart::extra;
    step.title = without_blanks(title.substr(0, brace));
    return {};
  }

  Status take_prose(const LessonFilePart& part) {
    if (const Status fine = check_filling(part.text); !fine) return fail_at(part.line, fine.error().message);
    Prose prose{part.text, part.line};
    if (lesson_.steps.empty())
      before_first_step_.push_back(std::move(prose));
    else
      lesson_.steps.back().items.emplace_back(std::move(prose));
    return {};
  }

  Status take_block(const LessonFilePart& part) {
    if (part.word == "lesson") return take_lesson(part);
    if (lesson_.steps.empty())
      return fail_at(part.line,
                     fmt::format("a {} block stands in a step, and no step (##) has begun", part.word));
    if (part.word == "scene") return take_scene(part);
    if (part.word == "script") return take_script(part);
    if (part.word == "view") return take(part, parse_view);
    if (part.word == "predict" || part.word == "check") return take(part, parse_question);
    if (part.word == "plot") return take(part, parse_plot);
    if (part.word == "explore") return take(part, parse_explore);
    if (part.word == "hint") return take_hint(part);
    if (part.word == "solution") return take_solution(part);
    if (part.word == "measure") return take(part, parse_measure);
    return take(part, parse_teacher);
  }

  Status read(const LessonFilePart& part, std::vector<LessonKeyRow> rows) const {
    return read_keys(part, lesson_.file, rows);
  }
  std::vector<LessonStep::Item>& items() { return lesson_.steps.back().items; }

  Status take_lesson(const LessonFilePart& part) {
    if (has_header_) return fail_at(part.line, "there is one lesson block in a file");
    has_header_ = true;
    header_line_ = part.line;
    return read_header(part, lesson_);
  }

  // The keys of a scene or a solution.
  Result<SceneKeys> scene_keys(const LessonFilePart& part) const {
    const auto keys = lesson_keys(part, lesson_.file);
    if (!keys) return tl::unexpected(keys.error());
    SceneKeys result;
    for (const LessonKey& key : *keys) {
      if (const Status known = check_scene_key(key.name, part.word); !known)
        return fail_at(key.line, known.error().message);
      if (std::ranges::find(result, key.name, &SceneKeys::value_type::first) != result.end())
        return fail_at(key.line, fmt::format("{} stands twice in this block", key.name));
      const Result<std::string> value =
          is_named_expression(key.name) ? expression_text(key) : plain_value(key.value);
      if (!value) return fail_at(key.line, fmt::format("{}: {}", key.name, value.error().message));
      if (const Status fine = key.name == assume_key ? check_filling(*value) : Status(); !fine)
        return fail_at(key.line, fmt::format("assume: {}", fine.error().message));
      result.emplace_back(key.name, *value);
    }
    return result;
  }
  static Result<std::string> expression_text(const LessonKey& key) {
    return parse_expression(key.value, key.line).map([&](const Expression&) { return key.value; });
  }
  SceneBlock* scene_of_step() {
    for (LessonStep::Item& item : items())
      if (auto* scene = std::get_if<SceneBlock>(&item)) return scene;
    return nullptr;
  }

  Status take_scene(const LessonFilePart& part) {
    if (scene_of_step())
      return fail_at(part.line, "a step has one scene; begin another step (##) for the next");
    return scene_keys(part).map([&](SceneKeys keys) {
      items().emplace_back(SceneBlock{.line = part.line, .keys = std::move(keys)});
    });
  }

  Status take_script(const LessonFilePart& part) {
    SceneBlock* scene = scene_of_step();
    if (scene && scene->script)
      return fail_at(part.line, "a step has one script; begin another step (##) for the next");
    if (without_blanks(part.text).empty()) return fail_at(part.line, "the script is empty");
    if (!scene) {
      items().emplace_back(SceneBlock{.line = part.line, .keys = {}});
      scene = scene_of_step();
    }
    scene->script = part.text;
    scene->script_line = part.line + 1;
    return {};
  }

  // A block that is one item of its step.
  template <class Block>
  Status take(const LessonFilePart& part, Result<Block> (*parse)(const LessonFilePart&, std::string_view)) {
    return parse(part, lesson_.file).map([&](Block block) { items().emplace_back(std::move(block)); });
  }

  Result<Question*> question_before(const LessonFilePart& part) {
    for (auto item = items().rbegin(); item != items().rend(); ++item)
      if (auto* question = std::get_if<Question>(&*item)) return question;
    return fail_at(
        part.line,
        fmt::format("a {} belongs to the question before it, and there is none in this step", part.word));
  }

  Status take_hint(const LessonFilePart& part) {
    const Result<Question*> question = question_before(part);
    if (!question) return tl::unexpected(question.error());
    std::string text;
    if (const Status fine = read(part, {filled_row("text", text)}); !fine) return fine;
    if (text.empty()) return fail_at(part.line, "'text' is missing: what the hint says");
    (*question)->hints.push_back(text);
    return {};
  }

  Status take_solution(const LessonFilePart& part) {
    const Result<Question*> question = question_before(part);
    if (!question) return tl::unexpected(question.error());
    if (!(*question)->expect)
      return fail_at(part.line, "a solution belongs to a check of kind state or build");
    return scene_keys(part).and_then([&](SceneKeys keys) -> Status {
      for (const auto& [name, value] : keys)
        if (std::ranges::find((*question)->allow, name) == (*question)->allow.end())
          return fail_at(part.line, fmt::format("the solution sets {}, which is not in 'allow'", name));
      (*question)->solutions.push_back(std::move(keys));
      return {};
    });
  }

  // An id is also the name of a file.
  static bool is_id(std::string_view id) {
    return std::ranges::all_of(
        id, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
  }

  Status check_whole() {
    if (!has_header_) return fail_at(1, "there is no ```lesson block with id, title and minutes");
    if (lesson_.title.empty()) lesson_.title = title_;
    for (const auto& [name, missing] : {std::pair{"id", lesson_.id.empty()},
                                        {"title", lesson_.title.empty()},
                                        {"minutes", lesson_.minutes == 0}})
      if (missing) return fail_at(header_line_, fmt::format("'{}' is missing in the lesson block", name));
    if (!is_id(lesson_.id) || lesson_.id.size() > 60)
      return fail_at(header_line_, fmt::format("id \"{}\": lower-case letters, digits and - are expected",
                                               lesson_.id.substr(0, 60)));
    if (lesson_.steps.empty())
      return fail_at(header_line_, "a lesson has at least one step, which begins with ## and its title");
    return check_scenes(lesson_);
  }

  std::string_view text_;
  Lesson lesson_;
  std::string title_;  // of the first heading
  bool has_header_ = false;
  int header_line_ = 1;
  std::vector<Prose> before_first_step_;
};

}  // namespace

Result<Lesson> parse_lesson(std::string_view text, std::string file_name) {
  return LessonReader(text, std::move(file_name)).lesson();
}

Result<Lesson> read_lesson(const std::filesystem::path& path) {
  return read_file(path).and_then([&](const std::string& text) { return parse_lesson(text, path.string()); });
}

}  // namespace commlab
