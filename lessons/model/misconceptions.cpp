#include "lessons/model/misconceptions.h"

#include <algorithm>
#include <array>

#include "lessons/model/lesson_step.h"

namespace commlab {
namespace {

constexpr std::array believed = {
    Misconception{"M1", "A rank, the number of a GPU and the index of a device are the same."},
    Misconception{"M2", "Rank 0 is the master, and all data flow through it."},
    Misconception{"M3", "A rank that is not the root keeps what was in its buffer."},
    Misconception{"M4", "gather makes one tensor of all parts."},
    Misconception{"M5", "In an all_reduce everyone sends everything to everyone."},
    Misconception{"M6", "An all_reduce costs n times as much for n ranks, or the same for all n."},
    Misconception{"M7", "Bandwidth alone matters, or latency alone."},
    Misconception{"M8", "All pairs of GPUs are equally fast."},
    Misconception{"M9", "The direct way is always the fastest."},
    Misconception{"M10", "The bandwidth on the data sheet is what a single copy gets."},
    Misconception{"M11", "GB is GiB, and a bit is as good as a byte."},
    Misconception{"M12", "A synchronous call has finished when it returns."},
    Misconception{"M13", "wait() stops the host."},
    Misconception{"M14", "The first measurement counts like any other."},
    Misconception{"M15", "A timer measures what was called, whether or not anybody synchronizes."},
    Misconception{"M16", "Sending before receiving works, since it has worked with small messages."},
    Misconception{"M17", "A collective is a barrier."},
    Misconception{"M18", "The rank that reports the hang is to blame for it."},
    Misconception{"M19", "A sum does not depend on its order, and all elements are added in the same one."},
    Misconception{"M20", "AVG is the same as SUM, divided afterwards."},
    Misconception{"M21", "The mean of means is the mean."},
    Misconception{"M22", "More buckets overlap more, and so are faster."},
    Misconception{"M23", "In a pipeline all GPUs are busy all the time."},
    Misconception{"M24", "What a speedup lacks is serial code."},
    Misconception{"M25", "Atomic additions make an all_reduce."},
    Misconception{"M26", "What a formula or a published table says need not be doubted."},
    Misconception{"M27", "A reduce_scatter leaves chunk r on rank r by itself."},
    Misconception{"M28", "Twice the links take half the time, at any size."},
    Misconception{"M29", "Communication beside computing costs nothing."},
    Misconception{"M30", "When init_process_group has returned, all ranks are right."},
    Misconception{"M31", "After an all_reduce, all ranks hold the same bits, whatever the algorithm."},
    Misconception{"M32", "A bus bandwidth cannot exceed that of the links."},
    Misconception{"M33", "A call to a GPU library never holds the host."},
    Misconception{"M34", "The same seed gives the same bits, on other hardware and another number of ranks, too."},
    Misconception{"M35", "A barrier makes a timing right."},
    Misconception{"M36", "The average load decides how long a step takes, not that of the busiest rank."},
};

}  // namespace

std::span<const Misconception> misconceptions() { return believed; }

std::set<std::string> misconceptions_shown(const Lesson& lesson) {
  std::set<std::string> codes;
  for (const LessonStep& step : lesson.steps)
    each_question(step, [&](const Question& question) {
      for (const WrongAnswer& wrong : question.wrong) codes.insert(wrong.misconception);
      for (const AnswerChoice& choice : question.choices) codes.insert(choice.misconception);
    });
  return codes;
}

Result<Misconception> misconception_of(std::string_view code) {
  const auto found = std::ranges::find(believed, code, &Misconception::code);
  if (found != believed.end()) return *found;
  return fail("there is no misconception '{}'; there are {} to {} (lessons/model/misconceptions.cpp)", code,
              believed.front().code, believed.back().code);
}

}  // namespace commlab
