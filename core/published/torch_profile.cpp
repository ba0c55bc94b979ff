#include "core/published/torch_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/index.h"
#include "core/base/intervals.h"
#include "core/base/numbers.h"
#include "core/published/bare_numbers.h"
#include "core/published/torch_event.h"
#include "core/published/torch_names.h"

namespace commlab {
namespace {

// A Time has room for a hundred days.
constexpr double most_us_of_a_time = 9e12;

struct CommunicationEvent {
  std::string name;
  std::optional<CollectiveKind> kind;  // as its own name says
  std::optional<Microseconds> when;    // nothing: the trace does not say
  std::optional<std::int64_t> id;
  CallData data;
};

// The elements of the full vector. What one side does not say, follows from the other.
std::int64_t full_vector(CollectiveKind kind, const CallData& data) {
  const std::int64_t in = data.in.value_or(0), out = data.out.value_or(0);
  const bool in_is_a_share = kind == CollectiveKind::all_gather || kind == CollectiveKind::gather;
  const bool out_is_a_share = kind == CollectiveKind::reduce_scatter || kind == CollectiveKind::scatter;
  if (in_is_a_share && !data.out) return in * *data.ranks;
  if (out_is_a_share && !data.in) return out * *data.ranks;
  return std::max(in, out);
}

Time time_of_us(double us) {
  return Time{static_cast<std::int64_t>(std::llround(std::min(us, most_us_of_a_time) * 1e6))};
}

// The collective, as the call names it; where it names none, as the kernel does.
std::optional<CollectiveKind> kind_of(const CommunicationEvent& event) {
  return event.data.name.empty() ? event.kind : torch_collective(event.data.name);
}

class ProfileReader {
 public:
  Result<TorchProfile> read(std::string_view text) {
    std::string repaired;
    if (std::optional<Error> mistake = take(text)) {
      *this = {};
      repaired = without_bare_numbers(text);
      if (repaired == text || take(repaired)) return tl::unexpected(*std::move(mistake));
    }
    if (events_.empty()) return nothing_found();
    if (places_.size() > 1)
      return fail(
          "the trace has communication of {} GPUs or processes; expected the trace of one rank, as each rank "
          "writes it",
          places_.size());
    return profile();
  }

 private:
  // Takes the events one by one while the text is parsed, so that a trace of gigabytes is never in memory as
  // a whole. Chrome's viewer also reads a list of events without anything around it.
  std::optional<Error> take(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_list = first != text.npos && text[first] == '[';
    bool in_events = is_list;
    std::int64_t taken = 0;
    const auto each = [&](int depth, ProfileJson::parse_event_t event, ProfileJson& parsed) {
      using enum ProfileJson::parse_event_t;
      if (!is_list && event == key && depth == 1) in_events = parsed == "traceEvents";
      if (event != object_end || depth != (is_list ? 1 : 2) || !in_events) return true;
      take_event(parsed);
      ++taken;
      return false;
    };
    constexpr std::string_view expected =
        "expected a trace of torch.profiler: JSON with \"traceEvents\", as export_chrome_trace() writes it";
    try {
      const ProfileJson rest = ProfileJson::parse(text.begin(), text.end(), each);
      if (!is_list && (!rest.is_object() || !rest.contains("traceEvents")))
        return Error{std::string(expected)};
      if (is_list && taken == 0) return Error{std::string(expected)};
      if (!is_list) take_job(rest);
      if (!is_list) take_gpu(rest);
      return std::nullopt;
    } catch (const ProfileJson::parse_error& mistake) {
      if (mistake.byte <= text.size())
        return Error{fmt::format("{}; after {}, this is no JSON at byte {}", expected,
                                 counted(taken, "event"), mistake.byte)};
      return Error{
          fmt::format("{}; this one ends in the middle, after {}", expected, counted(taken, "event"))};
    } catch (const ProfileJson::exception&) {  // a number that fits nowhere
      return Error{std::string(expected)};
    }
  }

  // With one group, all ranks of the job are in it.
  void take_job(const ProfileJson& trace) {
    const auto job = trace.find("distributedInfo");
    if (job == trace.end() || !job->is_object()) return;
    if (whole_at(*job, "pg_count") == 1) ranks_of_job_ = whole_at(*job, "world_size");
  }

