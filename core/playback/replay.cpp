// What can be asked of a replay once it is built (core/playback/replay_builder.h).

#include "core/playback/replay.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"
#include "core/collective/combine.h"
#include "core/playback/replay_builder.h"
#include "core/programs/check_programs.h"

namespace commlab {
namespace {

constexpr std::uint32_t no_deposit = UINT32_MAX;

}  // namespace

Result<Replay> Replay::of(const Trace& trace, const Programs& programs) {
  return check_form(programs).and_then([&] { return build_replay(trace, programs); });
}

Held Replay::held(Rank rank, int block, int part, Time t) const {
  assert(0 <= rank && rank < collective_.ranks && 0 <= block && block < partition_.blocks && 0 <= part &&
         part < partition_.parts);
  const std::size_t c = cell(rank, block, part);
  if (const Store* last = last_store(outputs_, c, t))
    return {static_cast<int>(last->contributions), last->value, true, last->done != 0};
  const ValueId value = brought_[c];
  if (value == no_value) return {};
  return {1, value, false, collective_.in_place && keeps_promise(rank, block, part, value)};
}

Held Replay::passing(Rank rank, int block, int part, Time t) const {
  assert(0 <= rank && rank < collective_.ranks && 0 <= block && block < partition_.blocks && 0 <= part &&
         part < partition_.parts);
  const Store* last = last_store(scratch_, cell(rank, block, part), t);
  if (last == nullptr || values_.chunk(last->value) != block * partition_.parts + part) return {};
  return {static_cast<int>(last->contributions), last->value, true, false};
}

const Replay::Store* Replay::last_store(const Stores& stores, std::size_t cell, Time t) {
  if (stores.first.empty()) return nullptr;
  const std::span all(stores.all.data() + stores.first[cell], stores.all.data() + stores.first[cell + 1]);
  const auto later = std::ranges::upper_bound(all, t, {}, &Store::at);
  return later == all.begin() ? nullptr : &*std::prev(later);
}

std::span<const Deposit> Replay::deposits(Time after, Time until) const {
  const auto place = [&](Time t) {
    return std::upper_bound(deposits_.begin(), deposits_.end(), t,
                            [](Time time, const Deposit& deposit) { return time < deposit.at; });
  };
  if (until <= after) return {};
  return {place(after), place(until)};
}

std::span<const Deposit> Replay::landed(std::int32_t transfer) const {
  const std::uint32_t first = landed_[transfer];
  if (first == no_deposit) return {};
  std::size_t last = first;
  while (last < deposits_.size() && deposits_[last].transfer == transfer) ++last;
  return {deposits_.data() + first, last - first};
}

Time Replay::landed_at(std::int32_t transfer) const {
  const std::uint32_t first = landed_[transfer];
  return first == no_deposit ? never : deposits_[first].at;
}

Time Replay::chunk_completed(int block, int part) const { return chunk_completed_[cell(0, block, part)]; }

bool Replay::keeps_promise(Rank rank, int block, int part, ValueId value) const {
  const auto promise = after(collective_, rank, block);
  if (!promise || values_.chunk(value) != promise->block * partition_.parts + part) return false;
  return promise->whose == Content::Whose::one_rank ? values_.is_rank(value, promise->rank)
                                                    : values_.is_all(value, collective_.ranks);
}

// The time from which a promise stays kept; before that, it may have been kept and broken again.
Time Replay::kept_from(Rank rank, int block, int part) const {
  const std::size_t c = cell(rank, block, part);
  const bool from_the_start =
      collective_.in_place && brought_[c] != no_value && keeps_promise(rank, block, part, brought_[c]);
  Time from = from_the_start ? Time{} : never;
  for (std::uint32_t i = outputs_.first[c]; i < outputs_.first[c + 1]; ++i) {
    const Store& store = outputs_.all[i];
    from = store.done ? std::min(from, store.at) : never;
  }
  return from;
}

Replay::Stores Replay::stores_into(Buffer buffer) const {
  Stores stores{.first = std::vector<std::uint32_t>(brought_.size() + 1, 0), .all = {}};
  for (const Deposit& d : deposits_)
    if (d.buffer == buffer) ++stores.first[cell(d.rank, d.block, d.part) + 1];
  for (std::size_t c = 1; c < stores.first.size(); ++c) stores.first[c] += stores.first[c - 1];
  stores.all.resize(stores.first.back());
  std::vector<std::uint32_t> next(stores.first.begin(), stores.first.end() - 1);
  for (const Deposit& d : deposits_)
    if (d.buffer == buffer)
      stores.all[next[cell(d.rank, d.block, d.part)]++] = {
          .at = d.at,
          .value = d.value,
          .contributions = static_cast<std::uint32_t>(values_.contributors(d.value)),
          .done = d.done};
  return stores;
}

void Replay::index_deposits(std::size_t transfers) {
  landed_.assign(transfers, no_deposit);
  for (std::size_t i = 0; i < deposits_.size(); ++i) {
    if (deposits_[i].transfer < 0) continue;
    std::uint32_t& first = landed_[deposits_[i].transfer];
    first = std::min(first, static_cast<std::uint32_t>(i));
  }
  outputs_ = stores_into(Buffer::output);
  if (std::ranges::find(deposits_, Buffer::scratch, &Deposit::buffer) != deposits_.end())
    scratch_ = stores_into(Buffer::scratch);
}

void Replay::find_completions() {
  rank_completed_.assign(collective_.ranks, Time{});
  chunk_completed_.assign(index(partition_.blocks) * index(partition_.parts), Time{});
  for (Rank rank = 0; rank < collective_.ranks; ++rank)
    for (int block = 0; block < partition_.blocks; ++block) {
      if (!promised(rank, block)) continue;
      for (int part = 0; part < partition_.parts; ++part) {
        const Time kept = kept_from(rank, block, part);
        for (Time* completed : {&rank_completed_[rank], &chunk_completed_[cell(0, block, part)]})
          *completed = std::max(*completed, kept);
      }
    }
}

ElementRange Replay::elements_brought(ValueId value) const {
  const int chunk = values_.chunk(value);
  if (chunk == Contributions::mixed) return {};
  return chunk_in(collective_, partition_, Buffer::input, values_.runs(value).front().first,
                  chunk / partition_.parts, chunk % partition_.parts);
}

std::string Replay::value_text(ValueId value, DataPattern pattern) const {
  const ElementRange chunk = elements_brought(value);
  if (chunk.size() == 0) return {};
  const DataType type = collective_.dtype;
  Memory result;
  for (const Contributions::Run& run : values_.runs(value))
    for (Rank rank = run.first; rank < run.last; ++rank) {
      Memory one(static_cast<std::size_t>(size_of(type)));
      set_element(type, one.data(), 0, static_cast<double>(rule_of(collective_, pattern)(rank, chunk.first)));
      scale_input(collective_, one);
      for (int time = 0; time < run.times; ++time) {
        if (result.empty())
          result = one;
        else
          combine(type, collective_.op, result.data(), result.data(), one.data(), 1);
      }
    }
  if (values_.is_all(value, collective_.ranks)) scale_output(collective_, result);
  return fmt::format("{:.6g}", element(type, result.data(), 0));
}

}  // namespace commlab
