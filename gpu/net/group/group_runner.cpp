#include "gpu/net/group/group_runner.h"

#include <algorithm>
#include <cassert>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/index.h"
#include "gpu/host/host_clock.h"
#include "gpu/late.h"
#include "gpu/net/group/questions.h"
#include "gpu/net/group/serve.h"
#include "gpu/net/group/stamps_message.h"
#include "gpu/net/messages/fields.h"
#include "gpu/rank_memory.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds to_report{2'000};  // after the deadline of a run
constexpr std::chrono::milliseconds to_arrive{2};      // for "go" to arrive at all members before they start

Deadline in(std::chrono::milliseconds time) { return steady_clock::now() + time; }

}  // namespace

GroupRunner::GroupRunner(const Programs& programs, IssueOrder order, ProcessGroup& group, Options options)
    : programs_(programs), order_(std::move(order)), group_(group), options_(std::move(options)) {
  last_.began.resize(order_.lanes.size());
  last_.ended.resize(order_.lanes.size());
  last_.stamps.resize(order_.instructions.size());
}

Result<std::unique_ptr<GroupRunner>> GroupRunner::prepare(const Programs& programs, IssueOrder order,
                                                          ProcessGroup& group, Options options) {
  assert(group.ranks() == programs.collective.ranks);
  assert(std::ssize(order.first_lane) == programs.collective.ranks && "the order is that of the programs");
  std::unique_ptr<GroupRunner> runner(new GroupRunner(programs, std::move(order), group, std::move(options)));
  const NetMessage job = job_message(programs, runner->options_.terms);
  return runner->ask([&](Rank) { return job; }, "prepared").map([&](const std::vector<NetMessage>& answers) {
    std::set<std::string> gpus;
    for (const NetMessage& answer : answers) {
      const auto gpu = text_field(answer.fields, "gpu");
      if (!gpu) return std::move(runner);
      gpus.insert(*gpu);
    }
    runner->gpus_ = static_cast<int>(gpus.size());
    return std::move(runner);
  });
}

Status GroupRunner::fill(DataPattern data) {
  const NetMessage question = fill_question(data);
  return ask([&](Rank) { return question; }, "filled", time_to_compute()).map([](const auto&) {});
}

Result<OutputCheck> GroupRunner::check(DataPattern data) const {
  const NetMessage question = check_question(data);
  return ask([&](Rank) { return question; }, "checked", time_to_compute())
      .and_then([](const std::vector<NetMessage>& answers) -> Result<OutputCheck> {
        OutputCheck all;
        for (const NetMessage& answer : answers) {
          const auto one = to_output_check(answer);
          if (!one) return one;
          if (all.wrong.empty()) all.wrong = one->wrong;
          all.rounded |= one->rounded;
        }
        return all;
      });
}

// To make all ranks' inputs and combine them takes no longer than to move them.
std::chrono::milliseconds GroupRunner::time_to_compute() const {
  return group_.ranks() * time_to_move(size_of(programs_.collective).count);
}

Result<Time> GroupRunner::run_once(std::chrono::milliseconds deadline) {
  const NetMessage run = run_question({.deadline = deadline, .calls = last_.calls});
  if (const auto ready = ask([&](Rank) { return run; }, "ready"); !ready)
    return tl::unexpected(ready.error());

  const HostTime start = host_now() + std::chrono::nanoseconds(to_arrive).count();
  for (Rank rank = 0; rank < group_.ranks(); ++rank) {
    if (const Status told = tell(rank, go_at(start + options_.ahead[rank])); !told)
      return tl::unexpected(told.error());
  }
  const Bytes most{static_cast<std::int64_t>(sizeof(HostTime)) *
                   static_cast<std::int64_t>(1 + 2 * order_.lanes.size() + 4 * order_.instructions.size())};
  const Deadline last_report = in(deadline + std::min(to_report, options_.patience));
  const Answers answers = group_.receive_all(last_report, most);

  const auto ended = take_stamps(answers);
  if (!ended) return tl::unexpected(ended.error());
  if (*ended) return last_.time_of(programs_);
  const bool somebody_left = !answers.complete() && steady_clock::now() < last_report;
  return tl::unexpected(somebody_left ? lost(answers) : late_or_silent(answers, deadline));
}