  // The first of the devices: those of one computer are alike.
  void take_gpu(const ProfileJson& trace) {
    const auto devices = trace.find("deviceProperties");
    if (devices != trace.end() && devices->is_array() && !devices->empty() && devices->front().is_object())
      gpu_ = text_at(devices->front(), "name");
  }

  void take_event(const ProfileJson& event) {
    if (!event.is_object()) return;
    const std::string name = text_at(event, "name");
    const std::string category = text_at(event, "cat");
    static const ProfileJson nothing = ProfileJson::object();
    const auto found = event.find("args");
    const ProfileJson& args = found != event.end() && found->is_object() ? *found : nothing;
    const std::string phase = text_at(event, "ph");
    if (phase != "X" && phase != "B") return;
    const std::optional<Microseconds> when = phase == "X" ? time_of(event) : std::nullopt;
    if (when) {
      first_ = std::min(first_, when->from);
      last_ = std::max(last_, when->to);
    }
    if (name.starts_with("ProfilerStep#")) {
      if (when && category != "gpu_user_annotation") steps_.push_back(*when);
    } else if (name == "record_param_comms") {
      if (const auto id = id_at(args)) calls_.emplace(*id, data_of(args));
    } else if (category == "kernel" || category == "Kernel") {
      take_kernel(name, when, event, args);
    } else if (name.starts_with("gloo:") && !category.starts_with("gpu")) {
      take_communication(name, torch_collective(name), when, event, args);
      take_shapes(events_.back().data, args);
    }
  }

  void take_kernel(const std::string& name, std::optional<Microseconds> when, const ProfileJson& event,
                   const ProfileJson& args) {
    if (const std::optional<std::string_view> of_nccl = nccl_kernel(name))
      take_communication(std::string(kernel_name(name)), torch_collective(*of_nccl), when, event, args);
    else if (communicates_without_nccl(name))
      take_communication(std::string(kernel_name(name)), std::nullopt, when, event, args);
    else if (when)
      computing_[place_of(event, args)].push_back(*when);
  }

  void take_communication(std::string name, std::optional<CollectiveKind> kind,
                          std::optional<Microseconds> when, const ProfileJson& event,
                          const ProfileJson& args) {
    places_.insert(place_of(event, args));
    events_.push_back(
        {.name = std::move(name), .kind = kind, .when = when, .id = id_at(args), .data = data_of(args)});
  }

  // What the event says about its call, with the number of its group.
  CallData data_of(const ProfileJson& args) {
    CallData data = call_data_of(args);
    if (auto group = group_of(args, data.ranks.value_or(0)))
      data.group = groups_.emplace(*std::move(group), static_cast<int>(groups_.size())).first->second;
    return data;
  }

  Result<TorchProfile> nothing_found() const {
    if (calls_.empty())
      return fail(
          "the trace has no communication: no kernel of NCCL, and no event gloo:...; was it recorded while "
          "several ranks ran?");
    return fail(
        "the trace has {} of collectives, but no kernel that ran, so it has no communication to compare; "
        "record it with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
        counted(std::ssize(calls_), "call"));
  }

  TorchProfile profile() {
    TorchProfile profile;
    profile.gpu = gpu_;
    profile.groups.resize(groups_.size());
    for (const auto& [ranks, number] : groups_) profile.groups[index(number)] = ranks;
    std::vector<Microseconds> communicating;
    for (CommunicationEvent& event : events_) {
      if (event.when) communicating.push_back(*event.when);
      if (event.id)
        if (const auto call = calls_.find(*event.id); call != calls_.end())
          complete(event.data, call->second);
      if (!event.data.ranks) event.data.ranks = ranks_of_job_;
    }
    join_kernels_of_one_call();
    std::ranges::stable_sort(
        events_, {}, [](const CommunicationEvent& event) { return event.when ? event.when->from : 0; });
    for (const CommunicationEvent& event : events_) add(profile, event);
    if (first_ > last_) return profile;  // nothing has a time
    const std::vector<Microseconds> whole =
        merged(steps_.empty() ? std::vector{Microseconds{first_, last_}} : steps_);
    const std::vector<Microseconds> busy = overlap(merged(std::move(communicating)), whole);
    const std::vector<Microseconds> computing = merged(std::move(computing_[*places_.begin()]));
    profile.steps = static_cast<int>(steps_.size());
    profile.span = time_of_us(length_of(whole));
    profile.communication = time_of_us(length_of(busy));
    profile.exposed = time_of_us(length_of(busy) - length_of(overlap(busy, computing)));
    return profile;
  }

