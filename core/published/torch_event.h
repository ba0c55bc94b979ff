#pragma once
// What one event of a trace of torch.profiler says. Tools differ in what they write, so each question has an
// answer or none, and no event is an error.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/intervals.h"
#include "core/collective/collective.h"

namespace commlab {

using ProfileJson = nlohmann::json;
using Microseconds = Interval<double>;

// Stamps count from any time, such as 1970.
inline constexpr double most_profile_us = 1e17;
inline constexpr int most_profiled_ranks = 1 << 20;

std::string text_at(const ProfileJson& object, const char* key);  // empty if there is none
// A number, or a text that is one: some tools write stamps as texts.
std::optional<double> number_at(const ProfileJson& object, const char* key);
std::optional<std::int64_t> whole_at(const ProfileJson& object, const char* key);

// When the event was.
std::optional<Microseconds> time_of(const ProfileJson& event);
// The call that it belongs to. torch wrote "external id" until 1.11.
std::optional<std::int64_t> id_at(const ProfileJson& args);
// The GPU of a kernel, the process of other events.
std::string place_of(const ProfileJson& event, const ProfileJson& args);

// What a call says about its data; nothing where it says nothing.
struct CallData {
  std::string name;  // as torch calls it; empty: not said
  std::optional<std::int64_t> in;
  std::optional<std::int64_t> out;
  std::optional<std::int64_t> ranks;
  std::optional<DataType> dtype;
  std::optional<int> group;  // its number, which the reader of the trace gives
  bool is_uneven = false;    // an all_to_all sends more to some ranks than to others
};

// Without the group.
CallData call_data_of(const ProfileJson& args);
// The group of so many ranks that made the call, in its order.
std::optional<std::vector<Rank>> group_of(const ProfileJson& args, std::int64_t ranks);
// Gloo's event says the shapes of its input: "Input Dims": [[1024, 2]], "Input type": ["float"]. Several
// tensors of one type are sent together.
void take_shapes(CallData&, const ProfileJson& args);
// What an event does not say itself, its call says.
void complete(CallData&, const CallData& call);

}  // namespace commlab
