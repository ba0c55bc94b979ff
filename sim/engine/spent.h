#pragma once
// How the time until a moment was spent, along the chain of transfers that led to it: each of them waited for
// the one before. The same accounts as those of the critical path of a trace (sim/critical_path.h), kept
// while the times are computed, so that no transfer has to be remembered.

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/base/units.h"
#include "core/experiment/run.h"

namespace commlab {

// Time that is neither launch nor on an account was spent waiting.
struct Spent {
  Time latency;
  Time transfer;
  Time until;            // each piece of time is counted once: what ends earlier is counted already
  bool is_known = true;  // false: several chains led there at the same moment, and differ
  bool operator==(const Spent&) const = default;

  void wait(Time end) { until = std::max(until, end); }
  void be_late(Time end) { book(latency, end); }
  void move(Time end) { book(transfer, end); }

  // The split of a run that ends with this chain.
  TimeSplit of_run(Time launch, Time finish) const {
    return {.launch = launch,
            .latency = latency,
            .transfer = transfer,
            .wait = finish - launch - latency - transfer};
  }

 private:
  void book(Time& account, Time end) {
    if (end <= until) return;
    account += end - until;
    until = end;
  }
};

// Of several causes, the one that came last: an instruction went on when it was there. Only the engine's
// order of events knows which of two causes of the same moment came last. Where both were spent alike, this
// makes no difference; where not, it is not known.
class LastCause {
 public:
  LastCause(Time at, const Spent& spent) : at_(at), spent_(spent) {}

  void add(Time at, const Spent& spent) {
    if (at < at_) return;
    if (at == at_ && spent != spent_) return void(spent_.is_known = false);
    at_ = at;
    spent_ = spent;
  }
  Time at() const { return at_; }
  const Spent& spent() const { return spent_; }

 private:
  Time at_;
  Spent spent_;
};

// Which of all transfers of a run ends the critical path: the one that is finished last, including the work
// on it. Of several, the first in the order of a trace.
class LastTransfer {
 public:
  // Each transfer, as it arrived.
  void arrived(Time end, Time start, Rank from, int channel, const Spent& spent) {
    keep_last(arrived_, {end, start, from, channel, spent});
  }
  // Each piece of work on a transfer that arrived.
  void worked_on(Time end, Time start, const Spent& spent) { keep_last(worked_, {end, start, 0, 0, spent}); }

  // Nothing if no transfer was told of.
  std::optional<Spent> spent() const {
    if (worked_ && worked_->end > arrived_->end) return worked_->spent;
    return arrived_ ? std::optional(arrived_->spent) : std::nullopt;
  }

 private:
  struct End {
    Time end;
    Time start;
    Rank from;
    int channel;
    Spent spent;
  };
  static void keep_last(std::optional<End>& last, const End& end) {
    const auto place = [](const End& e) { return std::tuple(e.start, e.from, e.channel); };
    if (!last || end.end > last->end || (end.end == last->end && place(end) < place(*last)))
      last = end;
    else if (end.end == last->end && place(end) == place(*last) && end.spent != last->spent)
      last->spent.is_known = false;
  }

  std::optional<End> arrived_;
  std::optional<End> worked_;
};

}  // namespace commlab
