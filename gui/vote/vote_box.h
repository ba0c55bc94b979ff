#pragma once
// The ballots of a class. The window's thread says which stop is shown, and counts; the server's thread
// brings the answers. Each call holds the lock for a moment only: no answer is read and nothing is sent
// meanwhile.
//
// A ballot is a random text that a phone has drawn: it says that two answers come from one phone, and nothing
// else. It is never shown or written.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "gui/vote/histogram.h"
#include "gui/vote/vote_question.h"
#include "lessons/play/record.h"

namespace commlab {

inline constexpr std::size_t most_ballots = 256;
inline constexpr std::size_t most_ballots_of_an_address = 64;  // a router may hide a class behind one address
inline constexpr std::chrono::seconds phone_is_gone = std::chrono::seconds(15);  // without a sign of life

// What the window shows of a question's votes.
struct VoteCounts {
  int votes = 0;
  int phones = 0;  // that have shown the page in the last seconds
};

// Whether a text can be a ballot: 16 to 32 letters and digits.
bool is_ballot(std::string_view);

class VoteBox {
 public:
  using Clock = std::chrono::steady_clock;

  // For the window.
  void show(std::shared_ptr<const VoteStop>);
  VoteCounts counts(Clock::time_point now) const;  // of the question that is shown
  std::vector<BallotAnswer> votes(const std::string& question) const;
  // Grows whenever a vote is cast or changed.
  std::uint64_t version() const;
  // The answers so far: one file for each ballot that has answered.
  std::vector<AnswerFile> learners() const;

  // For the server.
  std::shared_ptr<const VoteStop> stop() const;  // null: nothing was shown yet
  // Whether the shown question's answer was revealed before, so that it takes no more votes.
  bool is_over(const std::string& question) const;
  std::optional<BallotAnswer> answer_of(const std::string& ballot, const std::string& question) const;
  // A phone with this ballot has shown a sign of life. False: there are too many ballots, so it may only
  // look.
  bool meet(const std::string& ballot, const std::string& address, Clock::time_point now);
  // Counts the answer, or changes the one before. An error says why it is not counted: another question is
  // shown, its answer was revealed, the text cannot be read, or there are too many ballots.
  Result<BallotAnswer> cast(const std::string& ballot, const std::string& address,
                            const std::string& question, std::string_view text, Clock::time_point now);

 private:
  struct Answered {
    std::shared_ptr<const VoteQuestion> question;
    BallotAnswer answer;
    std::int64_t when = 0;  // seconds since 1970, UTC
    std::int64_t took = 0;  // seconds since the question was shown
  };
  struct Phone {
    std::string address;
    Clock::time_point seen;
    std::map<std::string, Answered> answers;  // by the question's id
  };

  bool take_in(const std::string& ballot, const std::string& address, Clock::time_point now);
  static AnswerFile file_of(const Phone&);

  mutable std::mutex lock_;
  std::shared_ptr<const VoteStop> stop_;
  Clock::time_point shown_since_{};
  std::set<std::string> over_;           // ids of questions
  std::map<std::string, Phone> phones_;  // by ballot
  std::uint64_t version_ = 0;
};

}  // namespace commlab
