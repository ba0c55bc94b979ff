#pragma once
// Four ranks of one group, each a process that runs an all_reduce, as torchrun or a person at four terminals
// starts them: what they say, how they end, and what they leave behind.

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "gpu/net/launch/launcher.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/sockets/reserved_port.h"

namespace commlab {

class StartedRanks {
 public:
  static constexpr int ranks = 4;

  // Starts nothing yet. Ranks wait `to_join` for one another; no other test may use `name`.
  StartedRanks(const std::string& name, std::chrono::milliseconds to_join);
  ~StartedRanks();
  StartedRanks(const StartedRanks&) = delete;
  StartedRanks& operator=(const StartedRanks&) = delete;

  GroupPlace place_of(Rank) const;
  void start(const GroupPlace&);
  void start_all();
  void start_all_but(Rank);
  void strike(Rank, int signal);  // does nothing if the rank has ended

  std::optional<int> exit_status(Rank);  // waits for the end; nullopt: the rank does not end
  std::string text_of(Rank) const;       // all that the rank has said
  void kill_the_rest();
  bool somebody_listens() const;  // at the meeting place

 private:
  std::filesystem::path text_file(Rank) const;

  std::filesystem::path texts_;
  std::chrono::milliseconds to_join_;
  ReservedPort reserved_;
  GroupPlace place_;
  Launcher launcher_;
  std::map<Rank, int> ended_;
};

}  // namespace commlab
