#include "gpu/net/meeting/group_place.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "core/base/numbers.h"
#include "core/base/units.h"

namespace commlab {
namespace {

constexpr int largest_group = 65'536;

Result<std::string> text_of(const std::string& name, const Variables& variables) {
  if (auto value = variables(name); value && !value->empty()) return *value;
  return fail(
      "{} is not set, but related variables are; a process of a group needs RANK, WORLD_SIZE, LOCAL_RANK, "
      "MASTER_ADDR and MASTER_PORT, as torchrun and commlab launch set them",
      name);
}

Result<int> number_of(const std::string& name, int least, int most, const Variables& variables) {
  return text_of(name, variables).and_then([&](const std::string& text) -> Result<int> {
    const std::optional<int> number = parse_number<int>(text);
    if (number && *number >= least && *number <= most) return *number;
    return fail("{} is '{}'; expected a number from {} to {}", name, text, least, most);
  });
}

Result<int> meeting_port(const Variables& variables) {
  if (const auto chosen = variables("COMMLAB_PORT"); chosen && !chosen->empty())
    return number_of("COMMLAB_PORT", 1, 65'535, variables);
  const bool torchruns_own = variables("TORCHELASTIC_USE_AGENT_STORE") == "True";
  return number_of("MASTER_PORT", 1, torchruns_own ? 65'534 : 65'535, variables).map([&](int port) {
    return torchruns_own ? port + 1 : port;
  });
}

// The default is long enough to start the other ranks by hand. At most a day.
Result<std::chrono::milliseconds> time_to_join(const Variables& variables) {
  constexpr std::string_view name = "COMMLAB_JOIN_WITHIN";
  const auto text = variables(std::string(name));
  if (!text || text->empty()) return GroupPlace{}.to_join;
  const Result<Time> time = parse_time(*text);
  if (!time) return fail("{} is '{}': {}", name, *text, time.error().message);
  const std::chrono::milliseconds to_join(time->ps / milliseconds(1).ps);
  if (to_join >= std::chrono::milliseconds(1) && to_join <= std::chrono::hours(24)) return to_join;
  return fail("{} is '{}'; expected a time from 1ms to 86400s", name, *text);
}

}  // namespace

Variables environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  };
}

Result<std::optional<GroupPlace>> group_place(const Variables& variables) {
  constexpr std::array telling = {"RANK", "WORLD_SIZE", "LOCAL_RANK"};
  if (std::ranges::none_of(telling, [&](const char* name) { return variables(name).has_value(); }))
    return std::nullopt;

  const auto ranks = number_of("WORLD_SIZE", 1, largest_group, variables);
  if (!ranks) return tl::unexpected(ranks.error());
  const auto rank = number_of("RANK", 0, *ranks - 1, variables);
  if (!rank) return tl::unexpected(rank.error());
  const auto local_rank = number_of("LOCAL_RANK", 0, *ranks - 1, variables);
  if (!local_rank) return tl::unexpected(local_rank.error());
  int local_ranks = 0;
  if (variables("LOCAL_WORLD_SIZE")) {
    const auto told = number_of("LOCAL_WORLD_SIZE", 1, *ranks, variables);
    if (!told) return tl::unexpected(told.error());
    local_ranks = *told;
  }
  const auto address = text_of("MASTER_ADDR", variables);
  if (!address) return tl::unexpected(address.error());
  const auto port = meeting_port(variables);
  if (!port) return tl::unexpected(port.error());
  const auto to_join = time_to_join(variables);
  if (!to_join) return tl::unexpected(to_join.error());

  return GroupPlace{.rank = *rank,
                    .ranks = *ranks,
                    .local_rank = *local_rank,
                    .local_ranks = local_ranks,
                    .address = local_ranks == *ranks ? "127.0.0.1" : *address,
                    .port = *port,
                    .token = variables("COMMLAB_TOKEN").value_or(""),
                    .listener = variables("COMMLAB_LISTENER").value_or(""),
                    .to_join = *to_join};
}

std::map<std::string, std::string> variables_of(const GroupPlace& place) {
  assert((place.local_ranks == 0 || place.local_ranks == place.ranks) && "all ranks are on this computer");
  return {{"RANK", std::to_string(place.rank)},
          {"WORLD_SIZE", std::to_string(place.ranks)},
          {"LOCAL_RANK", std::to_string(place.local_rank)},
          {"LOCAL_WORLD_SIZE", std::to_string(place.ranks)},
          {"MASTER_ADDR", place.address},
          {"MASTER_PORT", std::to_string(place.port)},
          {"TORCHELASTIC_USE_AGENT_STORE", "False"},  // even if torchrun started this process
          {"COMMLAB_PORT", std::to_string(place.port)},
          {"COMMLAB_LISTENER", place.listener},
          {"COMMLAB_TOKEN", place.token}};
}

}  // namespace commlab
