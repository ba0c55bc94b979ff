// A class that votes on its phones while a lesson is presented.

#include "gui/window/lesson/vote.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/vote/vote_server.h"
#include "gui/window/page/lesson_page.h"
#include "lessons/model/question_kinds.h"
#include "tests/vote/asked_class.h"
#include "tests/window/lesson/class_stage.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// The stops are: title, text, asked, revealed, mistakes, a check that changes the scene, its solution, end.
struct VotingClass {
  Class room{{"class"}};
  std::shared_ptr<VoteBox> box = std::make_shared<VoteBox>();
  std::unique_ptr<VoteServer> server;
  UnseenWindow window{room.session};

  VotingClass() {
    Result<std::unique_ptr<VoteServer>> opened = VoteServer::open(*box, tokens_of_test, "127.0.0.1", 0);
    EXPECT_TRUE(opened) << opened.error().message;
    server = *std::move(opened);
    begin_vote(room.session, box, link_to("127.0.0.1", server->port(), tokens_of_test.learners));
    window.settle();
  }
  void press(std::initializer_list<const char*> keys) {
    for (const char* key : keys) window.press(key);
  }
  std::string value(std::string_view widget) const { return room.value(widget); }
  int answer(int phone, const std::string& text) const {
    return status_of(asked(server->port(), post("/k7f3m2/answer", answer_body(phone, "class.0", text))));
  }
  nlohmann::json state(int phone) const {
    return nlohmann::json::parse(
        body_of(asked(server->port(), get("/k7f3m2/state?ballot=" + ballot_of(phone)))));
  }
  std::string right_answer() const { return room.session.lesson.page->presented->notes.key.answer; }
};

TEST(Vote, FortyPhonesSeeTheQuestionAndTheClassSeesItsAnswersBeforeTheResult) {
  VotingClass voting;
  EXPECT_EQ(voting.value("vote.link"), fmt::format("http://127.0.0.1:{}/k7f3m2", voting.server->port()));
  voting.press({"PageDown", "PageDown"});
  EXPECT_THAT(voting.state(0)["question"]["ask"].dump(), HasSubstr("How long does it take?"));
  voting.window.frame();
  EXPECT_EQ(voting.value("vote.count"), "0 answers, 1 phone");

  const std::string right = voting.right_answer();
  std::vector<std::thread> phones;
  for (int phone = 0; phone < 40; ++phone)
    phones.emplace_back([&, phone] { EXPECT_EQ(voting.answer(phone, phone % 8 < 5 ? right : "1"), 200); });
  for (std::thread& phone : phones) phone.join();
  voting.window.frame();
  EXPECT_EQ(voting.value("vote.count"), "40 answers, 40 phones");
  EXPECT_EQ(voting.value("vote.bars"), "") << "the class has not asked for it";

  voting.press({"PageDown"});
  EXPECT_EQ(voting.value("present.stop"), "3 of 8");
  EXPECT_EQ(voting.value("vote.bars"), fmt::format("1 us: 15; {}: 25", right))
      << "without telling which is right";
  EXPECT_THAT(voting.value("present.text"), Not(HasSubstr("It takes")));
  EXPECT_TRUE(voting.room.session.scene->trace().transfers.empty()) << "the run is still hidden";
  EXPECT_EQ(voting.answer(0, "1 us"), 200) << "minds may change until the answer is shown";
  voting.window.frame();
  EXPECT_EQ(voting.value("vote.bars"), fmt::format("1 us: 16; {}: 24", right));

  voting.press({"PageUp"});
  EXPECT_EQ(voting.value("vote.bars"), "");
  voting.press({"PageDown", "PageDown"});
  EXPECT_EQ(voting.value("present.stop"), "4 of 8");
  EXPECT_EQ(voting.value("vote.bars"), fmt::format("1 us: 16; {}: 24 (right)", right));
  EXPECT_THAT(voting.value("present.text"), HasSubstr("It takes"));
  EXPECT_FALSE(voting.room.session.scene->trace().transfers.empty());
  EXPECT_EQ(voting.answer(0, right), 409);
  EXPECT_EQ(voting.state(0)["right"], false);
  EXPECT_EQ(voting.state(1)["right"], true);

  voting.press({"PageUp"});
  EXPECT_EQ(voting.value("present.stop"), "3 of 8");
  EXPECT_EQ(voting.state(1)["stage"], "over") << "going back hides the answer, and opens no vote";
  EXPECT_EQ(voting.room.kept, 0) << "a class records no answers in the teacher's name";
  EXPECT_EQ(voting.box->learners().size(), 40u);
}

TEST(Vote, WithoutAnswersThereIsNoFurtherStop) {
  VotingClass voting;
  for (int stop = 1; stop <= 8; ++stop) {
    EXPECT_EQ(voting.value("present.stop"), fmt::format("{} of 8", stop));
    EXPECT_EQ(voting.value("vote.bars"), "");
    EXPECT_EQ(voting.value("vote.count").empty(), stop != 3) << stop;
    EXPECT_EQ(voting.value("present.cut-off"), "") << stop;
    voting.press({"PageDown"});
  }
}