  // A call may need several kernels. Each says the data of the whole call, so together they are one.
  void join_kernels_of_one_call() {
    std::map<std::int64_t, std::size_t> first_of;
    std::vector<CommunicationEvent> joined;
    for (CommunicationEvent& event : events_) {
      if (event.id && event.when && !event.data.name.empty()) {
        const auto [known, is_new] = first_of.emplace(*event.id, joined.size());
        if (!is_new) {
          Microseconds& when = *joined[known->second].when;
          when = {std::min(when.from, event.when->from), std::max(when.to, event.when->to)};
          continue;
        }
      }
      joined.push_back(std::move(event));
    }
    events_ = std::move(joined);
  }

  void add(TorchProfile& profile, const CommunicationEvent& event) const {
    const std::string why = reason_to_leave_out(event);
    if (why.empty()) {
      const CallData& data = event.data;
      const CollectiveKind kind = *kind_of(event);
      profile.calls.push_back({.kernel = event.name,
                               .kind = kind,
                               .ranks = static_cast<int>(*data.ranks),
                               .dtype = *data.dtype,
                               .size = Bytes{full_vector(kind, data) * size_of(*data.dtype)},
                               .group = data.group.value_or(-1),
                               .begin = time_of_us(event.when->from - first_),
                               .took = time_of_us(event.when->to - event.when->from)});
      return;
    }
    const auto known = std::ranges::find_if(profile.unread, [&](const UnreadCall& unread) {
      return unread.kernel == event.name && unread.why == why;
    });
    if (known != profile.unread.end())
      ++known->calls;
    else
      profile.unread.push_back({.kernel = event.name, .why = why, .calls = 1});
  }

  // Empty: everything is known.
  static std::string reason_to_leave_out(const CommunicationEvent& event) {
    const CallData& data = event.data;
    if (!event.when) return "the trace does not say when it began and how long it took";
    const std::optional<CollectiveKind> kind = kind_of(event);
    if (!kind && !data.name.empty()) return fmt::format("{} is no collective that is predicted", data.name);
    if (!kind && communicates_without_nccl(event.name))
      return "it communicates without NCCL, and the trace does not say how much data it has";
    if (!kind && event.name.find("Generic") != event.name.npos)
      return "its name does not say which collective it is, and the trace has no call that says it";
    if (!kind) return "it is no collective that is predicted";
    if (!data.in && !data.out)
      return "the trace does not say how much data it has; torch 2.3 and later write it";
    if (!data.dtype) return "the trace does not say which type its data have, or the type is not known here";
    if (!data.ranks) return "the trace does not say how many ranks take part";
    if (*data.ranks < 1 || *data.ranks > most_profiled_ranks)
      return fmt::format("it has {} ranks", *data.ranks);
    if (data.is_uneven)
      return "it sends more to some ranks than to others, and the trace of one rank does not tell what the "
             "others send";
    for (const std::int64_t elements : {data.in.value_or(0), data.out.value_or(0)})
      if (elements < 0 || elements > std::numeric_limits<std::int64_t>::max() / 16 / *data.ranks)
        return fmt::format("it has {} elements", elements);
    return {};
  }

  double first_ = most_profile_us;
  double last_ = -most_profile_us;
  std::vector<Microseconds> steps_;
  std::map<std::string, std::vector<Microseconds>> computing_;  // by place
  std::set<std::string> places_;                                // of communication
  std::vector<CommunicationEvent> events_;
  std::map<std::int64_t, CallData> calls_;      // by External id
  std::map<std::vector<Rank>, int> groups_;     // their numbers
  std::optional<std::int64_t> ranks_of_job_{};  // where one group has all of them
  std::string gpu_;
};

}  // namespace

Result<TorchProfile> parse_torch_profile(std::string_view text) { return ProfileReader().read(text); }

}  // namespace commlab
