// A learner's answers to the questions of the shipped lessons: "12 3" names lesson and question, the next
// lines are answers.

#include <map>
#include <memory>

#include "core/base/numbers.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/player.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> answers() {
  return {"1 0\n4",
          "7 1\n4.3 ms\n4300us\nabout 4",
          "2 2\n4, 3, 2, 1\n4 3 2 1",
          "3 1\nb\n2\n-",
          "10 0\n?",
          "12 3\nI don't know\n1 MiB",
          "13 1\nrank 2 line 3",
          "9 2\n1e3 GB/s",
          "16 0\n[1, 2]; 3",
          "5 1\nlink gpu0->gpu2\ngpu2-gpu0",
          "8 2\n12 %\n4x\n4 times",
          "19 4\nrank 1, line 2"};
}

// Players that have not answered anything, by the number of the lesson. Copies of a player share their runs.
const Player* player_of(int number) {
  static std::map<int, std::unique_ptr<Player>> players;
  if (players.empty())
    for (const std::string& text : files_in("lessons", ".lesson.md")) {
      const int next = static_cast<int>(players.size()) + 1;
      players[next] = std::make_unique<Player>(*parse_lesson(text, "a.lesson.md"), small_laboratory());
    }
  const auto found = players.find(number);
  return found == players.end() ? nullptr : found->second.get();
}

void use(std::string_view input) {
  const std::size_t blank = input.find(' '), line = std::min(input.find('\n'), input.size());
  if (blank > line) return;
  const auto lesson = parse_number<int>(input.substr(0, blank));
  const auto question = parse_number<int>(input.substr(blank + 1, line - blank - 1));
  const Player* fresh = lesson ? player_of(*lesson) : nullptr;
  if (!fresh || !question || *question < 0 || *question >= fresh->questions()) return;
  Player player = *fresh;
  const Result<BallotKey> key = player.ballot_key(*question);
  for (std::size_t begin = line; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin + 1), input.size());
    const std::string_view text = input.substr(begin + 1, end - begin - 1);
    player.answer(*question, text);
    if (key) read_ballot(*key, text);
    begin = end;
  }
}

}  // namespace

extern const FuzzedReader answer{.name = "answer", .longest = 256, .examples = answers, .use = use};

}  // namespace commlab::fuzzed