Result<bool> GroupRunner::take_stamps(const Answers& answers) {
  last_.opened = 0;
  std::ranges::fill(last_.began, 0);
  std::ranges::fill(last_.ended, 0);
  std::ranges::fill(last_.stamps, Stamps{});
  last_.own.clear();
  bool all_ended = answers.complete();
  for (Rank rank = 0; rank < group_.ranks(); ++rank) {
    const auto& answer = answers.of[rank];
    if (!answer) continue;
    if (const auto said = unless_error(*answer, group_.channel(rank)); !said)
      return tl::unexpected(said.error());
    if (answer->kind != "ran")
      return fail(Fault::runtime, "rank {} answered '{}'; expected 'ran'", rank, answer->kind);
    all_ended &= !answer->fields.contains("late");
    const HostTime ahead = options_.ahead[rank];
    if (const Status told = add_stamps(answer->bytes, order_, rank, ahead, last_); !told)
      return tl::unexpected(told.error());
  }
  return all_ended;
}

Result<std::vector<Memory>> GroupRunner::outputs() const {
  const NetMessage question{.kind = std::string(outputs_kind)};
  const std::vector<Bytes> expected = sizes_of_outputs();
  const Bytes most = *std::ranges::max_element(expected);
  const auto answers =
      ask([&](Rank) { return question; }, "contents", time_to_move(most.count * group_.ranks()), most);
  if (!answers) return tl::unexpected(answers.error());
  std::vector<Memory> outputs;
  for (Rank rank = 0; rank < group_.ranks(); ++rank) {
    const Memory& output = (*answers)[rank].bytes;
    if (output.size() != index(expected[rank].count))
      return fail(Fault::runtime, "rank {} sent {} B of output; expected {} B", rank, output.size(),
                  expected[rank].count);
    outputs.push_back(output);
  }
  return outputs;
}

std::vector<Bytes> GroupRunner::sizes_of_outputs() const {
  std::vector<Bytes> sizes;
  for (Rank rank = 0; rank < group_.ranks(); ++rank)
    sizes.push_back({shape_of(programs_, rank).output.size() * size_of(programs_.collective.dtype)});
  return sizes;
}

Result<std::vector<NetMessage>> GroupRunner::ask(const std::function<NetMessage(Rank)>& question,
                                                 std::string_view kind, std::chrono::milliseconds longer,
                                                 Bytes most) const {
  for (Rank rank = 0; rank < group_.ranks(); ++rank)
    if (const Status told = tell(rank, question(rank)); !told) return tl::unexpected(told.error());
  Answers answers = group_.receive_all(in(options_.patience + longer), most);
  std::vector<NetMessage> all;
  for (Rank rank = 0; rank < group_.ranks(); ++rank) {
    auto& answer = answers.of[rank];
    if (!answer) continue;
    if (const auto said = unless_error(*answer, group_.channel(rank)); !said)
      return tl::unexpected(said.error());
    if (answer->kind != kind)
      return fail(Fault::runtime, "rank {} answered '{}'; expected '{}'", rank, answer->kind, kind);
    all.push_back(std::move(*answer));
  }
  if (!answers.lost.empty()) return tl::unexpected(lost(answers));
  return all;
}

Status GroupRunner::tell(Rank rank, const NetMessage& message) const {
  const Deadline deadline =
      in(options_.patience + time_to_move(static_cast<std::int64_t>(message.bytes.size())));
  const Status sent = group_.channel(rank).send(message, deadline);
  if (sent) return {};
  return fail(Fault::runtime, "{}", lost(rank, sent.error()));
}

std::string GroupRunner::lost(Rank rank, const Error& error) const {
  const std::string fate = options_.fate ? options_.fate(rank) : "";
  return fate.empty() ? error.message : fmt::format("rank {} ({}) {}", rank, group_.who(rank), fate);
}

Error GroupRunner::lost(const Answers& answers) const {
  std::vector<std::string> told;
  for (const auto& [rank, error] : answers.lost) told.push_back(lost(rank, error));
  return {fmt::format("{}", fmt::join(told, "; ")), Fault::runtime};
}

// The stamps tell which rank waits for which. A member that does not answer has no stamps.
Error GroupRunner::late_or_silent(const Answers& answers, std::chrono::milliseconds deadline) const {
  for (const auto& answer : answers.of)
    if (answer)
      if (const auto broken = text_field(answer->fields, "broken")) return {*broken, Fault::runtime};
  Error error = late(programs_, order_, last_, deadline);
  for (const auto& [rank, why] : answers.lost)
    error.message += fmt::format("; rank {} ({}) does not answer", rank, group_.who(rank));
  return error;
}

}  // namespace commlab
