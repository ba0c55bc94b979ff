#include "core/playback/run_until.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

using Until = StopCondition::Kind;

constexpr std::string_view known_conditions =
    "a time (6.8us), event N, step N, rank N complete, rank N holds K, rank N holds K of chunk C, chunk N "
    "complete, first contention, or link A->B idle > TIME";

Result<StopCondition> numbered(Until kind, std::string_view thing, std::string_view text,
                               std::int64_t count) {
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number < 0 || *number >= count)
    return fail("there is no {} {} here; {}s are 0..{}", thing, text, thing, count - 1);
  return StopCondition{.kind = kind, .number = *number};
}

// People count steps from 1, as captions do.
Result<StopCondition> parse_step(std::string_view text, int steps) {
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number < 1 || *number > steps)
    return fail("there is no step {} here; steps are 1..{}", text, steps);
  return StopCondition{.kind = Until::step_over, .number = *number - 1};
}

// "rank 2 holds 3", "rank 2 holds 3 of chunk 5".
Result<StopCondition> parse_holds(std::span<const std::string_view> words, const Trace& trace) {
  const int ranks = trace.collective.ranks;
  Result<StopCondition> condition = numbered(Until::rank_holds, "rank", words[1], ranks);
  if (!condition) return condition;
  const auto contributions = parse_number<std::int64_t>(words[3]);
  if (!contributions || *contributions < 1 || *contributions > ranks)
    return fail("rank {} holds '{}': expected the contributions of 1 to {} ranks", words[1], words[3], ranks);
  condition->contributions = static_cast<int>(*contributions);
  if (words.size() == 4) return condition;
  return numbered(Until::rank_holds, "chunk", words[6], trace.partition.blocks)
      .map([&](const StopCondition& of_chunk) {
        condition->block = static_cast<int>(of_chunk.number);
        return *condition;
      });
}

// "gpu0->gpu1 idle > 2us", with spaces anywhere around the signs.
Result<StopCondition> parse_link(std::string_view text, const Topology& topology) {
  std::string packed;
  for (const std::string_view word : split_at_blanks(text)) packed += word;
  const std::size_t arrow = packed.find("->");
  const std::size_t idle = packed.find("idle>");
  if (arrow == std::string::npos || idle == std::string::npos || idle < arrow)
    return fail("'link {}' is not understood; write link A->B idle > TIME", text);
  const Result<NodeId> from = topology.find(packed.substr(0, arrow));
  if (!from) return tl::unexpected(from.error());
  const Result<NodeId> to = topology.find(packed.substr(arrow + 2, idle - arrow - 2));
  if (!to) return tl::unexpected(to.error());
  const Result<Time> time = parse_time(packed.substr(idle + 5));
  if (!time) return tl::unexpected(time.error());
  for (std::size_t l = 0; l < topology.links.size(); ++l)
    if (topology.links[l].from == *from && topology.links[l].to == *to)
      return StopCondition{.kind = Until::link_idle, .time = *time, .number = static_cast<std::int64_t>(l)};
  return fail("no link leads from {} to {}", packed.substr(0, arrow),
              packed.substr(arrow + 2, idle - arrow - 2));
}

std::span<const LinkId> links_of(const Trace& trace, const Transfer& t) {
  if (t.route < 0) return {};
  return trace.routes[t.route];
}

bool is_slowed(const Transfer& t) { return t.sent - t.start > t.alone; }

// Keeps the transfer that leaves each link last: a transfer that starts before that shares the link.
Result<Time> first_contention(const Trace& trace) {
  if (std::ranges::all_of(trace.transfers, [](const Transfer& t) { return t.route < 0; }))
    return fail(Fault::no,
                "this trace does not say which links its transfers used; measured traces never do");
  std::vector<std::int32_t> last_to_leave(trace.topology.links.size(), -1);
  for (std::size_t i = 0; i < trace.transfers.size(); ++i) {
    const Transfer& t = trace.transfers[i];
    for (const LinkId link : links_of(trace, t)) {
      std::int32_t& last = last_to_leave[link];
      const Transfer* other = last < 0 ? nullptr : &trace.transfers[last];
      if (other && other->sent > t.start && (is_slowed(t) || is_slowed(*other))) return t.start;
      if (!other || t.sent > other->sent) last = static_cast<std::int32_t>(i);
    }
  }
  return fail(Fault::no, "there is no contention: no transfer is slowed down by another one on its links");
}

