#include "gui/experiments/share_work.h"

#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/numbers.h"

namespace commlab {
namespace {

using std::chrono_literals::operator""us;

// A thread that has finished a task finds the next one here already.
constexpr int tasks_for_a_thread = 2;

// How often letters are looked for. MPI's own waiting would keep a core busy.
constexpr std::chrono::microseconds between_looks = 200us;
constexpr std::chrono::microseconds without_letters = std::chrono::hours(1);

// Letters from rank 0: tasks; the empty one dismisses. Letters to rank 0: first a greeting, which is the
// number of this process's threads; then results; the empty one says farewell, so that no letter stays
// unread.
constexpr std::string_view empty_letter;
bool is_greeting(const std::string& letter) { return letter.find(' ') == letter.npos; }
int threads_in(const std::string& greeting) { return parse_number<int>(greeting).value(); }
std::string letter_of(const CrewText& text) { return fmt::format("{} {}", text.index, text.text); }

CrewText read_letter(const std::string& letter) {
  const std::size_t blank = letter.find(' ');
  return {parse_number<std::size_t>(std::string_view(letter).substr(0, blank)).value(),
          letter.substr(blank + 1)};
}

class Distribution {
 public:
  Distribution(Crew& crew, const BatchGroup* group)
      : crew_(crew), group_(group), free_(group ? group->processes : 1) {
    free_[0] = tasks_for_a_thread * crew.threads();
  }

  bool anybody_works() const { return under_way_ > 0; }

  Status give_tasks(const NextTask& next) {
    for (std::size_t process = 0; process < free_.size(); ++process)
      for (; free_[process] > 0; --free_[process]) {
        Result<std::optional<CrewText>> task = next();
        if (!task) return tl::unexpected(task.error());
        if (!*task) return {};
        give(static_cast<int>(process), **std::move(task));
        ++under_way_;
      }
    return {};
  }

  // Waits until there are some, or a process may have greeted.
  std::vector<CrewText> take_results() {
    std::vector<CrewText> results = crew_.take(group_ ? between_looks : without_letters);
    free_[0] += static_cast<int>(results.size());
    while (group_) {
      const std::optional<GroupLetter> letter = group_->receive();
      if (!letter) break;
      if (is_greeting(letter->text)) {
        free_[letter->from] = tasks_for_a_thread * threads_in(letter->text);
      } else {
        ++free_[letter->from];
        results.push_back(read_letter(letter->text));
      }
    }
    under_way_ -= results.size();
    return results;
  }

 private:
  void give(int process, CrewText task) {
    if (process == 0)
      crew_.give(std::move(task));
    else
      group_->send(process, letter_of(task));
  }

  Crew& crew_;
  const BatchGroup* group_;
  std::vector<int> free_;  // tasks that each process may be given; none before it greets
  std::size_t under_way_ = 0;
};

}  // namespace

Status hand_out(const NextTask& next, const TakeResult& take, Crew& crew, const BatchGroup* group) {
  Distribution distribution(crew, group);
  Status status;
  while (true) {
    if (status) status = distribution.give_tasks(next);
    if (!distribution.anybody_works()) return status;
    for (const CrewText& result : distribution.take_results())
      if (status) status = take(result);
  }
}

void dismiss(const BatchGroup& group) {
  for (int process = 1; process < group.processes; ++process) group.send(process, empty_letter);
  int here = group.processes - 1;
  while (here > 0) {
    const std::optional<GroupLetter> letter = group.receive();
    if (!letter)
      std::this_thread::sleep_for(between_looks);
    else if (letter->text == empty_letter)
      --here;
  }
}

void work_for_rank_0(Crew& crew, const BatchGroup& group) {
  group.send(0, std::to_string(crew.threads()));
  while (true) {
    while (const std::optional<GroupLetter> letter = group.receive()) {
      if (letter->text == empty_letter) return group.send(0, empty_letter);
      crew.give(read_letter(letter->text));
    }
    for (const CrewText& result : crew.take(between_looks)) group.send(0, letter_of(result));
  }
}

}  // namespace commlab