TEST(Vote, PhonesSayWhereTheClassIsAndNeverWhatComes) {
  VotingClass voting;
  const char* const stages[] = {"wait", "wait", "open", "told", "wait", "screen", "screen", "wait"};
  for (const char* const stage : stages) {
    const nlohmann::json state = voting.state(1);
    EXPECT_EQ(state["stage"], stage);
    const std::string all = state.dump();
    for (const char* secret : {"secret of the teacher", "whispered", "That is a step", "64 KiB"})
      EXPECT_THAT(all, Not(HasSubstr(secret))) << stage;
    EXPECT_EQ(all.find("It takes") != std::string::npos, std::string_view(stage) == "told") << stage;
    voting.press({"PageDown"});
  }
}

TEST(Vote, TheTeachersPageShowsTheNotesOfTheStop) {
  VotingClass voting;
  voting.press({"PageDown", "PageDown"});
  EXPECT_EQ(voting.answer(1, "1 us"), 200);
  const auto notes = nlohmann::json::parse(
      body_of(asked(voting.server->port(), get("/" + tokens_of_test.teacher + "/state"))));
  EXPECT_EQ(notes["votes"], 1);
  for (const char* part :
       {"A secret of the teacher.", "What would you ask?", "A whispered hint.", "It takes", "Next: "})
    EXPECT_THAT(notes["notes"].dump(), HasSubstr(part));
}

TEST(Vote, AKeyShowsTheLinkLarge) {
  VotingClass voting;
  voting.press({"PageDown", "PageDown"});
  EXPECT_EQ(voting.value("vote.join"), "");
  voting.press({"V"});
  EXPECT_EQ(voting.value("vote.join"), voting.value("vote.link"));
  voting.press({"V"});
  EXPECT_EQ(voting.value("vote.join"), "");
  voting.press({"V", "PageDown"});
  EXPECT_EQ(voting.value("vote.join"), "");
  EXPECT_EQ(voting.value("present.stop"), "3 of 8") << "the clicker leads back to the stop";
}

TEST(Vote, AClassThatDoesNotVoteSeesNothingOfIt) {
  Class room({"class"});
  UnseenWindow window(room.session);
  window.settle();
  for (int stop = 0; stop < 8; ++stop) {
    window.press("V");
    EXPECT_THAT(room.value("notice"), HasSubstr("The class does not vote here"));
    for (const Widget& widget : room.session.registry.widgets())
      EXPECT_THAT(widget.id, Not(HasSubstr("vote"))) << stop;
    window.press("PageDown");
  }
}

// Every answer that the lesson knows, some that it does not know, and "I don't know".
void vote_everything(Session& session, VoteBox& box) {
  const std::shared_ptr<const VoteQuestion> question = box.stop()->question;
  const AnswerKey& key = session.lesson.page->presented->notes.key;
  std::vector<std::string> answers = {"?", key.answer.substr(0, key.answer.find(", or"))};
  for (const AnswerKey::Mistake& mistake : key.mistakes) answers.push_back(mistake.answer);
  for (int i = 1; i <= 6; ++i) answers.push_back(std::to_string(1000 + 111 * i));
  for (std::size_t choice = 0; choice < question->choices.size(); ++choice)
    answers.push_back(choice_letter(choice));
  int phone = 0;
  for (const std::string& answer : answers) {
    box.cast(ballot_of(phone), std::to_string(phone), question->id, answer, VoteBox::Clock::now());
    ++phone;
  }
}

// At a projector with few pixels.
TEST(Vote, EveryQuestionOfSixLessonsIsSeenWholeWithItsVotes) {
  const std::vector<std::string> lessons = {"02-", "03-", "07-", "12-", "19-", "24-"};
  Class room(lessons);
  const auto box = std::make_shared<VoteBox>();
  begin_vote(room.session, box, "http://192.168.100.100:40123/k7f3m2");
  UnseenWindow window(room.session, 1280, 720);
  window.settle();
  int asked = 0;
  for (std::size_t lesson = 0; lesson < lessons.size(); ++lesson)
    for (std::size_t stop = 0; stop < room.session.presenter.lessons[lesson].stops.size(); ++stop) {
      const std::string where = fmt::format("lesson {}, stop {}", lessons[lesson], stop + 1);
      ASSERT_EQ(*room.session.presenter.shown, (StopPlace{lesson, stop})) << where;
      EXPECT_EQ(room.value("present.cut-off"), "") << where;
      const PresentedStop& shown = *presented(room.session);
      if (shown.stop.kind == TeachingStop::Kind::asked && box->stop()->question) {
        vote_everything(room.session, *box);
        window.frame();
        window.press("PageDown");
        EXPECT_NE(room.value("vote.bars"), "") << where;
        EXPECT_EQ(room.value("vote.bars").find("(right)"), std::string::npos) << where;
        EXPECT_EQ(room.value("present.cut-off"), "") << where << " with its histogram";
        ++asked;
      }
      if (shown.stop.kind == TeachingStop::Kind::revealed && box->stop()->question) {
        EXPECT_THAT(room.value("vote.bars"), HasSubstr("(right)")) << where;
      }
      window.press("PageDown");
    }
  EXPECT_GT(asked, 20);
}

}  // namespace
}  // namespace commlab
