#include "core/plan/stretch.h"

namespace commlab {
namespace {

class Pace {
 public:
  Pace(Time longer, Time shorter) : longer_(longer.ps), shorter_(shorter.ps) {}

  void apply(Time& time) const {
    time.ps = static_cast<std::int64_t>((static_cast<__int128>(time.ps) * longer_ + shorter_ / 2) / shorter_);
  }
  // A duration from a moment on: it ends where its end moves to.
  void apply_to_duration(Time from, Time& duration) const {
    Time end = from + duration;
    apply(end);
    apply(from);
    duration = end - from;
  }

  void apply(TimeSplit& split) const {
    Time begin{};
    for (Time* part : {&split.launch, &split.latency, &split.transfer, &split.wait}) {
      const Time end = begin + *part;
      apply_to_duration(begin, *part);
      begin = end;
    }
  }

  void apply(Trace& trace) const {
    for (Transfer& transfer : trace.transfers) {
      apply_to_duration(transfer.ready, transfer.overhead);
      apply_to_duration(transfer.start, transfer.alone);
      for (Time* time : {&transfer.ready, &transfer.start, &transfer.head, &transfer.sent, &transfer.end})
        apply(*time);
    }
    for (Span& span : trace.spans) {
      apply(span.start);
      apply(span.end);
    }
    apply(trace.launch);
    apply(trace.finish);
  }

 private:
  std::int64_t longer_, shorter_;
};

}  // namespace

void stretch(Run& run, Time longer, Time shorter) {
  const Pace pace(longer, shorter);
  pace.apply(run.finish);
  for (Time& time : run.times) pace.apply(time);
  for (LinkUse& use : run.links) pace.apply(use.busy);
  for (Time& time : run.idle) pace.apply(time);
  if (run.split) pace.apply(*run.split);
  if (run.trace) pace.apply(*run.trace);
}

}  // namespace commlab
