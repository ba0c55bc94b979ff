#pragma once
// Four ranks of one group, each a process of its own that runs an all_reduce, as torchrun or somebody at four
// terminals starts them: what they say, how they end, and what is left of them.

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

  // Nobody is started yet. They wait for one another for so long; `name` is this test's alone.
  StartedRanks(const std::string& name, std::chrono::milliseconds to_join);
  ~StartedRanks();
  StartedRanks(const StartedRanks&) = delete;
  StartedRanks& operator=(const StartedRanks&) = delete;

  GroupPlace place_of(Rank) const;
  void start(const GroupPlace&);
  void start_all();
  void start_all_but(Rank);
  void strike(Rank, int signal);  // nothing happens to one that has ended

  std::optional<int> exit_status(Rank);  // once it has ended; nullopt: it does not
  std::string text_of(Rank) const;       // all that it has said
  void kill_the_rest();
  bool somebody_listens() const;  // where they meet

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
