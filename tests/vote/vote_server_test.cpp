// The server among phones and strangers: forty phones that vote at once, and everything that can be sent to a
// port.

#include <atomic>
#include <random>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/vote/vote_server.h"
#include "tests/vote/asked_class.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;
using testing::AnyOf;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

struct ServedClass {
  VoteBox box;
  std::unique_ptr<VoteServer> server;

  explicit ServedClass(VoteServerLimits limits = {}) {
    Result<std::unique_ptr<VoteServer>> opened =
        VoteServer::open(box, tokens_of_test, "127.0.0.1", 0, limits);
    EXPECT_TRUE(opened) << opened.error().message;
    if (opened) server = *std::move(opened);
  }
  int port() const { return server->port(); }
  // Whether a phone is served now, within a second.
  ::testing::AssertionResult serves() const {
    const Clock::time_point start = Clock::now();
    const int status = status_of(asked(port(), get("/k7f3m2/state"), "127.0.0.9"));
    const auto took = Clock::now() - start;
    if (status == 200 && took < 1s) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << "status " << status << " after " << std::chrono::duration<double>(took).count() << " s";
  }
};

std::string own_loopback(int phone) { return fmt::format("127.0.1.{}", 1 + phone % 200); }

template <class Work>
void at_once(int threads, const Work& work) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back([&work, i] { work(i); });
  for (std::thread& one : all) one.join();
}

TEST(VoteServer, CountsFortyPhonesThatVoteAtOnce) {
  ServedClass served;
  served.box.show(stop_of(question_of_choices()));
  std::atomic<int> counted = 0;
  at_once(40, [&](int phone) {
    const std::string from = own_loopback(phone);
    EXPECT_EQ(status_of(asked(served.port(), get("/k7f3m2"), from)), 200);
    EXPECT_EQ(status_of(asked(served.port(), get("/k7f3m2/state?ballot=" + ballot_of(phone)), from)), 200);
    // Everybody votes, every second one changes the answer, and every fourth one changes it back.
    const std::vector<std::string> answers = phone % 4 == 0   ? std::vector<std::string>{"a", "b", "a"}
                                             : phone % 2 == 0 ? std::vector<std::string>{"a", "b"}
                                                              : std::vector<std::string>{"c"};
    for (const std::string& answer : answers)
      counted += status_of(asked(served.port(), post("/k7f3m2/answer", answer_body(phone, "rings.0", answer)),
                                 from)) == 200;
  });
  EXPECT_EQ(counted, 10 * 3 + 10 * 2 + 20);
  const auto bars = histogram_of(*question_of_choices(), served.box.votes("rings.0"), true);
  EXPECT_THAT(bars, testing::ElementsAre(VoteBar{"a) the ring", 10}, VoteBar{"b) the tree", 10, true},
                                         VoteBar{"c) neither", 20}));
  EXPECT_EQ(served.box.counts(Clock::now()).votes, 40);
  EXPECT_EQ(served.box.counts(Clock::now()).phones, 40);

  served.box.show(stop_of(question_of_choices(), true));
  EXPECT_EQ(status_of(asked(served.port(), post("/k7f3m2/answer", answer_body(50, "rings.0", "b")))), 409)
      << "a late phone changes nothing";
  EXPECT_EQ(served.box.counts(Clock::now()).votes, 40);
}

// A router hides a class behind one address.
TEST(VoteServer, CountsFortyPhonesBehindOneAddress) {
  ServedClass served;
  served.box.show(stop_of(question_of_time()));
  std::atomic<int> counted = 0;
  at_once(40, [&](int phone) {
    counted +=
        status_of(asked(served.port(), post("/k7f3m2/answer", answer_body(phone, "rings.1", "4.3")))) == 200;
  });
  EXPECT_EQ(counted, 40);
  EXPECT_EQ(served.box.votes("rings.1").size(), 40u);
}

// The window asks for the counts in every frame.
TEST(VoteServer, NeverKeepsTheWindowWaiting) {
  ServedClass served;
  served.box.show(stop_of(question_of_choices()));
  std::atomic<bool> over = false;
  std::vector<std::thread> strangers;
  for (int i = 0; i < 8; ++i)
    strangers.emplace_back([&, i] {
      for (int n = 0; !over; ++n)
        asked(served.port(), post("/k7f3m2/answer", answer_body(i, "rings.0", n % 2 ? "a" : "b")),
              own_loopback(n));
    });
  double slowest = 0;
  for (int frame = 0; frame < 200; ++frame) {
    const Clock::time_point start = Clock::now();
    served.box.counts(start);
    histogram_of(*question_of_choices(), served.box.votes("rings.0"), false);
    slowest = std::max(slowest, std::chrono::duration<double>(Clock::now() - start).count());
    std::this_thread::sleep_for(2ms);
  }
  over = true;
  for (std::thread& one : strangers) one.join();
  EXPECT_LT(slowest, 0.25) << "the machine may be busy, but nothing waits for the network";
}

