// The ballots of a class: what is counted, and once for each phone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lessons/model/shuffled_choices.h"
#include "tests/vote/asked_class.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using Clock = VoteBox::Clock;

Result<BallotAnswer> cast(VoteBox& box, int phone, const std::string& text, const std::string& question) {
  return box.cast(ballot_of(phone), fmt::format("address {}", phone), question, text, Clock::now());
}

TEST(VoteBox, CountsEachPhoneOnceAndItsLastAnswer) {
  VoteBox box;
  box.show(stop_of(question_of_choices()));
  for (const char* answer : {"a", "b", "c", "b"}) EXPECT_TRUE(cast(box, 1, answer, "rings.0"));
  EXPECT_TRUE(cast(box, 2, "the ring", "rings.0"));
  const std::vector<BallotAnswer> votes = box.votes("rings.0");
  ASSERT_EQ(votes.size(), 2u);
  EXPECT_EQ(votes[0].text, "b");
  EXPECT_TRUE(votes[0].right);
  EXPECT_EQ(votes[1].text, "a");
  EXPECT_EQ(box.counts(Clock::now()).votes, 2);
}

// A class sees choices in an order of its own; the tally counts its answers together with those of other
// learners.
TEST(VoteBox, KeepsAChoiceByItsLetterInTheFile) {
  std::set<std::string> kept;
  for (const std::uint64_t order : {0, 1, 2, 3, 4, 5}) {
    VoteQuestion shuffled = *question_of_choices();
    const Question in_file = shuffled.key.question;
    shuffled.order = order;
    shuffled.key.question = with_choices_in(in_file, order);
    VoteBox box;
    box.show(stop_of(std::make_shared<const VoteQuestion>(shuffled)));
    EXPECT_TRUE(cast(box, 1, "a", "rings.0"));
    const std::string letter = box.learners().at(0).records.at(0).answers.at(0).first;
    kept.insert(letter);
    EXPECT_EQ(in_file.choices.at(static_cast<std::size_t>(letter.at(0) - 'a')).text,
              shuffled.key.question.choices.front().text);
  }
  EXPECT_GT(kept.size(), 1u) << "the orders differ";
}

TEST(VoteBox, TakesNoAnswerToAnotherQuestionThanTheShownOne) {
  VoteBox box;
  EXPECT_FALSE(cast(box, 1, "b", "rings.0")) << "nothing is shown yet";
  box.show(stop_of(question_of_choices()));
  EXPECT_TRUE(cast(box, 1, "b", "rings.0"));
  box.show(stop_of(question_of_time()));
  EXPECT_EQ(cast(box, 1, "a", "rings.0").error().message, "Another question is shown now.");
  EXPECT_TRUE(cast(box, 1, "4.3", "rings.1"));
  box.show(stop_of(nullptr));
  EXPECT_FALSE(cast(box, 1, "5", "rings.1"));
  EXPECT_EQ(box.votes("rings.0").front().text, "b");
}

// The teacher goes back to the question after the answer was on the wall.
TEST(VoteBox, ChangesNoAnswerAfterTheReveal) {
  VoteBox box;
  box.show(stop_of(question_of_choices()));
  EXPECT_TRUE(cast(box, 1, "a", "rings.0"));
  for (const bool revealed : {true, false}) {
    box.show(stop_of(question_of_choices(), revealed));
    EXPECT_EQ(cast(box, 1, "b", "rings.0").error().message, "The answer was shown, so the vote is over.");
    EXPECT_FALSE(cast(box, 2, "b", "rings.0"));
  }
  EXPECT_EQ(box.votes("rings.0").front().text, "a");
  EXPECT_TRUE(box.is_over("rings.0"));
}

TEST(VoteBox, SaysWhyAnAnswerCannotBeRead) {
  VoteBox box;
  box.show(stop_of(question_of_time()));
  EXPECT_THAT(cast(box, 1, "soon", "rings.1").error().message, HasSubstr("a number in ms"));
  EXPECT_THAT(cast(box, 1, "4 MB", "rings.1").error().message, HasSubstr("is a size"));
  EXPECT_THAT(cast(box, 1, std::string(201, '1'), "rings.1").error().message, HasSubstr("too long"));
  EXPECT_TRUE(box.votes("rings.1").empty());
  EXPECT_TRUE(box.learners().empty()) << "who has answered nothing is no learner";
}

TEST(VoteBox, TakesABoundedNumberOfPhones) {
  VoteBox box;
  box.show(stop_of(question_of_choices()));
  for (int phone = 0; phone < 1000; ++phone)
    EXPECT_EQ(cast(box, phone, "b", "rings.0").has_value(), phone < static_cast<int>(most_ballots)) << phone;
  EXPECT_EQ(box.votes("rings.0").size(), most_ballots);
  EXPECT_TRUE(cast(box, 0, "c", "rings.0")) << "those who are in may still change their mind";
}

TEST(VoteBox, LeavesRoomForOthersWhereOneAddressAsksForAll) {
  VoteBox box;
  box.show(stop_of(question_of_choices()));
  for (int phone = 0; phone < 1000; ++phone)
    box.cast(ballot_of(phone), "one address", "rings.0", "a", Clock::now());
  EXPECT_EQ(box.votes("rings.0").size(), most_ballots_of_an_address);
  EXPECT_TRUE(box.cast(ballot_of(5000), "another address", "rings.0", "b", Clock::now()));
}

