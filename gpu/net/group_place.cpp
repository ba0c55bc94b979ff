#include "gpu/net/group_place.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/parse_number.h"

namespace commlab {
namespace {

constexpr int largest_group = 65'536;

Result<std::string> text_of(const std::string& name, const Variables& variables) {
  if (auto value = variables(name); value && !value->empty()) return *value;
  return fail(
      "{} is not set, but others of its kind are: a process of a group needs RANK, WORLD_SIZE, LOCAL_RANK, "
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
  const bool torchruns_own = variables("TORCHELASTIC_USE_AGENT_STORE") == "True";
  const auto port = number_of("MASTER_PORT", 1, torchruns_own ? 65'534 : 65'535, variables);
  if (!port) return tl::unexpected(port.error());

  return GroupPlace{.rank = *rank,
                    .ranks = *ranks,
                    .local_rank = *local_rank,
                    .local_ranks = local_ranks,
                    .address = *address,
                    .port = *port + (torchruns_own ? 1 : 0),
                    .token = variables("COMMLAB_TOKEN").value_or("")};
}

std::map<std::string, std::string> variables_of(const GroupPlace& place) {
  return {{"RANK", std::to_string(place.rank)},
          {"WORLD_SIZE", std::to_string(place.ranks)},
          {"LOCAL_RANK", std::to_string(place.local_rank)},
          {"LOCAL_WORLD_SIZE", std::to_string(place.ranks)},
          {"MASTER_ADDR", place.address},
          {"MASTER_PORT", std::to_string(place.port)},
          {"TORCHELASTIC_USE_AGENT_STORE", "False"},  // whatever we were started by
          {"COMMLAB_TOKEN", place.token}};
}

}  // namespace commlab
