#include "core/playback/narration.h"

#include <algorithm>
#include <numeric>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/playback/why_waiting.h"
#include "core/trace/trace.h"

namespace commlab {
namespace {

constexpr std::size_t longest_caption = 110;  // letters, which fit below the pictures
constexpr std::size_t most_told_apart = 4;    // transfers under way whose ends a caption names

std::string ranks_text(std::span<const Rank> ranks) {
  return ranks_to_text(std::vector<Rank>(ranks.begin(), ranks.end()));
}

// With a capital letter; cut after a word, where it would be longer than a caption may be.
std::string as_caption(std::string text, std::string_view and_more) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  const std::size_t most = longest_caption - and_more.size();
  if (text.size() > most) text = text.substr(0, text.rfind(' ', most - 4)) + " ...";
  return text.append(and_more);
}

}  // namespace

Narration::Narration(const Trace& trace, const Replay& replay, const Playback& playback)
    : trace_(trace), replay_(replay), playback_(playback) {
  by_end_.resize(trace.transfers.size());
  std::iota(by_end_.begin(), by_end_.end(), 0);
  std::ranges::stable_sort(by_end_, {}, [&](std::uint32_t i) { return trace.transfers[i].end; });
  spans_by_start_.resize(trace.spans.size());
  std::iota(spans_by_start_.begin(), spans_by_start_.end(), 0);
  std::ranges::stable_sort(spans_by_start_, {}, [&](std::uint32_t i) { return trace.spans[i].start; });
  spans_of_rank_.resize(trace.collective.ranks);
  for (const std::uint32_t i : spans_by_start_) spans_of_rank_[trace.spans[i].rank].push_back(i);
  of_rank_.resize(trace.collective.ranks);
  for (std::uint32_t i = 0; i < trace.transfers.size(); ++i) {
    const Transfer& t = trace.transfers[i];
    const auto add = [&](Rank rank) {
      auto& transfers = of_rank_[rank];
      if (transfers.empty() || transfers.back() != i) transfers.push_back(i);
    };
    std::ranges::for_each(trace.senders(t), add);
    std::ranges::for_each(trace.receivers(t), add);
  }
}

// ---- What things are called

std::string Narration::name(Rank rank) const { return name_of_end(trace_, rank); }

std::string Narration::chunk(int block, int part) const {
  if (trace_.partition.parts == 1) return std::to_string(block);
  return trace_.partition.blocks == 1 ? std::to_string(part) : fmt::format("{}.{}", block, part);
}

// "chunk 5", "chunks 4..7", "4 chunks from 12 on" where they do not stand side by side.
std::string Narration::chunks(std::int32_t transfer) const {
  const Transfer& t = trace_.transfers[transfer];
  if (t.blocks == 1) return "chunk " + chunk(t.block, t.part);
  std::vector<Rank> blocks;
  for (const Deposit& d : replay_.landed(transfer)) blocks.push_back(d.block);
  std::ranges::sort(blocks);
  blocks.erase(std::ranges::unique(blocks).begin(), blocks.end());
  if (blocks.size() < 2) return counted(index(t.blocks), "chunk");
  const std::string part = trace_.partition.parts == 1 ? "" : fmt::format(" (part {} of each)", t.part);
  if (blocks.back() - blocks.front() + 1 == static_cast<int>(blocks.size()))
    return fmt::format("chunks {}{}{}{}", blocks.front(), blocks.size() == 2 ? " and " : "..", blocks.back(),
                       part);
  return fmt::format("{} chunks from {} to {}{}", blocks.size(), blocks.front(), blocks.back(), part);
}

// "3 of 8 contributions", "complete", "data of rank 2".
std::string Narration::state_of(const Deposit& d) const {
  const std::string_view where = d.buffer == Buffer::scratch ? ", in scratch memory" : "";
  if (!reduces(trace_.collective.kind))
    return d.done ? "complete" : fmt::format("data of {}{}", replay_.contributors(d.value), where);
  return fmt::format("{} of {} contributions{}{}", replay_.values().contributors(d.value),
                     trace_.collective.ranks, d.done ? ", complete" : "", where);
}