TEST(VoteServer, SendsHeadersThatKeepTheLinkAndThePageSafe) {
  ServedClass served;
  const std::string page = asked(served.port(), get("/k7f3m2"));
  for (const char* header :
       {"Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
        "default-src 'none'", "frame-ancestors 'none'", "Connection: close"})
    EXPECT_THAT(page, HasSubstr(header));
  EXPECT_THAT(page, testing::Not(HasSubstr("Access-Control")));
  EXPECT_THAT(page, testing::Not(HasSubstr("Set-Cookie")));
  EXPECT_THAT(page, testing::Not(HasSubstr("Server:")));
}

// A page of a stranger, in a learner's browser, whose name now leads to this server.
TEST(VoteServer, AForeignNameOfThisComputerOpensNothing) {
  ServedClass served;
  for (const char* host : {"evil.example", "localhost", "127.0.0.1", ""})
    EXPECT_EQ(status_of(asked(
                  served.port(),
                  fmt::format("GET / HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\n\r\n", host))),
              404);
}

TEST(VoteServer, RefusesWhatIsTooLong) {
  ServedClass served;
  served.box.show(stop_of(question_of_choices()));
  const std::string attacks[] = {
      "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n\r\n",
      "GET /k7f3m2 HTTP/1.1\r\nX: " + std::string(100'000, 'b') + "\r\n\r\n",
      "GET /k7f3m2 HTTP/1.1\r\n" + std::string(20'000, 'c'),
      std::string(1'000'000, 'G'),
      "POST /k7f3m2/answer HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n" + std::string(5000, 'd'),
      "POST /k7f3m2/answer HTTP/1.1\r\nContent-Length: 18446744073709551616\r\n\r\n",
      "POST /k7f3m2/answer HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST /k7f3m2/answer HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
      "POST /k7f3m2/answer HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n" + std::string(2048, '[') +
          "\r\n0\r\n\r\n",
      post("/k7f3m2/answer", std::string(1025, '[')),
      "POST /k7f3m2/answer HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef"};
  for (const std::string& attack : attacks) {
    EXPECT_NE(status_of(asked(served.port(), attack)), 200) << attack.substr(0, 60);
    EXPECT_TRUE(served.serves()) << attack.substr(0, 60);
  }
  std::string many = "GET /k7f3m2 HTTP/1.1\r\n";
  for (int i = 0; i < 2000; ++i) many += fmt::format("H{}: v\r\n", i);
  EXPECT_NE(status_of(asked(served.port(), many + "\r\n")), 200);
  EXPECT_TRUE(served.box.votes("rings.0").empty());
}

TEST(VoteServer, RubbishGetsNoAnswerAndHarmsNobody) {
  ServedClass served;
  for (const std::string& rubbish :
       {std::string("\r\n\r\n\r\n"), std::string("GET\r\n\r\n"), std::string("\0\0\0\0", 4),
        std::string("GET /k7f3m2\r\n\r\n"), std::string("GET /k7f3m2 HTTP/9.9\r\n\r\n"),
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11),
        std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), std::string("GET /k7f3m2 HTTP/1.1\r\n : \r\n\r\n"),
        std::string("GET  /k7f3m2  HTTP/1.1\r\n\r\n")}) {
    Phone phone(served.port());
    phone.send(rubbish + "\r\n\r\n");
    EXPECT_NE(status_of(phone.hear()), 200) << rubbish;
  }
  EXPECT_TRUE(served.serves());
}

TEST(VoteServer, AnswersOnlyTheFirstOfRequestsThatCameTogether) {
  ServedClass served;
  served.box.show(stop_of(question_of_choices()));
  const std::string vote = post("/k7f3m2/answer", answer_body(1, "rings.0", "a"));
  const std::string heard =
      asked(served.port(),
            vote + post("/k7f3m2/answer", answer_body(2, "rings.0", "a")) + std::string("\0rubbish\r\n", 10));
  EXPECT_EQ(status_of(heard), 200);
  EXPECT_EQ(heard.find("HTTP/1.1", 5), std::string::npos);
  EXPECT_EQ(served.box.votes("rings.0").size(), 1u);
}

// Each sends a byte now and then, so that it is never idle.
TEST(VoteServer, SlowClientsAreLeftAtTheirDeadline) {
  ServedClass served({.connections = 64, .patience = 400ms});
  std::vector<std::unique_ptr<Phone>> slow;
  for (int i = 0; i < 40; ++i) {
    slow.push_back(std::make_unique<Phone>(served.port(), "127.0.0.3"));
    slow.back()->send("GET /k7f3m2 HTTP/1.1\r\nX: ");
  }
  const Clock::time_point start = Clock::now();
  while (Clock::now() - start < 300ms) {
    for (const auto& phone : slow) phone->send("a");
    EXPECT_TRUE(served.serves());
    std::this_thread::sleep_for(50ms);
  }
  for (const auto& phone : slow) EXPECT_EQ(phone->hear(), "");
  EXPECT_LT(Clock::now() - start, 10s);
}