TEST(VoteBox, ForgetsPhonesThatLeftWithoutAnAnswer) {
  VoteBox box;
  box.show(stop_of(question_of_choices()));
  const Clock::time_point start = Clock::now();
  for (int phone = 0; phone < 256; ++phone) box.meet(ballot_of(phone), std::to_string(phone), start);
  EXPECT_EQ(box.counts(start).phones, 256);
  EXPECT_FALSE(box.meet(ballot_of(300), "late", start + 1s));
  EXPECT_TRUE(box.meet(ballot_of(300), "late", start + 1min));
  EXPECT_EQ(box.counts(start + 1min).phones, 1);
}

TEST(VoteBox, EachBallotIsALearnerOfTheTally) {
  VoteBox box;
  box.show(stop_of(question_of_choices()));
  cast(box, 1, "a", "rings.0");
  cast(box, 1, "b", "rings.0");
  cast(box, 2, "?", "rings.0");
  box.show(stop_of(question_of_time()));
  cast(box, 1, "34.4", "rings.1");
  const std::vector<AnswerFile> learners = box.learners();
  ASSERT_EQ(learners.size(), 2u);
  ASSERT_EQ(learners[0].records.size(), 1u) << "one record for each lesson";
  const LessonRecord& record = learners[0].records.front();
  EXPECT_EQ(record.lesson, "rings");
  EXPECT_EQ(record.questions, "01234567");
  ASSERT_EQ(record.answers.size(), 2u);
  EXPECT_EQ(record.answers[0].first, "b") << "nothing was told before the last answer, so it is the first";
  EXPECT_TRUE(record.answers[0].first_right);
  EXPECT_EQ(record.answers[1].first, "34.4 ms");
  EXPECT_EQ(learners[1].records.front().answers.front().first, "?");

  const Result<std::vector<AnswerFile>> read = parse_answer_files(class_file_text(learners));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(record_text((*read)[i].records.front()), record_text(learners[i].records.front()));
  EXPECT_EQ(class_file_text(learners).find("phone"), std::string::npos) << "ballots are not written";
}

TEST(VoteBox, ABallotIsOnlyLettersAndDigits) {
  EXPECT_TRUE(is_ballot("abcdefghjkmnpqrs"));
  for (const char* text : {"", "short", "abcdefghjkmnpqrs\n", "abcdefghjkmnpqr<", "äbcdefghjkmnpqrs",
                           "abcdefghjkmnpqrsabcdefghjkmnpqrsa"})
    EXPECT_FALSE(is_ballot(text)) << text;
}

std::vector<BallotAnswer> answers_to(const VoteQuestion& question, const std::vector<std::string>& texts) {
  std::vector<BallotAnswer> all;
  for (const std::string& text : texts) {
    const Result<BallotAnswer> read = read_ballot(question.key, text);
    EXPECT_TRUE(read) << text << ": " << read.error().message;
    if (read) all.push_back(*read);
  }
  return all;
}

TEST(Histogram, ShowsAllChoicesInTheOrderOfThePage) {
  const auto question = question_of_choices();
  const auto votes = answers_to(*question, {"c", "b", "c", "I don't know"});
  EXPECT_THAT(histogram_of(*question, votes, false),
              ElementsAre(VoteBar{"a) the ring", 0}, VoteBar{"b) the tree", 1}, VoteBar{"c) neither", 2},
                          VoteBar{"I don't know", 1}));
  EXPECT_TRUE(histogram_of(*question, votes, true)[1].right);
  for (const VoteBar& bar : histogram_of(*question, votes, false)) EXPECT_FALSE(bar.right) << bar.label;
}

TEST(Histogram, JoinsEqualNumbersAndPutsThemInOrder) {
  const auto question = question_of_time();
  const auto votes =
      answers_to(*question, {"34.4", "4.3", "4300 us", "4.25", "34.4 ms", "2", "0.0344 s", "?"});
  EXPECT_THAT(histogram_of(*question, votes, false),
              ElementsAre(VoteBar{"2 ms", 1}, VoteBar{"4.3 ms", 3}, VoteBar{"34.4 ms", 3},
                          VoteBar{"I don't know", 1}));
  EXPECT_TRUE(histogram_of(*question, votes, true)[1].right);
}

TEST(Histogram, HasABoundedNumberOfBarsAndCountsEveryVote) {
  const auto question = question_of_time();
  std::vector<std::string> texts = {"4.3", "?"};
  for (int i = 0; i < 100; ++i) texts.insert(texts.end(), 2, fmt::format("{}", 100 + 10 * i));
  const auto votes = answers_to(*question, texts);
  for (const bool revealed : {false, true}) {
    const std::vector<VoteBar> bars = histogram_of(*question, votes, revealed);
    EXPECT_EQ(bars.size(), most_vote_bars);
    int sum = 0, right = 0;
    for (const VoteBar& bar : bars) sum += bar.count, right += bar.right;
    EXPECT_EQ(sum, static_cast<int>(texts.size()));
    EXPECT_EQ(right, revealed) << "a single right answer is found among the others once it is revealed";
  }
}

}  // namespace
}  // namespace commlab
