#include "sim/critical_path.h"

#include <algorithm>

namespace commlab {
namespace {

// The transfer that is finished last, including the work on it.
std::int32_t last_of(const Trace& trace) {
  std::int32_t last = -1;
  Time latest;
  for (std::size_t i = 0; i < trace.transfers.size(); ++i) {
    if (last >= 0 && trace.transfers[i].end <= latest) continue;
    last = static_cast<std::int32_t>(i);
    latest = trace.transfers[i].end;
  }
  for (const Span& span : trace.spans) {
    if (span.transfer < 0 || span.end <= latest) continue;
    last = span.transfer;
    latest = span.end;
  }
  return last;
}

}  // namespace

CriticalPath critical_path(const Trace& trace) {
  CriticalPath path;
  for (std::int32_t i = last_of(trace); i >= 0; i = trace.transfers[i].enabled_by)
    path.transfers.push_back(i);
  std::ranges::reverse(path.transfers);

  std::vector<Time> work(trace.spans.empty() ? 0 : trace.transfers.size());  // on each, after it arrived
  for (const Span& span : trace.spans)
    if (span.transfer >= 0) work[span.transfer] += span.end - span.start;

  // Each piece of time between the launch and the finish is counted once.
  TimeSplit& split = path.split;
  split.launch = trace.launch;
  Time until = trace.launch;
  const auto book = [&](Time& account, Time end) {
    if (end <= until) return;
    account += end - until;
    until = end;
  };
  for (std::size_t k = 0; k < path.transfers.size(); ++k) {
    const std::int32_t index = path.transfers[k];
    const Transfer& t = trace.transfers[index];
    // Time before a move on a group is latency, because the arrivals at a barrier were on their way.
    book(t.group == no_group ? split.wait : split.latency, t.ready);
    book(split.latency, std::min(t.start, t.ready + t.overhead));
    book(split.wait, t.start);
    book(split.transfer, t.alone == Time{} ? t.sent : std::min(t.sent, t.start + t.alone));
    book(split.wait, t.sent);
    // The next transfer on the path began when the sender of this transfer was free, or when the receiver had
    // received it.
    const bool sender_goes_on =
        k + 1 < path.transfers.size() && trace.transfers[path.transfers[k + 1]].from == t.from;
    if (sender_goes_on) continue;
    book(split.latency, t.end);
    if (!work.empty()) book(split.transfer, t.end + work[index]);
  }
  const bool ends_at_a_barrier =
      !path.transfers.empty() && trace.transfers[path.transfers.back()].group != no_group;
  book(ends_at_a_barrier ? split.latency : split.wait, trace.finish);
  return path;
}

}  // namespace commlab
