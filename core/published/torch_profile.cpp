#include "core/published/torch_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/intervals.h"

namespace commlab {
namespace {

using ProfileJson = nlohmann::json;

// Stamps count from any time, such as 1970. A Time has room for a hundred days.
constexpr double most_profile_us = 1e17;
constexpr double most_us_of_a_time = 9e12;
constexpr int most_profiled_ranks = 1 << 20;

using Microseconds = Interval<double>;

// What a call says about its data; nothing where it says nothing.
struct CallData {
  std::optional<CollectiveKind> kind;
  std::string name;  // as torch calls it; empty: not said
  std::optional<std::int64_t> in;
  std::optional<std::int64_t> out;
  std::optional<std::int64_t> ranks;
  std::optional<DataType> dtype;
};

struct CommunicationEvent {
  std::string name;
  Microseconds when;
  std::optional<std::int64_t> id;
  CallData data;
};

std::string text_at(const ProfileJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number_at(const ProfileJson& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> whole_at(const ProfileJson& object, const char* key) {
  const std::optional<double> value = number_at(object, key);
  if (!value || std::abs(*value) > 9e15) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

// Names of c10::ScalarType (c10/core/ScalarType.h).
std::optional<DataType> dtype_called(std::string_view name) {
  static constexpr std::pair<std::string_view, DataType> names[] = {
      {"Float", DataType::float32},
      {"float", DataType::float32},
      {"Double", DataType::float64},
      {"double", DataType::float64},
      {"Half", DataType::float16},
      {"c10::Half", DataType::float16},
      {"BFloat16", DataType::bfloat16},
      {"Char", DataType::int8},
      {"c10::BFloat16", DataType::bfloat16},
      {"signed char", DataType::int8},
      {"Int", DataType::int32},
      {"int", DataType::int32},
      {"Long", DataType::int64},
      {"long int", DataType::int64},
      {"Byte", DataType::uint8},
      {"unsigned char", DataType::uint8},
      {"UInt32", DataType::uint32},
      {"unsigned int", DataType::uint32},
      {"UInt64", DataType::uint64},
      {"long unsigned int", DataType::uint64},
      {"Float8_e4m3fn", DataType::float8_e4m3},
      {"c10::Float8_e4m3fn", DataType::float8_e4m3},
      {"Float8_e5m2", DataType::float8_e5m2},
      {"c10::Float8_e5m2", DataType::float8_e5m2}};
  for (const auto& [known, type] : names)
    if (known == name) return type;
  return std::nullopt;
}

// "allreduce", "_allgather_base", "all_gather_into_tensor_coalesced", "nccl:all_reduce", "AllReduce": letters
// decide.
std::optional<CollectiveKind> kind_called(std::string_view name) {
  std::string letters;
  for (const char c : name.substr(name.find(':') == name.npos ? 0 : name.find(':') + 1))
    if (c >= 'A' && c <= 'Z')
      letters += static_cast<char>(c - 'A' + 'a');
    else if (c >= 'a' && c <= 'z')
      letters += c;
  static constexpr std::pair<std::string_view, CollectiveKind> beginnings[] = {
      {"allreduce", CollectiveKind::all_reduce}, {"allgather", CollectiveKind::all_gather},
      {"alltoall", CollectiveKind::all_to_all},  {"reducescatter", CollectiveKind::reduce_scatter},
      {"broadcast", CollectiveKind::broadcast},  {"reduce", CollectiveKind::reduce},
      {"gather", CollectiveKind::gather},        {"scatter", CollectiveKind::scatter}};
  for (const auto& [beginning, kind] : beginnings)
    if (letters.starts_with(beginning)) return kind;
  return std::nullopt;
}

constexpr std::string_view nccl_prefixes[] = {"ncclDevKernel_", "ncclKernel_", "ncclDevKernel"};

// "AllReduce_Sum_bf16_RING_LL" of a kernel; empty: it is no kernel of NCCL.
std::string_view kernel_of_nccl(std::string_view name) {
  for (const std::string_view prefix : nccl_prefixes)
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return {};
}

// Without the parameters: "ncclDevKernel_AllReduce_Sum_bf16_RING_LL".
std::string short_name(const std::string& name) { return name.substr(0, name.find('(')); }

CallData data_of(const ProfileJson& args) {
  CallData data;
  data.name = text_at(args, "Collective name");
  data.kind = kind_called(data.name);
  data.in = whole_at(args, "In msg nelems");
  data.out = whole_at(args, "Out msg nelems");
  data.ranks = whole_at(args, "Group size");
  data.dtype = dtype_called(text_at(args, "dtype"));
  return data;
}

// What an event does not say itself, its call says.
void complete(CallData& data, const CallData& call) {
  if (data.name.empty()) data.name = call.name;
  if (!data.kind) data.kind = call.kind;
  if (!data.in) data.in = call.in;
  if (!data.out) data.out = call.out;
  if (!data.ranks) data.ranks = call.ranks;
  if (!data.dtype) data.dtype = call.dtype;
}

Time time_of_us(double us) {
  return Time{static_cast<std::int64_t>(std::llround(std::min(us, most_us_of_a_time) * 1e6))};
}

class ProfileReader {
 public:
  // Takes the events one by one while the text is parsed, so that a trace of gigabytes is never in memory as
  // a whole.
  Result<TorchProfile> read(std::string_view text) {
    bool in_events = false;
    const auto take = [&](int depth, ProfileJson::parse_event_t event, ProfileJson& parsed) {
      if (event == ProfileJson::parse_event_t::key && depth == 1) in_events = parsed == "traceEvents";
      if (event != ProfileJson::parse_event_t::object_end || depth != 2 || !in_events) return true;
      take_event(parsed);
      return false;
    };
    const ProfileJson rest = ProfileJson::parse(text.begin(), text.end(), take, false);
    if (rest.is_discarded() || !rest.is_object() || !rest.contains("traceEvents"))
      return fail(
          "expected a trace of torch.profiler: JSON with \"traceEvents\", as export_chrome_trace() writes "
          "it");
    if (events_.empty())
      return fail(
          "the trace has no communication: no kernel of NCCL, and no event gloo:...; was it recorded while "
          "several ranks ran?");
    return profile();
  }

 private:
  void take_event(const ProfileJson& event) {
    if (!event.is_object() || text_at(event, "ph") != "X") return;
    const std::optional<double> ts = number_at(event, "ts");
    const std::optional<double> dur = number_at(event, "dur");
    if (!ts || !dur || std::abs(*ts) > most_profile_us || *dur < 0 || *dur > most_profile_us) return;
    const Microseconds when{*ts, *ts + *dur};
    const std::string name = text_at(event, "name");
    const std::string category = text_at(event, "cat");
    first_ = std::min(first_, when.from);
    last_ = std::max(last_, when.to);
    if (name.starts_with("ProfilerStep#")) {
      if (category != "gpu_user_annotation") steps_.push_back(when);
      return;
    }
    static const ProfileJson nothing = ProfileJson::object();
    const auto found = event.find("args");
    const ProfileJson& args = found != event.end() && found->is_object() ? *found : nothing;
    if (name == "record_param_comms") {
      if (const auto id = whole_at(args, "External id")) calls_.emplace(*id, data_of(args));
      return;
    }
    const bool is_kernel = category == "kernel";
    const std::string_view of_nccl = is_kernel ? kernel_of_nccl(name) : std::string_view{};
    const bool of_gloo = name.starts_with("gloo:") && !category.starts_with("gpu");
    if (of_nccl.empty() && !of_gloo) {
      if (is_kernel) computing_.push_back(when);
      return;
    }
    CommunicationEvent taken{
        .name = short_name(name), .when = when, .id = whole_at(args, "External id"), .data = data_of(args)};
    if (!taken.data.kind) taken.data.kind = kind_called(of_gloo ? std::string_view(name) : of_nccl);
    if (of_gloo) take_shapes(taken.data, args);
    events_.push_back(std::move(taken));
  }

  // Gloo's event says the shapes of its input: "Input Dims": [[1024, 2]], "Input type": ["float"].
  static void take_shapes(CallData& data, const ProfileJson& args) {
    const auto dims = args.find("Input Dims"), types = args.find("Input type");
    if (dims == args.end() || types == args.end() || !dims->is_array() || !types->is_array()) return;
    if (dims->empty() || types->empty() || !(*types)[0].is_string() || !(*dims)[0].is_array()) return;
    double elements = 1;
    for (const ProfileJson& extent : (*dims)[0]) {
      if (!extent.is_number()) return;
      elements *= extent.get<double>();
    }
    if (!(elements >= 0 && elements < 9e15)) return;
    if (!data.in) data.in = static_cast<std::int64_t>(elements);
    if (!data.dtype) data.dtype = dtype_called((*types)[0].get<std::string>());
  }

  TorchProfile profile() {
    TorchProfile profile;
    std::ranges::stable_sort(events_, {}, [](const CommunicationEvent& event) { return event.when.from; });
    std::vector<Microseconds> communicating;
    for (CommunicationEvent& event : events_) {
      communicating.push_back(event.when);
      if (event.id)
        if (const auto call = calls_.find(*event.id); call != calls_.end())
          complete(event.data, call->second);
      add(profile, event);
    }
    const std::vector<Microseconds> whole =
        merged(steps_.empty() ? std::vector{Microseconds{first_, last_}} : steps_);
    const std::vector<Microseconds> busy = overlap(merged(std::move(communicating)), whole);
    profile.steps = static_cast<int>(steps_.size());
    profile.span = time_of_us(length_of(whole));
    profile.communication = time_of_us(length_of(busy));
    profile.exposed = time_of_us(length_of(busy) - length_of(overlap(busy, merged(std::move(computing_)))));
    return profile;
  }

  void add(TorchProfile& profile, const CommunicationEvent& event) const {
    const std::string why = reason_to_leave_out(event);
    if (why.empty()) {
      const CallData& data = event.data;
      const std::int64_t elements = std::max(data.in.value_or(0), data.out.value_or(0));
      profile.calls.push_back({.kernel = event.name,
                               .kind = *data.kind,
                               .ranks = static_cast<int>(*data.ranks),
                               .dtype = *data.dtype,
                               .size = Bytes{elements * size_of(*data.dtype)},
                               .begin = time_of_us(event.when.from - first_),
                               .took = time_of_us(event.when.to - event.when.from)});
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
    if (!data.kind)
      return data.name.empty() ? "it is no collective that is predicted"
                               : fmt::format("{} is no collective that is predicted", data.name);
    if (!data.in && !data.out) return "the trace does not say how much data it has";
    if (!data.dtype) return "the trace does not say which type its data have, or the type is not known here";
    if (!data.ranks) return "the trace does not say how many ranks take part";
    if (*data.ranks < 1 || *data.ranks > most_profiled_ranks)
      return fmt::format("it has {} ranks", *data.ranks);
    const std::int64_t elements = std::max(data.in.value_or(0), data.out.value_or(0));
    if (elements < 0 || elements > std::numeric_limits<std::int64_t>::max() / 16)
      return fmt::format("it has {} elements", elements);
    return {};
  }

  double first_ = most_profile_us;
  double last_ = -most_profile_us;
  std::vector<Microseconds> steps_;
  std::vector<Microseconds> computing_;
  std::vector<CommunicationEvent> events_;
  std::map<std::int64_t, CallData> calls_;  // by External id
};

}  // namespace

Result<TorchProfile> parse_torch_profile(std::string_view text) { return ProfileReader().read(text); }

}  // namespace commlab
