// Tasks that one process hands out to many. Here threads stand for the processes, and mailboxes for MPI.

#include <algorithm>
#include <deque>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "gui/experiments/share_work.h"

namespace commlab {
namespace {

class Mailboxes {
 public:
  explicit Mailboxes(int processes) : boxes_(processes) {}

  BatchGroup group_of(int rank) {
    return {.rank = rank,
            .processes = static_cast<int>(boxes_.size()),
            .send =
                [this, rank](int to, std::string_view text) {
                  const std::lock_guard lock(mutex_);
                  boxes_[to].push_back({rank, std::string(text)});
                },
            .receive = [this, rank]() -> std::optional<GroupLetter> {
              const std::lock_guard lock(mutex_);
              if (boxes_[rank].empty()) return std::nullopt;
              GroupLetter letter = std::move(boxes_[rank].front());
              boxes_[rank].pop_front();
              return letter;
            }};
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return std::ranges::all_of(boxes_, [](const auto& box) { return box.empty(); });
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<GroupLetter>> boxes_;
};

std::string doubled(const CrewText& task) { return task.text + ' ' + task.text; }

struct Shared {
  Status status;
  std::vector<std::size_t> taken;  // the indices of the results, in the order of their end
};

// Shares tasks 0 .. tasks-1 among processes with two threads each. `take` may refuse a result.
Shared share(int processes, std::size_t tasks, const TakeResult& take) {
  Mailboxes mail(processes);
  std::vector<std::thread> others;
  for (int rank = 1; rank < processes; ++rank)
    others.emplace_back([&mail, rank] {
      Crew crew(2, doubled);
      work_for_rank_0(crew, mail.group_of(rank));
    });

  Shared shared;
  {
    Crew crew(2, doubled);
    const BatchGroup group = mail.group_of(0);
    std::size_t next = 0;
    shared.status = hand_out(
        [&]() -> Result<std::optional<CrewText>> {
          if (next == tasks) return std::nullopt;
          const std::size_t index = next++;
          return CrewText{index, fmt::format("task {}", index)};
        },
        [&](const CrewText& result) {
          EXPECT_EQ(result.text, fmt::format("task {0} task {0}", result.index));
          shared.taken.push_back(result.index);
          return take(result);
        },
        crew, processes > 1 ? &group : nullptr);
    if (processes > 1) dismiss(group);
  }
  for (std::thread& other : others) other.join();
  EXPECT_TRUE(mail.empty()) << "every letter is read";
  return shared;
}

TEST(SharedWork, EveryTaskIsDoneOnceByHoweverManyProcesses) {
  for (const int processes : {1, 2, 3, 7})
    for (const std::size_t tasks : {0, 1, 2, 3, 100}) {
      Shared shared = share(processes, tasks, [](const CrewText&) { return Status{}; });
      ASSERT_TRUE(shared.status);
      std::vector<std::size_t> all(tasks);
      std::iota(all.begin(), all.end(), 0);
      std::ranges::sort(shared.taken);
      EXPECT_EQ(shared.taken, all) << processes << " processes, " << tasks << " tasks";
    }
}

TEST(SharedWork, AfterAnErrorNothingMoreIsTakenAndEverybodyIsDismissed) {
  for (const int processes : {1, 3}) {
    int takes = 0;
    const Shared shared = share(processes, 100, [&](const CrewText&) -> Status {
      if (++takes == 10) return fail(Fault::runtime, "the disk is full");
      return {};
    });
    ASSERT_FALSE(shared.status);
    EXPECT_EQ(shared.status.error().message, "the disk is full");
    EXPECT_EQ(shared.taken.size(), 10u);
  }
}

}  // namespace
}  // namespace commlab
