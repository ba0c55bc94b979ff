// A trace as Chrome trace-event JSON, to be opened in https://ui.perfetto.dev.
//
//   process "links"    a track per link direction and lane of traffic in it
//   process "rank 3"   tracks "sends", "receives", "work"
//   process "measured" one slice on top, over the whole time, with the place of the measurement, if known
//   arrows             from the slice that sends a message to the one that receives it; none where
//                      a whole group sends or receives
//
// Perfetto draws slices of one track wrongly where they overlap, so what happens at the
// same time goes to further tracks of the same name. Times are microseconds with six
// decimals: whole picoseconds, exactly.

#include "core/trace/perfetto.h"

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "core/base/index.h"
#include "core/base/json_text.h"

namespace commlab {
namespace {

constexpr int links_process = 0;
constexpr int process_of(Rank rank) { return rank + 1; }

// The tracks of one subject: each takes a slice only when the one before it is over.
struct Track {
  int id;
  Time end;
};
using Tracks = std::vector<Track>;

// The first track that is free at `start`; the end if none is.
Tracks::iterator free_track(Tracks& tracks, Time start) {
  return std::find_if(tracks.begin(), tracks.end(), [&](const Track& track) { return track.end <= start; });
}

struct Slice {
  int process;
  int subject;  // the link; or which of a rank's kinds of track
  std::string name;
  Time start;
  Time end;
  std::int32_t transfer = -1;
  enum class Role : std::uint8_t { on_a_link, sends, receives, shares, works } role;  // shares: with a group
};

enum RankSubject { sends_subject, receives_subject, work_subject, rank_subjects };

std::string in_json(const std::string& text) { return json_text(nlohmann::json(text)); }

// "0.350000": picoseconds as microseconds, without rounding.
std::string microseconds_text(Time t) { return fmt::format("{}.{:06}", t.ps / 1'000'000, t.ps % 1'000'000); }

std::string name_of(const Trace& trace, const Transfer& t) {
  const std::string block =
      t.blocks == 1 ? fmt::format("block {}", t.block)
      : t.blocks <= t.spacing.run
          ? fmt::format("blocks {}..+{}", t.block, t.blocks - 1)
          : fmt::format("{} blocks from {}, {} every {}", t.blocks, t.block, t.spacing.run, t.spacing.apart);
  if (t.group != no_group)
    return fmt::format("{} {} {}", t.reduces ? "load and reduce" : "multicast", block, trace.ends_text(t));
  return fmt::format("{} {} {}->{}", t.reduces ? "reduce" : "copy", block, t.from, t.to);
}

std::vector<Slice> slices_of(const Trace& trace) {
  std::vector<Slice> slices;
  for (std::size_t i = 0; i < trace.transfers.size(); ++i) {
    const Transfer& t = trace.transfers[i];
    const auto index = static_cast<std::int32_t>(i);
    const std::string name = name_of(trace, t);
    const bool shared = t.group != no_group;
    for (const Rank rank : trace.senders(t))
      slices.push_back({process_of(rank), sends_subject, name, t.start, t.sent, index,
                        shared ? Slice::Role::shares : Slice::Role::sends});
    for (const Rank rank : trace.receivers(t))
      slices.push_back({process_of(rank), receives_subject, name, t.head, t.end, index,
                        shared ? Slice::Role::shares : Slice::Role::receives});
    if (t.route < 0) continue;
    for (const LinkId link : trace.routes[t.route])
      slices.push_back({links_process, link, name, t.start, t.end, index, Slice::Role::on_a_link});
  }
  for (const Span& span : trace.spans)
    slices.push_back({process_of(span.rank), work_subject, std::string(name_of(span.op)), span.start,
                      span.end, span.transfer, Slice::Role::works});
  std::stable_sort(slices.begin(), slices.end(),
                   [](const Slice& a, const Slice& b) { return a.start < b.start; });
  return slices;
}

// Collects events; the first of a track brings the track's name.
class EventWriter {
 public:
  explicit EventWriter(const Trace& trace) : trace_(trace) {
    link_tracks_.resize(trace.topology.links.size());
    rank_tracks_.resize(index(trace.collective.ranks) * rank_subjects);
    process(links_process, "links");
    for (Rank rank = 0; rank < trace.collective.ranks; ++rank)
      process(process_of(rank), fmt::format("rank {}", rank));
    if (!trace.where.empty()) badge();
  }

