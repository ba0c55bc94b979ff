#include "gui/vote/class_vote.h"

#include <algorithm>
#include <ctime>

#include "core/base/numbers.h"
#include "core/files/write_file.h"
#include "lessons/text/utc.h"

namespace commlab {

Result<std::unique_ptr<ClassVote>> ClassVote::open(const VoteRequest& request) {
  std::unique_ptr<ClassVote> vote(new ClassVote);
  const VoteTokens tokens = new_vote_tokens();
  Result<std::unique_ptr<VoteServer>> server =
      VoteServer::open(*vote->box_, tokens, request.address, request.port);
  if (!server) return tl::unexpected(server.error());
  vote->request_ = request;
  vote->server_ = *std::move(server);
  vote->link_ = link_to(request.address, vote->server_->port(), tokens.learners);
  vote->teachers_link_ = link_to(request.address, vote->server_->port(), tokens.teacher);
  return vote;
}

Result<std::string> ClassVote::close() {
  server_.reset();
  const std::vector<AnswerFile> learners = box_->learners();
  if (learners.empty() || (request_.out.empty() && !request_.keeps)) return std::string();
  const std::string learned = counted(static_cast<std::int64_t>(learners.size()), "learner");
  const auto keep_in = [&](const std::filesystem::path& file) -> Result<std::string> {
    const Status written = write_file_and_folders(file, class_file_text(learners));
    if (!written) return tl::unexpected(written.error());
    return fmt::format("the answers of {}: commlab lesson tally {}", learned, file.string());
  };
  const std::filesystem::path usual = usual_vote_file(std::time(nullptr));
  if (request_.out.empty()) return keep_in(usual);
  const Result<std::string> kept = keep_in(request_.out);
  if (kept) return kept;
  // A class does not vote again because a folder is full or missing.
  return keep_in(usual).map(
      [&](const std::string& instead) { return fmt::format("{}; {}", kept.error().message, instead); });
}

std::filesystem::path usual_vote_file(std::int64_t when) {
  std::string name = utc_text(when);
  std::ranges::replace(name, ':', '-');
  return record_folder().parent_path() / "votes" / (name + ".json");
}

}  // namespace commlab