Result<Time> first_idle(const Trace& trace, LinkId link, Time longer_than) {
  Time quiet_since = trace.launch;
  for (const Transfer& t : trace.transfers) {
    const auto links = links_of(trace, t);
    if (std::ranges::find(links, link) == links.end()) continue;
    if (t.start - quiet_since > longer_than) break;
    quiet_since = std::max(quiet_since, t.sent);
  }
  if (trace.finish - quiet_since > longer_than) return quiet_since + longer_than;
  return fail(Fault::no, "the link {} is never idle for more than {}", trace.topology.link_name(link),
              to_human(longer_than));
}

// What a rank holds changes only when something is stored there.
Result<Time> first_holding(const StopCondition& wanted, const Replay& replay) {
  const Rank rank = static_cast<Rank>(wanted.number);
  const auto holds = [&](int block, int part, Time at) {
    return replay.held(rank, block, part, at).contributions >= wanted.contributions;
  };
  const auto is_wanted = [&](int block) { return wanted.block < 0 || wanted.block == block; };
  for (int block = 0; block < replay.partition().blocks; ++block)
    for (int part = 0; part < replay.partition().parts && is_wanted(block); ++part)
      if (holds(block, part, Time{})) return Time{};
  for (const Deposit& d : replay.deposits())
    if (d.rank == rank && is_wanted(d.block) && holds(d.block, d.part, d.at)) return d.at;
  return fail(Fault::no, "rank {} never holds the contributions of {} rank{} to {}", rank,
              wanted.contributions, wanted.contributions == 1 ? "" : "s",
              wanted.block < 0 ? "a chunk" : fmt::format("chunk {}", wanted.block));
}

Result<Time> completion(Time at, std::string_view what, std::int64_t number) {
  if (at == never) return fail(Fault::no, "{} {} is never complete in this trace", what, number);
  return at;
}

}  // namespace

Result<Time> parse_moment(std::string_view text) {
  const auto words = split_at_blanks(text);
  if (words.size() != 2) return parse_time(text);
  return parse_time(fmt::format("{}{}", words[0], words[1]));
}

Result<StopCondition> parse_stop_condition(std::string_view text, const Trace& trace,
                                           const Playback& playback) {
  const auto words = split_at_blanks(text);
  const auto ends_complete = [&] { return words.size() == 3 && words[2] == "complete"; };
  if (words.size() == 2 && words[0] == "event")
    return numbered(Until::event, "event", words[1], playback.events());
  if (words.size() == 2 && words[0] == "step") return parse_step(words[1], playback.steps());
  if (ends_complete() && words[0] == "rank")
    return numbered(Until::rank_complete, "rank", words[1], trace.collective.ranks);
  const bool says_of = words.size() == 7 && words[4] == "of" && words[5] == "chunk";
  if ((words.size() == 4 || says_of) && words[0] == "rank" && words[2] == "holds")
    return parse_holds(words, trace);
  if (ends_complete() && words[0] == "chunk")
    return numbered(Until::chunk_complete, "chunk", words[1], trace.partition.blocks);
  if (words.size() == 2 && words[0] == "first" && words[1] == "contention")
    return StopCondition{.kind = Until::first_contention};
  if (words.size() > 1 && words[0] == "link")
    return parse_link(text.substr(index(words[1].data() - text.data())), trace.topology);
  if (const Result<Time> time = parse_moment(text)) {
    if (*time > playback.end()) return fail("{} is after the end, {}", text, to_human(playback.end()));
    return StopCondition{.kind = Until::time, .time = *time};
  }
  return fail("'{}' is not a condition to run until; expected {}", text, known_conditions);
}

Result<Time> run_until(const StopCondition& condition, const Trace& trace, const Playback& playback,
                       const Replay& replay) {
  switch (condition.kind) {
    case Until::time: return condition.time;
    case Until::event: return playback.event_time(condition.number);
    case Until::step_over: return playback.step_end(static_cast<int>(condition.number)).end;
    case Until::rank_complete:
      return completion(replay.completed(static_cast<Rank>(condition.number)), "rank", condition.number);
    case Until::rank_holds: return first_holding(condition, replay);
    case Until::chunk_complete: {
      Time all;
      for (int part = 0; part < replay.partition().parts; ++part)
        all = std::max(all, replay.chunk_completed(static_cast<int>(condition.number), part));
      return completion(all, "chunk", condition.number);
    }
    case Until::first_contention: return first_contention(trace);
    case Until::link_idle: return first_idle(trace, static_cast<LinkId>(condition.number), condition.time);
  }
  return condition.time;
}

}  // namespace commlab
