#include "tests/cli/started_ranks.h"

#include <csignal>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <unistd.h>

#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/listener.h"
#include "tests/cli/children.h"
#include "tests/patience.h"

namespace commlab {
namespace {

std::string name_of_rank(Rank rank) { return fmt::format("rank {}", rank); }

}  // namespace

StartedRanks::StartedRanks(const std::string& name, std::chrono::milliseconds to_join)
    : texts_(std::filesystem::temp_directory_path() / fmt::format("commlab-{}-{}", name, ::getpid())),
      to_join_(to_join),
      reserved_(ReservedPort::open().value()),
      place_{.ranks = ranks, .address = "127.0.0.1", .port = reserved_.port(), .token = new_token()} {
  std::filesystem::create_directories(texts_);
}

StartedRanks::~StartedRanks() { std::filesystem::remove_all(texts_); }

GroupPlace StartedRanks::place_of(Rank rank) const {
  GroupPlace place = place_;
  place.rank = place.local_rank = rank;
  return place;
}

void StartedRanks::start(const GroupPlace& place) {
  auto variables = variables_of(place);
  variables["COMMLAB_JOIN_WITHIN"] = fmt::format("{}ms", to_join_.count());
  const std::string run = fmt::format("exec {} run all_reduce --on tcp --size 16MiB > '{}' 2>&1",
                                      COMMLAB_PROGRAM, text_file(place.rank).string());
  EXPECT_TRUE(launcher_.start(
      {.name = name_of_rank(place.rank), .command = {"sh", "-c", run}, .environment = variables}));
}

void StartedRanks::start_all() {
  for (Rank rank = 0; rank < ranks; ++rank) start(place_of(rank));
}

void StartedRanks::start_all_but(Rank left_out) {
  for (Rank rank = 0; rank < ranks; ++rank)
    if (rank != left_out) start(place_of(rank));
}

void StartedRanks::strike(Rank rank, int signal) {
  if (const pid_t process = process_of(rank); process != 0) ::kill(process, signal);
}

std::optional<int> StartedRanks::exit_status(Rank rank) {
  while (!ended_.contains(rank)) {
    const auto process = launcher_.next_ended(soon());
    if (!process) return std::nullopt;
    ended_[process->name.back() - '0'] = process->exit_status;
  }
  return ended_[rank];
}

std::string StartedRanks::text_of(Rank rank) const {
  std::ostringstream text;
  text << std::ifstream(text_file(rank)).rdbuf();
  return text.str();
}

void StartedRanks::kill_the_rest() { launcher_.end_all(std::chrono::milliseconds(0)); }

bool StartedRanks::somebody_listens() const { return !Listener::open(place_.address, place_.port); }

std::filesystem::path StartedRanks::text_file(Rank rank) const { return texts_ / name_of_rank(rank); }

}  // namespace commlab
