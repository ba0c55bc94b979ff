// Every request and its answer, without a network: what a class needs, and what strangers try.

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "gui/vote/vote_page.h"
#include "gui/vote/vote_site.h"
#include "tests/vote/asked_class.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

struct AskedSite {
  VoteBox box;
  VoteSite site{box, tokens_of_test};
  VoteSite::Clock::time_point now{};

  WebReply ask(const std::string& method, const std::string& target, const std::string& body = "",
               const std::string& address = "10.0.0.1") {
    now += 1s;
    return site.reply({.method = method, .target = target, .body = body, .address = address}, now);
  }
  json state(int phone) { return json::parse(ask("GET", "/k7f3m2/state?ballot=" + ballot_of(phone)).body); }
};

TEST(VoteSite, AnswersOnlyWhereTheTokenIsRight) {
  AskedSite asked;
  EXPECT_EQ(asked.ask("GET", "/k7f3m2").status, 200);
  EXPECT_EQ(asked.ask("GET", "/k7f3m2/").status, 200);
  EXPECT_EQ(asked.ask("GET", "/k7f3m2?from=chat").status, 200);
  EXPECT_EQ(asked.ask("GET", "/K7F3M2").status, 200) << "phones begin a line with a capital letter";
  EXPECT_EQ(asked.ask("GET", "/t-abcdefghjkmnpqrstuvw").status, 200);
  for (const char* target : {"",
                             "/",
                             "//",
                             "/k7f3m3",
                             "/k7f3m",
                             "/k7f3m22",
                             "k7f3m2",
                             "/k7f3m2/../etc/passwd",
                             "/k7f3m2/%2e%2e/",
                             "/../k7f3m2",
                             "/etc/passwd",
                             "/k7f3m2/state/..",
                             "/k7f3m2/index.html",
                             "/t-",
                             "/t-abcdefghjkmnpqrstuvx",
                             "/t-k7f3m2",
                             "/k7f3m2/t-abcdefghjkmnpqrstuvw",
                             "http://evil.example/k7f3m2",
                             "*",
                             "/favicon.ico",
                             "/k7f3m2//",
                             "/.",
                             "/%6b7f3m2",
                             "/t-abcdefghjkmnpqrstuvw/answer",
                             "/t-abcdefghjkmnpqrstuvw/state/x"}) {
    const WebReply reply = asked.ask("GET", target, "", std::string("10.1.1.") + target);
    EXPECT_EQ(reply.status, 404) << target;
    EXPECT_EQ(reply.body, "") << target;
  }
}

TEST(VoteSite, AMethodThatIsNotServedIsRefusedAndTellsNothingToStrangers) {
  AskedSite asked;
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "", "get"}) {
    EXPECT_EQ(asked.ask(method, "/k7f3m2").status, 405) << method;
    EXPECT_EQ(asked.ask(method, "/k7f3m2/state").status, 405) << method;
    EXPECT_EQ(asked.ask(method, "/t-abcdefghjkmnpqrstuvw").status, 405) << method;
    EXPECT_EQ(asked.ask(method, "/", "", method).status, 404) << method;
  }
  EXPECT_EQ(asked.ask("GET", "/k7f3m2/answer").status, 405);
}

TEST(VoteSite, ShowsAQuestionTakesAnAnswerAndTellsTheResult) {
  AskedSite asked;
  EXPECT_EQ(asked.state(1)["stage"], "wait");
  asked.box.show(stop_of(question_of_time()));
  json state = asked.state(1);
  EXPECT_EQ(state["stage"], "open");
  EXPECT_EQ(state["question"]["unit"], "ms");
  EXPECT_FALSE(state.contains("result"));
  const WebReply counted = asked.ask("POST", "/k7f3m2/answer", answer_body(1, "rings.1", "4300us"));
  EXPECT_EQ(counted.status, 200);
  EXPECT_EQ(json::parse(counted.body)["yours"], "4.3 ms");
  EXPECT_EQ(asked.state(1)["yours"], "4.3 ms");
  EXPECT_FALSE(asked.state(2).contains("yours"));
  asked.box.show(stop_of(question_of_time(), true));
  state = asked.state(1);
  EXPECT_EQ(state["stage"], "told");
  EXPECT_EQ(state["right"], true);
  EXPECT_THAT(state["why"].dump(), HasSubstr("So it is."));
  EXPECT_FALSE(asked.state(2).contains("right"));
  EXPECT_EQ(asked.ask("POST", "/k7f3m2/answer", answer_body(1, "rings.1", "1")).status, 409);
}