TEST(VoteServer, ThousandsOfConnectionsLeaveRoomForAPhone) {
  ServedClass served;
  std::vector<std::unique_ptr<Phone>> held;
  for (int i = 0; i < 3000; ++i) {
    auto phone = std::make_unique<Phone>(served.port(), "127.0.0.3");
    phone->send(i % 2 ? "GET /k7f" : "");
    held.push_back(std::move(phone));
    if (held.size() > 300) held.erase(held.begin());
    if (i % 500 == 0) {
      EXPECT_TRUE(served.serves()) << i;
    }
  }
  EXPECT_TRUE(served.serves()) << "with all of its connections taken";
}

TEST(VoteServer, ClientsThatLeaveAtOnceHarmNobody) {
  ServedClass served;
  served.box.show(stop_of(question_of_choices()));
  const std::string whole = post("/k7f3m2/answer", answer_body(1, "rings.0", "a"));
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    Phone phone(served.port(), own_loopback(static_cast<int>(length)));
    phone.send(whole.substr(0, length));
  }
  EXPECT_TRUE(served.serves());
  EXPECT_LE(served.box.votes("rings.0").size(), 1u);
}

TEST(VoteServer, ManyGuessesOfManyThreadsNeverOpenIt) {
  ServedClass served;
  std::atomic<int> opened = 0;
  at_once(4, [&](int thread) {
    std::mt19937 chance(static_cast<unsigned>(thread));
    for (int i = 0; i < 200; ++i) {
      std::string token = "/";
      for (int letter = 0; letter < 6; ++letter) token += "abcdefghjkmnpqrs"[chance() % 16];
      opened += status_of(asked(served.port(), get(token), "127.0.0.4")) == 200;
    }
  });
  EXPECT_EQ(opened, 0);
  EXPECT_EQ(status_of(asked(served.port(), get("/k7f3m2"), "127.0.0.4")), 429);
  EXPECT_TRUE(served.serves());
}

// Bytes of all kinds from a fixed seed, whole and changed requests among them.
TEST(VoteServer, SurvivesAnyBytes) {
  ServedClass served({.connections = 64, .patience = 200ms});
  served.box.show(stop_of(question_of_time()));
  std::mt19937 chance(7);
  for (int i = 0; i < 400; ++i) {
    std::string bytes =
        i % 2 ? post("/k7f3m2/answer", answer_body(i, "rings.1", "4.3")) : get("/k7f3m2/state");
    for (unsigned change = 0; change < 1 + chance() % 4; ++change) {
      const std::size_t at = chance() % bytes.size();
      if (chance() % 2)
        bytes[at] = static_cast<char>(chance());
      else
        bytes.insert(at, chance() % 50, static_cast<char>(chance()));
    }
    Phone phone(served.port(), own_loopback(i));
    phone.send(bytes + (chance() % 2 ? "\r\n\r\n" : ""));
    if (i % 4 != 0) continue;
    EXPECT_THAT(status_of(phone.hear()), AnyOf(0, 200, 400, 404, 405, 409));
  }
  EXPECT_TRUE(served.serves());
}

TEST(VoteServer, EndsAtOnceWhileOthersAreConnected) {
  auto served = std::make_unique<ServedClass>();
  std::vector<std::unique_ptr<Phone>> phones;
  for (int i = 0; i < 50; ++i) {
    phones.push_back(std::make_unique<Phone>(served->port()));
    phones.back()->send("GET /");
  }
  EXPECT_TRUE(served->serves());
  const int port = served->port();
  const Clock::time_point start = Clock::now();
  served.reset();
  EXPECT_LT(Clock::now() - start, 2s);
  EXPECT_FALSE(Phone(port).is_connected());
}

TEST(VoteServer, SaysWhyItCannotBegin) {
  ServedClass served;
  VoteBox box;
  const auto opened = [&](const std::string& address, int port) {
    const auto server = VoteServer::open(box, tokens_of_test, address, port);
    return server ? std::string() : server.error().message;
  };
  EXPECT_THAT(opened("nowhere", 0), HasSubstr("'nowhere': expected an IP address of this computer"));
  EXPECT_THAT(opened("203.0.113.7", 0), HasSubstr("203.0.113.7:0: "));
  EXPECT_THAT(opened("127.0.0.1", served.port()), HasSubstr("in use"));
}

TEST(VoteServer, ALinkNamesAnAddressThatOthersCanReach) {
  EXPECT_EQ(link_to("192.168.1.5", 40123, "k7f3m2"), "http://192.168.1.5:40123/k7f3m2");
  EXPECT_EQ(link_to("fe80::1", 80, "k7f3m2"), "http://[fe80::1]:80/k7f3m2");
  EXPECT_THAT(link_to("0.0.0.0", 80, "k7f3m2"), testing::Not(HasSubstr("0.0.0.0")));
}

}  // namespace
}  // namespace commlab