// ---- What happens

std::string Narration::departure(std::int32_t transfer) const {
  const Transfer& t = trace_.transfers[transfer];
  const std::string what = chunks(transfer);
  const std::string size = to_human(Bytes{t.bytes});
  if (t.group == no_group)
    return fmt::format("{} begins to send {} to {} ({})", name(t.from), what, name(t.to), size);
  if (t.reduces)
    return fmt::format("{} begins to load {} of {} through the switch, which adds them ({})", name(t.to),
                       what, ranks_text(trace_.senders(t)), size);
  return fmt::format("{} begins to store {} to {} at once ({})", name(t.from), what,
                     ranks_text(trace_.receivers(t)), size);
}

// What a receiver does with an arrived message; the first chunk stands for all.
std::string Narration::stored(const Deposit& first) const {
  const std::size_t blocks = first.transfer < 0 ? 1 : index(trace_.transfers[first.transfer].blocks);
  const std::string_view each = blocks > 1 ? " each" : "";
  const std::string_view them = blocks > 1 ? "them" : "it";
  return fmt::format("{} {} {}: {}{}", name(first.rank), first.reduced ? "adds" : "stores", them,
                     state_of(first), each);
}

std::string Narration::arrival(std::int32_t transfer) const {
  const Transfer& t = trace_.transfers[transfer];
  const auto landed = replay_.landed(transfer);
  std::string text =
      fmt::format("{}: {} {}", trace_.ends_text(t), chunks(transfer), t.blocks > 1 ? "arrive" : "arrives");
  if (landed.empty() || landed[0].at != t.end) return text;
  if (t.group != no_group && t.reduces) return text + ", added up by the switch: " + state_of(landed[0]);
  if (t.group != no_group) return text + " at all of them: " + state_of(landed[0]);
  return text + "; " + stored(landed[0]);
}

std::string Narration::work_begins(const Span& span) const {
  const std::string_view does = reduces(span.op) ? "add" : "copy";
  if (span.transfer < 0) return fmt::format("{} begins to {} a chunk of its own", name(span.rank), does);
  const Transfer& t = trace_.transfers[span.transfer];
  return fmt::format("{} begins to {} {} from {}", name(span.rank), does, chunks(span.transfer),
                     name(t.from));
}

std::string Narration::step_over(int step) const {
  const StepEnd& s = playback_.step_end(step);
  const std::string done = fmt::format("step {} of {} is done", step + 1, playback_.steps());
  if (s.idle || s.last_at < s.end) return done;
  if (s.first_at == s.last_at) return done + ", by all at once";
  return fmt::format("{}: {} was last, {} after {}", done, name(s.last), to_human(s.last_at - s.first_at),
                     name(s.first));
}

// Collects the sentences of one moment, and counts those beyond the most.
struct MomentWriter {
  const Narration& narration;
  std::size_t most;
  Narration::Moment moment{};

  template <class Sentence>
  void add(Sentence sentence) {
    if (moment.sentences.size() < most)
      moment.sentences.push_back(sentence());
    else
      ++moment.more;
  }

  void arrivals(Time t) {
    const auto end_of = [&](std::uint32_t i) { return narration.trace_.transfers[i].end; };
    for (const std::uint32_t i : std::ranges::equal_range(narration.by_end_, t, {}, end_of))
      add([&] { return narration.arrival(static_cast<std::int32_t>(i)); });
  }

