#include "core/published/torch_event.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/numbers.h"
#include "core/published/torch_names.h"

namespace commlab {
namespace {

struct ToldList {
  std::vector<std::int64_t> numbers;
  bool ends_early = false;
};

// "[0, 1, 2]" as a text or as a list. torch writes only the first 30 numbers: "[0, 1, ..., 63]" or "[0, 1,
// ...]".
ToldList list_at(const ProfileJson& object, const char* key) {
  ToldList list;
  const auto found = object.find(key);
  if (found == object.end()) return list;
  if (found->is_array()) {
    for (const ProfileJson& each : *found)
      if (each.is_number_integer()) list.numbers.push_back(each.get<std::int64_t>());
    list.ends_early = list.numbers.size() < found->size();
    return list;
  }
  if (!found->is_string()) return list;
  std::string_view text = found->get_ref<const std::string&>();
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(",[] ");
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (word.empty()) continue;
    const auto number = parse_number<std::int64_t>(word);
    if (!number) {
      list.ends_early = true;
      break;
    }
    list.numbers.push_back(*number);
  }
  return list;
}

bool are_ranks(const std::vector<std::int64_t>& numbers) {
  std::set<std::int64_t> distinct;
  for (const std::int64_t number : numbers)
    if (number < 0 || number >= most_profiled_ranks || !distinct.insert(number).second) return false;
  return true;
}

}  // namespace

std::string text_at(const ProfileJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number_at(const ProfileJson& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if (found->is_string()) return parse_number<double>(found->get_ref<const std::string&>());
  if (!found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> whole_at(const ProfileJson& object, const char* key) {
  const std::optional<double> value = number_at(object, key);
  if (!value || std::abs(*value) > 9e15) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<std::int64_t> id_at(const ProfileJson& args) {
  const auto id = whole_at(args, "External id");
  return id ? id : whole_at(args, "external id");
}

std::optional<Microseconds> time_of(const ProfileJson& event) {
  const std::optional<double> ts = number_at(event, "ts");
  const std::optional<double> dur = number_at(event, "dur");
  if (!ts || !dur || std::abs(*ts) > most_profile_us || *dur < 0 || *dur > most_profile_us)
    return std::nullopt;
  return Microseconds{*ts, *ts + *dur};
}

std::string place_of(const ProfileJson& event, const ProfileJson& args) {
  for (const auto& [object, key] : {std::pair{&args, "device"}, {&event, "pid"}})
    if (const auto found = object->find(key); found != object->end()) return found->dump();
  return {};
}

CallData call_data_of(const ProfileJson& args) {
  CallData data;
  data.name = text_at(args, "Collective name");
  data.in = whole_at(args, "In msg nelems");
  data.out = whole_at(args, "Out msg nelems");
  data.ranks = whole_at(args, "Group size");
  data.dtype = torch_type(text_at(args, "dtype"));
  if (torch_collective(data.name) == CollectiveKind::all_to_all) {
    data.is_uneven = data.in && data.out && *data.in != *data.out;
    for (const char* const side : {"In split size", "Out split size"}) {
      const ToldList shares = list_at(args, side);
      for (const std::int64_t share : shares.numbers) data.is_uneven |= share != shares.numbers.front();
    }
  }
  return data;
}

std::optional<std::vector<Rank>> group_of(const ProfileJson& args, std::int64_t ranks) {
  if (ranks < 1 || ranks > most_profiled_ranks) return std::nullopt;
  ToldList told = list_at(args, "Process Group Ranks");
  // The last number follows the gap, if any: "[0, 8, ..., 504]".
  std::vector<std::int64_t>& numbers = told.numbers;
  if (std::ssize(numbers) != ranks || told.ends_early) {
    const auto first = whole_at(args, "Global rank start"), stride = whole_at(args, "Global rank stride");
    const bool is_told = first && stride && *stride > 0;
    if (!is_told && (!told.ends_early || numbers.size() < 2)) return std::nullopt;
    const std::int64_t from = is_told ? *first : numbers[0], by = is_told ? *stride : numbers[1] - numbers[0];
    for (std::size_t i = 0; i < numbers.size() && !is_told; ++i)
      if (numbers[i] != from + static_cast<std::int64_t>(i) * by) return std::nullopt;
    if (std::abs(from) > most_profiled_ranks || std::abs(by) > most_profiled_ranks) return std::nullopt;
    numbers.clear();
    for (std::int64_t i = 0; i < ranks; ++i) numbers.push_back(from + i * by);
  }
  if (!are_ranks(numbers)) return std::nullopt;
  return std::vector<Rank>(numbers.begin(), numbers.end());
}

void take_shapes(CallData& data, const ProfileJson& args) {
  const auto dims = args.find("Input Dims"), types = args.find("Input type");
  if (dims == args.end() || types == args.end() || !dims->is_array() || !types->is_array()) return;
  if (dims->empty() || dims->size() != types->size()) return;
  double elements = 0;
  for (std::size_t i = 0; i < dims->size(); ++i) {
    if ((*types)[i] != (*types)[0] || !(*dims)[i].is_array()) return;
    double of_tensor = 1;
    for (const ProfileJson& extent : (*dims)[i]) {
      if (!extent.is_number()) return;
      of_tensor *= extent.get<double>();
    }
    elements += of_tensor;
  }
  if (!(elements >= 0 && elements < 9e15) || !(*types)[0].is_string()) return;
  if (!data.in) data.in = static_cast<std::int64_t>(elements);
  if (!data.dtype) data.dtype = torch_type((*types)[0].get<std::string>());
}

void complete(CallData& data, const CallData& call) {
  if (data.name.empty()) data.name = call.name;
  if (!data.in) data.in = call.in;
  if (!data.out) data.out = call.out;
  if (!data.ranks) data.ranks = call.ranks;
  if (!data.dtype) data.dtype = call.dtype;
  if (!data.group) data.group = call.group;
  data.is_uneven = data.is_uneven || call.is_uneven;
}

}  // namespace commlab