TEST(VoteSite, OnlyTheTeachersPageTellsNotesAndCounts) {
  AskedSite asked;
  asked.box.show(stop_of(question_of_choices()));
  for (int phone = 0; phone < 3; ++phone)
    asked.ask("POST", "/k7f3m2/answer", answer_body(phone, "rings.0", "c"));
  const json told = json::parse(asked.ask("GET", "/t-abcdefghjkmnpqrstuvw/state").body);
  EXPECT_EQ(told["votes"], 3);
  EXPECT_EQ(told["bars"][2]["count"], 3);
  EXPECT_EQ(told["bars"][1]["right"], true);
  EXPECT_THAT(told["notes"].dump(), HasSubstr("little"));
  const std::string of_learner = asked.state(1).dump();
  for (const char* secret : {"little", "count", "votes", "right_choice", "t-abc"})
    EXPECT_THAT(of_learner, Not(HasSubstr(secret)));
}

TEST(VoteSite, AnAddressThatGuessesIsNotAnsweredForAWhile) {
  AskedSite asked;
  VoteSite::Clock::time_point now = asked.now;
  const auto guess = [&](const std::string& token, const std::string& address) {
    return asked.site.reply({.method = "GET", .target = token, .body = "", .address = address}, now).status;
  };
  for (int i = 0; i < 20; ++i) EXPECT_EQ(guess("/aaaaaa", "10.0.0.9"), 404);
  EXPECT_EQ(guess("/aaaaaa", "10.0.0.9"), 429);
  EXPECT_EQ(guess("/k7f3m2", "10.0.0.9"), 429) << "or else the guesser would know";
  EXPECT_EQ(guess("/t-aaaa", "10.0.0.9"), 429);
  EXPECT_EQ(guess("/k7f3m2", "10.0.0.1"), 200) << "others are not held up";
  now += 3s;
  EXPECT_EQ(guess("/k7f3m2", "10.0.0.9"), 200);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(guess("/favicon.ico", "10.0.0.7"), 404) << "a browser's own wish is no guess";
  EXPECT_EQ(guess("/k7f3m2", "10.0.0.7"), 200);
}