  // Stores that arrivals() does not tell: of local work, and of messages that waited to be stored.
  void stores(Time t) {
    const auto deposits = std::ranges::equal_range(narration.replay_.deposits(), t, {}, &Deposit::at);
    std::int32_t told = -1;
    for (const Deposit& d : deposits) {
      if (d.transfer < 0) {
        add([&] {
          return fmt::format("{} {} chunk {} of its own: {}", narration.name(d.rank),
                             d.reduced ? "adds" : "copies", narration.chunk(d.block, d.part),
                             narration.state_of(d));
        });
        continue;
      }
      const Transfer& from = narration.trace_.transfers[d.transfer];
      if (d.transfer == told || from.end == t) continue;
      told = d.transfer;
      add([&] {
        return fmt::format("{} from {}: {}", narration.chunks(d.transfer), narration.name(from.from),
                           narration.stored(d));
      });
    }
  }

  void departures(Time t) {
    const auto& transfers = narration.trace_.transfers;
    const auto starting = std::ranges::equal_range(transfers, t, {}, &Transfer::start);
    for (auto i = starting.begin(); i != starting.end(); ++i)
      add([&] { return narration.departure(static_cast<std::int32_t>(i - transfers.begin())); });
    const auto start_of = [&](std::uint32_t i) { return narration.trace_.spans[i].start; };
    for (const std::uint32_t i : std::ranges::equal_range(narration.spans_by_start_, t, {}, start_of))
      if (narration.trace_.spans[i].end > t)
        add([&] { return narration.work_begins(narration.trace_.spans[i]); });
  }

  // Steps and phases that are over.
  void milestones(Time t) {
    const Playback& playback = narration.playback_;
    for (int step = playback.step_at(t - Time{1}); step < playback.step_at(t); ++step)
      if (!playback.step_end(step).idle) add([&] { return narration.step_over(step); });
    const auto& names = narration.trace_.phases;
    for (int phase = 0; phase < playback.phases() && names.size() > 1; ++phase)
      if (playback.phase_end(phase) == t)
        add([&] { return fmt::format("the phase {} is over", names[phase]); });
  }
};

Narration::Moment Narration::at(Time t, std::size_t most) const {
  MomentWriter writer{*this, most};
  if (t == Time{}) writer.add([] { return std::string("the call begins: every rank holds its own input"); });
  if (t == trace_.launch && t > Time{})
    writer.add([] { return std::string("the launch is over: the ranks begin"); });
  if (t == playback_.end())
    writer.add([&] { return fmt::format("all is done, after {}", to_human(playback_.end())); });
  writer.milestones(t);
  writer.arrivals(t);
  writer.stores(t);
  writer.departures(t);
  return std::move(writer.moment);
}

std::string Narration::caption(Time t) const {
  const int done = playback_.step_at(t) - 1;
  if (done >= playback_.step_at(t - Time{1}) && !playback_.step_end(done).idle)
    return as_caption(step_over(done), "");
  const Moment moment = at(t, 1);
  if (!moment.sentences.empty())
    return as_caption(moment.sentences[0], moment.more > 0 ? fmt::format(" (and {} more)", moment.more) : "");
  const std::vector<InFlight> flights = playback_.in_flight(trace_, t);
  const std::size_t under_way = flights.size();
  if (t < trace_.launch)
    return fmt::format("The call is being launched: the ranks begin at {}", to_human(trace_.launch));
  if (under_way == 0) return "No transfer is under way";
  std::string text =
      fmt::format("{} {} under way", counted(under_way, "transfer"), under_way == 1 ? "is" : "are");
  if (under_way > most_told_apart) return text;
  for (const InFlight& flight : flights)
    text += fmt::format("{} {}", flight.transfer == flights.front().transfer ? ":" : ",",
                        trace_.ends_text(trace_.transfers[flight.transfer]));
  return as_caption(std::move(text), "");
}

std::string Narration::why_waiting(Rank rank, Time t) const {
  return WhyWaiting(*this, trace_, replay_, playback_, rank,
                    {.transfers = of_rank_[rank], .spans = spans_of_rank_[rank]})
      .text(t);
}

}  // namespace commlab