  void slice(const Slice& s) {
    const int track = track_of(s);
    const std::string ts = microseconds_text(s.start);
    event(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{}{}}})", s.process, track, ts,
          microseconds_text(s.end - s.start), in_json(s.name), arguments(s));
    if (s.role == Slice::Role::sends)
      event(R"({{"ph":"s","pid":{},"tid":{},"ts":{},"id":{},"cat":"message","name":"message"}})", s.process,
            track, ts, s.transfer);
    if (s.role == Slice::Role::receives)
      event(R"({{"ph":"f","bp":"e","pid":{},"tid":{},"ts":{},"id":{},"cat":"message","name":"message"}})",
            s.process, track, ts, s.transfer);
  }

  std::string finished() const {
    return fmt::format(
        R"({{"displayTimeUnit":"ns","otherData":{{"experiment":{},"backend":{},"where":{}}},"traceEvents":[{}
]}}
)",
        in_json(trace_.experiment), in_json(trace_.backend), in_json(trace_.where), events_);
  }

 private:
  template <class... Args>
  void event(fmt::format_string<Args...> text, Args&&... args) {
    events_ += events_.empty() ? "\n" : ",\n";
    fmt::format_to(std::back_inserter(events_), text, std::forward<Args>(args)...);
  }

  void process(int pid, const std::string& name) { process(pid, name, pid); }
  void process(int pid, const std::string& name, int place) {
    event(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", pid, in_json(name));
    event(R"({{"ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}}}})", pid, place);
  }

  // Shows in the viewer that ranks are virtual.
  void badge() {
    const int pid = process_of(trace_.collective.ranks);
    process(pid, "measured", links_process - 1);
    event(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"where"}}}})", pid,
          ++last_track_);
    event(R"({{"ph":"X","pid":{},"tid":{},"ts":0.000000,"dur":{},"name":{}}})", pid, last_track_,
          microseconds_text(trace_.finish), in_json(fmt::format("{}: {}", trace_.backend, trace_.where)));
  }

  Tracks& tracks_of(const Slice& s) {
    if (s.process == links_process) return link_tracks_[s.subject];
    const auto rank = index(s.process - process_of(0));
    return rank_tracks_[rank * rank_subjects + index(s.subject)];
  }

  int track_of(const Slice& s) {
    Tracks& tracks = tracks_of(s);
    if (const auto free = free_track(tracks, s.start); free != tracks.end()) {
      free->end = s.end;
      return free->id;
    }
    tracks.push_back({.id = ++last_track_, .end = s.end});
    name_track(s, last_track_, static_cast<int>(tracks.size()));
    return last_track_;
  }

  // "gpu0 -> gpu1", and where more passes at the same time "gpu0 -> gpu1 (2)"
  void name_track(const Slice& s, int track, int lane) {
    constexpr const char* kinds[] = {"sends", "receives", "work"};
    std::string name = s.process == links_process ? trace_.topology.link_name(s.subject) : kinds[s.subject];
    if (lane > 1) name += fmt::format(" ({})", lane);
    event(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", s.process, track,
          in_json(name));
    event(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
          s.process, track, std::int64_t{s.subject} * 10'000 + lane);
  }

  std::string arguments(const Slice& s) const {
    if (s.transfer < 0) return {};
    const Transfer& t = trace_.transfers[s.transfer];
    const std::string phase = t.phase < trace_.phases.size() ? trace_.phases[t.phase] : std::string{};
    return fmt::format(R"(,"args":{{"transfer":{},"bytes":{},"channel":{},"step":{},"part":{},"phase":{}}})",
                       s.transfer, t.bytes, t.channel, t.step, t.part, in_json(phase));
  }

  const Trace& trace_;
  std::vector<Tracks> link_tracks_;
  std::vector<Tracks> rank_tracks_;
  int last_track_ = 0;
  std::string events_;
};

}  // namespace

std::string perfetto_json(const Trace& trace) {
  EventWriter writer(trace);
  for (const Slice& slice : slices_of(trace)) writer.slice(slice);
  return writer.finished();
}

}  // namespace commlab