TEST(VoteSite, AnAddressMayAskOnlySoOften) {
  AskedSite asked;
  int answered = 0;
  for (int i = 0; i < 10'000; ++i)
    answered +=
        asked.site.reply({.method = "GET", .target = "/k7f3m2", .body = "", .address = "10.0.0.1"}, asked.now)
            .status == 200;
  EXPECT_EQ(answered, 400);
  EXPECT_EQ(asked.ask("GET", "/k7f3m2", "", "10.0.0.2").status, 200);
}

TEST(VoteSite, RubbishInsteadOfAnAnswerCountsNothing) {
  AskedSite asked;
  asked.box.show(stop_of(question_of_time()));
  const std::string ballot = ballot_of(1);
  for (const std::string& body :
       {std::string(), std::string("4.3"), std::string("[]"), std::string("null"), std::string("{"),
        std::string(1000, '['), std::string(500, '{'), "{\"ballot\":" + std::string(800, '['),
        std::string("{\"ballot\": 5, \"question\": [], \"answer\": {}}"), std::string("\xff\xfe\x00{}", 5),
        std::string(
            "{\"ballot\": \"<script>alert(1)</script>\", \"question\": \"rings.1\", \"answer\": \"4.3\"}"),
        std::string("{\"ballot\": \"short\", \"question\": \"rings.1\", \"answer\": \"4.3\"}")})
    EXPECT_EQ(asked.ask("POST", "/k7f3m2/answer", body, body.substr(0, 5)).status, 400) << body.substr(0, 40);
  for (const char* rest : {R"("question": "rings.1"})", R"("question": "rings.1", "answer": 4.3})",
                           R"("question": "rings.1", "answer": ["4.3"]})", R"("answer": "4.3"})",
                           R"("question": "rings.0", "answer": "4.3"})"})
    EXPECT_EQ(asked.ask("POST", "/k7f3m2/answer", "{\"ballot\": \"" + ballot + "\", " + rest, rest).status,
              409)
        << rest;
  EXPECT_TRUE(asked.box.votes("rings.1").empty());
}

// What somebody types can reach the wall and other phones only as a number, a choice or a place.
TEST(VoteSite, NothingThatIsTypedBecomesMarkupOrAMessage) {
  const char* attacks[] = {"<script>alert(1)</script>",
                           "<img src=x onerror=alert(1)>",
                           "rank 2 <b>line</b> 3",
                           "rank 2 line 3\n\nThe teacher is silly",
                           "the teacher is silly",
                           "rank 2 line 3 and a silly teacher",
                           "**4.3** ms",
                           "[4](http://evil.example)",
                           ("\xe2\x80\xae"
                            "3.4"),
                           "4.3\0 ms",
                           "1e999",
                           "9^9^9^9^9^9",
                           "((((((((((((((((((((((((((((((((((((((((((((((((((4.3",
                           "sum(range(0, 10000))",
                           "time(run)",
                           "measured(D1, 2, 3)",
                           "{{ time(run) }}",
                           "%s%s%s%n",
                           "'; drop table votes; --",
                           "a\" onclick=\"alert(1)"};
  for (const auto& question : {question_of_time(), question_of_place()}) {
    AskedSite asked;
    asked.box.show(stop_of(question));
    int phone = 0;
    for (const char* attack : attacks) {
      const WebReply reply =
          asked.ask("POST", "/k7f3m2/answer", answer_body(phone++, question->id, attack), attack);
      EXPECT_THAT(reply.status, AnyOf(409, 200)) << attack;
      EXPECT_EQ(reply.type, "application/json");
    }
    for (const BallotAnswer& vote : asked.box.votes(question->id))
      EXPECT_EQ(vote.text.find_first_not_of("0123456789. msunp,-+erakline"), std::string::npos) << vote.text;
    for (const VoteBar& bar : histogram_of(*question, asked.box.votes(question->id), true))
      EXPECT_THAT(bar.label, Not(HasSubstr("silly")));
  }
}

TEST(VoteSite, APlaceMayBeAnythingThatIsAPlace) {
  const auto question = question_of_place();
  for (const char* place :
       {"rank 2 line 3", "rank 12", "gpu0->gpu1", "link gpu2-gpu1", "nvswitch 3", "all_gather, ring 2 GB"})
    EXPECT_TRUE(read_ballot(question->key, place)) << place;
  EXPECT_TRUE(read_ballot(question->key, "Rank 2, Line 3")->right);
}

TEST(VoteSite, EveryPageNeedsNothingFromElsewhereAndRunsOnlyItsOwnScript) {
  for (const std::string& page : {learners_page("nonce5"), teachers_page("nonce5")}) {
    for (const char* outside :
         {"src=", "@import", "http://", "https://", "innerHTML", "eval(", "document.write", "cookie"})
      EXPECT_THAT(page, Not(HasSubstr(outside)));
    EXPECT_THAT(page, HasSubstr("<script nonce=\"nonce5\">"));
    EXPECT_THAT(page, HasSubstr("width=device-width"));
    EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  }
  EXPECT_THAT(learners_page("n"), HasSubstr("No names are kept."));
  AskedSite asked;
  EXPECT_NE(asked.ask("GET", "/k7f3m2").nonce, asked.ask("GET", "/k7f3m2").nonce)
      << "nobody can know it before";
}

// Random bytes, and requests with a few bytes changed, from a fixed seed: every one gets an answer.
TEST(VoteSite, AnswersAnyBytes) {
  std::mt19937 chance(20'260'301);
  AskedSite asked;
  asked.box.show(stop_of(question_of_time()));
  const auto bytes = [&](std::size_t most) {
    std::string text(chance() % most, ' ');
    for (char& c : text) c = static_cast<char>(chance());
    return text;
  };
  const auto changed = [&](std::string text) {
    for (int i = 0; i < 3 && !text.empty(); ++i) text[chance() % text.size()] = static_cast<char>(chance());
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string target = i % 3 ? changed("/k7f3m2/state?ballot=" + ballot_of(i)) : "/" + bytes(60);
    const std::string body = i % 2 ? changed(answer_body(i, "rings.1", "4.3")) : bytes(200);
    const WebReply gets = asked.ask(i % 7 ? "GET" : bytes(8), target, body, std::to_string(i));
    EXPECT_THAT(gets.status, AnyOf(200, 404, 405));
    const WebReply posts = asked.ask("POST", "/k7f3m2/answer", body, std::to_string(i));
    EXPECT_THAT(posts.status, AnyOf(200, 400, 409));
    EXPECT_TRUE(posts.type != "application/json" || json::accept(posts.body)) << posts.body;
  }
  EXPECT_LE(asked.box.votes("rings.1").size(), most_ballots);
}

}  // namespace
}  // namespace commlab
