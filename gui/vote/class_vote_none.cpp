// In a browser, which cannot serve phones.

#include "gui/vote/class_vote.h"

namespace commlab {

Result<std::unique_ptr<ClassVote>> ClassVote::open(const VoteRequest&) {
  return fail(
      Fault::runtime,
      "a page cannot serve the phones of a class; the program can: commlab window --present 7 --vote");
}

Result<std::string> ClassVote::close() { return std::string(); }

}  // namespace commlab
