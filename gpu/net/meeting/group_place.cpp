#include "gpu/net/meeting/group_place.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/base/stable_hash.h"
#include "core/base/units.h"
#include "gpu/net/environment/told_place.h"

namespace commlab {
namespace {

constexpr int largest_group = 65'536;
constexpr const char* loopback = "127.0.0.1";

Result<std::string> text_of(const std::string& name, const Variables& variables) {
  if (auto value = value_of(name, variables)) return *value;
  return fail(
      "{} is not set, but related variables are; a process of a group needs RANK, WORLD_SIZE, LOCAL_RANK, "
      "MASTER_ADDR and MASTER_PORT, as torchrun and commlab launch set them",
      name);
}

Result<int> number_of(const std::string& name, int least, int most, const Variables& variables) {
  return text_of(name, variables).and_then([&](const std::string& text) {
    return number_in(name, text, least, most);
  });
}

Result<int> meeting_port(const Variables& variables) {
  if (value_of("COMMLAB_PORT", variables)) return number_of("COMMLAB_PORT", 1, 65'535, variables);
  const bool torchruns_own = variables("TORCHELASTIC_USE_AGENT_STORE") == "True";
  return number_of("MASTER_PORT", 1, torchruns_own ? 65'534 : 65'535, variables).map([&](int port) {
    return torchruns_own ? port + 1 : port;
  });
}

// The default is long enough to start the other ranks by hand. At most a day.
Result<std::chrono::milliseconds> time_to_join(const Variables& variables) {
  constexpr std::string_view name = "COMMLAB_JOIN_WITHIN";
  const auto text = value_of(std::string(name), variables);
  if (!text) return GroupPlace{}.to_join;
  const Result<Time> time = parse_time(*text);
  if (!time) return fail("{} is '{}': {}", name, *text, time.error().message);
  const std::chrono::milliseconds to_join(time->ps / milliseconds(1).ps);
  if (to_join >= std::chrono::milliseconds(1) && to_join <= std::chrono::hours(24)) return to_join;
  return fail("{} is '{}'; expected a time from 1ms to 86400s", name, *text);
}

// Adds what commlab's own variables say. They hold under every launcher.
Result<GroupPlace> with_own_variables(GroupPlace place, const Variables& variables) {
  place.token = variables("COMMLAB_TOKEN").value_or("");
  place.listener = variables("COMMLAB_LISTENER").value_or("");
  return time_to_join(variables).map([&](std::chrono::milliseconds to_join) {
    place.to_join = to_join;
    return std::move(place);
  });
}

Result<GroupPlace> place_by_torchrun(const Variables& variables) {
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
  return with_own_variables({.rank = *rank,
                             .ranks = *ranks,
                             .local_rank = *local_rank,
                             .local_ranks = local_ranks,
                             .address = local_ranks == *ranks ? loopback : *address,
                             .port = *port},
                            variables);
}

Result<std::string> address_where(const ToldPlace& told, const Variables& variables) {
  if (told.local_ranks == told.ranks) return std::string(loopback);
  if (const auto address = value_of("MASTER_ADDR", variables)) return *address;
  if (!told.first_computer.empty()) return told.first_computer;
  return fail(
      "{} does not tell on which computer rank 0 runs, and {} of the {} ranks run on other computers than "
      "this one; set MASTER_ADDR for all ranks to the address of rank 0's computer, as in {} "
      "MASTER_ADDR=node1",
      told.launcher, told.ranks - told.local_ranks, told.ranks, told.hands_on);
}

Result<int> port_where(const ToldPlace& told, const std::string& job, const Variables& variables) {
  const auto chosen = value_of("COMMLAB_PORT", variables);
  if (chosen || (job.empty() && value_of("MASTER_PORT", variables))) return meeting_port(variables);
  if (!job.empty()) return port_of_job(job);
  return fail(
      "{} gives its job no name from which a port could follow, where all ranks meet; set COMMLAB_PORT for "
      "all ranks to a free port of rank 0's computer, as in {} COMMLAB_PORT=20001",
      told.launcher, told.hands_on);
}

Result<GroupPlace> place_by_launcher(const ToldPlace& told, const Variables& variables,
                                     const NameLocalLauncher& name_local_launcher) {
  const auto address = address_where(told, variables);
  if (!address) return tl::unexpected(address.error());
  std::string job = told.job;
  if (job.empty() && told.local_ranks == told.ranks)
    if (const std::string launcher = name_local_launcher(std::string(told.rank_variable)); !launcher.empty())
      job = fmt::format("{} job of {}", told.launcher, launcher);
  const auto port = port_where(told, job, variables);
  if (!port) return tl::unexpected(port.error());
  return with_own_variables({.rank = told.rank,
                             .ranks = told.ranks,
                             .local_rank = told.local_rank,
                             .local_ranks = told.local_ranks,
                             .address = *address,
                             .port = *port,
                             .job = std::move(job)},
                            variables);
}

}  // namespace

Result<std::optional<GroupPlace>> group_place(const Variables& variables,
                                              const NameLocalLauncher& name_local_launcher) {
  const auto some = [](GroupPlace place) { return std::optional(std::move(place)); };
  constexpr std::array telling = {"RANK", "WORLD_SIZE", "LOCAL_RANK"};
  if (std::ranges::any_of(telling, [&](const char* name) { return variables(name).has_value(); }))
    return place_by_torchrun(variables).map(some);
  const auto told = told_place(variables);
  if (!told) return tl::unexpected(told.error());
  if (!*told) return std::nullopt;
  return place_by_launcher(**told, variables, name_local_launcher).map(some);
}

int port_of_job(std::string_view job) {
  constexpr int first = 20'000, end = 32'768;
  return first + static_cast<int>(stable_hash(job) % (end - first));
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
