#include "gui/cli/lesson/lesson_order.h"
#include "lessons/text/blanks.h"

#include <array>
#include <utility>

namespace commlab {
namespace {

using Kind = LessonOrder::Kind;

// A single letter is a choice, except h and q: no question has that many choices.
constexpr std::array<std::pair<std::string_view, Kind>, 13> words = {{{"hint", Kind::hint},
                                                                      {"h", Kind::hint},
                                                                      {"undo", Kind::undo},
                                                                      {"run", Kind::run},
                                                                      {"help", Kind::help},
                                                                      {"?", Kind::help},
                                                                      {"show", Kind::show},
                                                                      {"next", Kind::next},
                                                                      {"skip", Kind::next},
                                                                      {"back", Kind::back},
                                                                      {"quit", Kind::quit},
                                                                      {"exit", Kind::quit},
                                                                      {"q", Kind::quit}}};

}  // namespace

LessonOrder parse_order(std::string_view line) {
  line = without_blanks(line);
  for (const auto& [word, kind] : words)
    if (line == word) return {.kind = kind, .value = std::string(line)};
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return {.value = std::string(line)};
  const std::string_view verb = line.substr(0, blank), rest = without_blanks(line.substr(blank));
  if (verb == "load") return {.kind = Kind::load, .value = std::string(rest)};
  const std::size_t equals = rest.find('=');
  const bool sets = verb == "set" || verb == "line";
  if (!sets || equals == std::string_view::npos) return {.value = std::string(line)};
  return {.kind = verb == "set" ? Kind::set : Kind::line,
          .key = std::string(without_blanks(rest.substr(0, equals))),
          .value = std::string(without_blanks(rest.substr(equals + 1)))};
}

std::string_view orders_help() {
  return R"(
  12.5 us           an answer; several values as 7, 0, 9; a choice by its letter
  I don't know      is an answer to a prediction, too; idk is short for it
  hint, or h        the next hint
  show              tells you the result of a check
  set KEY = VALUE   changes the scene, where the step allows it, and shows the result;
                    several at once: set a = 1; b = 2
  line N = TEXT     replaces a line of the script; load FILE takes another script
  undo              takes back all changes of this step
  run               shows the whole result of the scene
  next, back        goes to another step; checks may be left out
  quit, or q        ends the lesson; all answers are kept
  help, or ?        shows this list
)";
}

}  // namespace commlab
