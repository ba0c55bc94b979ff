#include "lessons/expression/vocabulary.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/nearest.h"

namespace commlab {
namespace {

using enum LessonWord::Kind;
constexpr std::array words = {
    LessonWord{"min", function, 1, any_number},
    LessonWord{"max", function, 1, any_number},
    LessonWord{"sum", function, 1, any_number},
    LessonWord{"mean", function, 1, any_number},
    LessonWord{"abs", function, 1, 1},
    LessonWord{"log2", function, 1, 1},
    LessonWord{"ceil", function, 1, 1},
    LessonWord{"floor", function, 1, 1},
    LessonWord{"round", function, 1, 1},
    LessonWord{"sqrt", function, 1, 1},
    LessonWord{"mod", function, 2, 2},
    LessonWord{"len", function, 1, 1},
    LessonWord{"all", function, 1, any_number},
    LessonWord{"any", function, 1, any_number},
    LessonWord{"count", function, 1, 1},
    LessonWord{"contains", function, 2, 2},
    LessonWord{"equal", function, 2, 2},
    LessonWord{"range", function, 2, 2},
    LessonWord{"if", function, 3, 3},
    LessonWord{"each", function, 3, 3},
    LessonWord{"sweep", function, 3, 3},
    LessonWord{"algbw_of", function, 2, 2},
    LessonWord{"busbw_of", function, 4, 4},
    LessonWord{"measured", machine, 3, 3},
    LessonWord{"rows", machine, 1, 1},
    LessonWord{"fit", machine, 1, 1},
    LessonWord{"holdout", machine, 1, 1},
    LessonWord{"n", machine, 0, 0},
    LessonWord{"size", machine, 0, 0},
    LessonWord{"elements", machine, 0, 0},
    LessonWord{"route", machine, 2, 2},
    LessonWord{"bandwidth", machine, 2, 2},
    LessonWord{"nvlinks", machine, 2, 2},
    LessonWord{"cut", machine, 2, 2},
    LessonWord{"rings", machine, 1, 1},
    LessonWord{"time", run, 0, 1},
    LessonWord{"steps", run, 0, 0},
    LessonWord{"transfers", run, 0, 0},
    LessonWord{"bytes", run, 1, 1},
    LessonWord{"busy", run, 1, 1},
    LessonWord{"input", run, 1, 2},
    LessonWord{"tensor", run, 1, 2},
    LessonWord{"value", run, 2, 3},
    LessonWord{"bound", run, 0, 0},
    LessonWord{"busbw", run, 0, 0},
    LessonWord{"algbw", run, 0, 0},
    LessonWord{"idle", run, 1, 1},
    LessonWord{"bottleneck", run, 0, 0},
    LessonWord{"spent", run, 1, 1},
    LessonWord{"algorithm", run, 0, 0},
    LessonWord{"outcome", run, 0, 0},
    LessonWord{"done", run, 0, 0},
    LessonWord{"deadlock", run, 0, 0},
    LessonWord{"caveat", run, 0, 0},
    LessonWord{"culprit", run, 0, 0},
    LessonWord{"culprits", run, 0, 0},
    LessonWord{"culprit_rank", run, 0, 0},
    LessonWord{"culprit_line", run, 0, 0},
    LessonWord{"through", run, 1, 1},
    LessonWord{"finish", run, 0, 0},
    LessonWord{"span", run, 2, 3},
    LessonWord{"timer", run, 2, 2},
    LessonWord{"exposed", run, 1, 1},
    LessonWord{"waits", run, 0, 0},
    LessonWord{"prints", run, 0, 1},
    LessonWord{"stands", run, 1, 1},
    LessonWord{"outcomes", run, 3, 3},
    LessonWord{"order", run, 0, 1},
    LessonWord{"world_size", run, 0, 0},
    LessonWord{"rank_of", run, 2, 2},
    LessonWord{"node_of", run, 1, 1},
    LessonWord{"local_rank_of", run, 1, 1},
    LessonWord{"gpu_of", run, 1, 1},
    LessonWord{"initialized", run, 0, 0},
    LessonWord{"missing", run, 0, 0},
    LessonWord{"twice", run, 0, 0},
};

}  // namespace

std::span<const LessonWord> lesson_words() { return words; }

const LessonWord* find_lesson_word(std::string_view name) {
  const auto found = std::ranges::find(words, name, &LessonWord::name);
  return found == words.end() ? nullptr : &*found;
}

std::string lesson_word_suggestion(std::string_view name) {
  std::vector<std::string> names;
  for (const LessonWord& word : words) names.emplace_back(word.name);
  return suggestion(name, names);
}

}  // namespace commlab
