#include "gui/vote/vote_box.h"

#include <algorithm>
#include <cctype>
#include <ctime>

#include "lessons/model/shuffled_choices.h"

namespace commlab {
namespace {

// A choice by its letter in the lesson's file, as all records keep it.
std::string letter_in_file(const VoteQuestion& question, std::size_t choice) {
  return recorded_letter(question.key.question, question.order, choice);
}

}  // namespace

bool is_ballot(std::string_view text) {
  return text.size() >= 16 && text.size() <= 32 &&
         std::ranges::all_of(text, [](unsigned char c) { return c < 0x80 && std::isalnum(c); });
}

void VoteBox::show(std::shared_ptr<const VoteStop> stop) {
  const std::scoped_lock hold(lock_);
  const bool same =
      stop_ && stop && stop_->question && stop->question && stop_->question->id == stop->question->id;
  if (!same) shown_since_ = Clock::now();
  if (stop && stop->question && stop->revealed) over_.insert(stop->question->id);
  stop_ = std::move(stop);
}

VoteCounts VoteBox::counts(Clock::time_point now) const {
  const std::scoped_lock hold(lock_);
  VoteCounts counts;
  for (const auto& [ballot, phone] : phones_) {
    counts.phones += now - phone.seen < phone_is_gone;
    counts.votes += stop_ && stop_->question && phone.answers.contains(stop_->question->id);
  }
  return counts;
}

std::vector<BallotAnswer> VoteBox::votes(const std::string& question) const {
  const std::scoped_lock hold(lock_);
  std::vector<BallotAnswer> votes;
  for (const auto& [ballot, phone] : phones_)
    if (const auto found = phone.answers.find(question); found != phone.answers.end())
      votes.push_back(found->second.answer);
  return votes;
}

std::uint64_t VoteBox::version() const {
  const std::scoped_lock hold(lock_);
  return version_;
}

std::shared_ptr<const VoteStop> VoteBox::stop() const {
  const std::scoped_lock hold(lock_);
  return stop_;
}

bool VoteBox::is_over(const std::string& question) const {
  const std::scoped_lock hold(lock_);
  return over_.contains(question);
}

std::optional<BallotAnswer> VoteBox::answer_of(const std::string& ballot, const std::string& question) const {
  const std::scoped_lock hold(lock_);
  const auto phone = phones_.find(ballot);
  if (phone == phones_.end()) return std::nullopt;
  const auto found = phone->second.answers.find(question);
  return found == phone->second.answers.end() ? std::nullopt : std::optional(found->second.answer);
}

bool VoteBox::meet(const std::string& ballot, const std::string& address, Clock::time_point now) {
  const std::scoped_lock hold(lock_);
  return take_in(ballot, address, now);
}

Result<BallotAnswer> VoteBox::cast(const std::string& ballot, const std::string& address,
                                   const std::string& question, std::string_view text,
                                   Clock::time_point now) {
  const std::shared_ptr<const VoteStop> shown = stop();
  if (!shown || !shown->question || shown->question->id != question)
    return fail(Fault::no, "Another question is shown now.");
  Result<BallotAnswer> read = read_ballot(shown->question->key, text);
  if (!read) return read;
  const std::scoped_lock hold(lock_);
  if (over_.contains(question)) return fail(Fault::no, "The answer was shown, so the vote is over.");
  if (!stop_ || !stop_->question || stop_->question->id != question)
    return fail(Fault::no, "Another question is shown now.");
  if (!take_in(ballot, address, now)) return fail(Fault::no, "There are too many phones.");
  const auto [answered, is_new] = phones_[ballot].answers.try_emplace(question);
  Answered& kept = answered->second;
  if (is_new)
    kept = {.question = shown->question,
            .answer = {},
            .when = static_cast<std::int64_t>(std::time(nullptr)),
            .took = std::chrono::floor<std::chrono::seconds>(now - shown_since_).count()};
  kept.answer = *read;
  ++version_;
  return read;
}

// REQUIRES: the lock is held.
bool VoteBox::take_in(const std::string& ballot, const std::string& address, Clock::time_point now) {
  if (const auto known = phones_.find(ballot); known != phones_.end()) {
    known->second.seen = now;
    return true;
  }
  const auto left_without_a_vote = [&](const auto& phone) {
    return phone.second.answers.empty() && now - phone.second.seen > phone_is_gone;
  };
  std::erase_if(phones_, left_without_a_vote);
  const auto of_address =
      std::ranges::count_if(phones_, [&](const auto& phone) { return phone.second.address == address; });
  if (phones_.size() >= most_ballots || of_address >= static_cast<std::ptrdiff_t>(most_ballots_of_an_address))
    return false;
  phones_.emplace(ballot, Phone{.address = address, .seen = now, .answers = {}});
  return true;
}

// The last answer before the reveal is the learner's first: nothing was told before it.
AnswerFile VoteBox::file_of(const Phone& phone) {
  AnswerFile file;
  for (const auto& [id, answered] : phone.answers) {
    const VoteQuestion& question = *answered.question;
    auto record = std::ranges::find(file.records, question.lesson, &LessonRecord::lesson);
    if (record == file.records.end())
      record = file.records.insert(record, LessonRecord{.lesson = question.lesson,
                                                        .variant = question.variant,
                                                        .answers = {},
                                                        .edits = {},
                                                        .questions = question.mark});
    record->step = std::max(record->step, question.step);
    const BallotAnswer& answer = answered.answer;
    const std::string text = answer.choice ? letter_in_file(question, *answer.choice) : answer.text;
    record->answers.push_back({.question = question.number,
                               .first = text,
                               .last = text,
                               .first_right = answer.right,
                               .solved = answer.right,
                               .attempts = 1,
                               .answered = answered.when,
                               .took = std::max<std::int64_t>(answered.took, 0)});
  }
  return file;
}

std::vector<AnswerFile> VoteBox::learners() const {
  const std::scoped_lock hold(lock_);
  std::vector<AnswerFile> files;
  for (const auto& [ballot, phone] : phones_)
    if (!phone.answers.empty()) files.push_back(file_of(phone));
  return files;
}

}  // namespace commlab
