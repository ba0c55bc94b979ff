#pragma once
// The vote of a class, from its beginning to its end: its links, the server, and at the end a file that
// `commlab lesson tally` reads.

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "gui/vote/vote_server.h"

namespace commlab {

// What the command line asked for.
struct VoteRequest {
  std::string address = "0.0.0.0";
  int port = 0;  // 0: a free one
  // Where the answers are written at the end. Empty, or where that fails: votes/ beside the records.
  std::filesystem::path out{};
  bool keeps = true;  // without `out`, the answers are written there
};

class ClassVote {
 public:
  // Errors: as VoteServer::open().
  static Result<std::unique_ptr<ClassVote>> open(const VoteRequest&);

  const std::shared_ptr<VoteBox>& box() const { return box_; }
  const std::string& link() const { return link_; }
  const std::string& teachers_link() const { return teachers_link_; }
  // Ends the server and writes what was answered. Says so in a sentence; empty: there is nothing to be kept.
  Result<std::string> close();

 private:
  ClassVote() = default;

  VoteRequest request_;
  std::shared_ptr<VoteBox> box_ = std::make_shared<VoteBox>();
  std::unique_ptr<VoteServer> server_;
  std::string link_, teachers_link_;
};

// $XDG_STATE_HOME/commlab/votes/2026-03-01T09-30-00Z.json, by the time in seconds since 1970.
std::filesystem::path usual_vote_file(std::int64_t when);

}  // namespace commlab
