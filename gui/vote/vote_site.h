#pragma once
// What the server answers to each request. It knows no sockets, so every request can be tried out. One thread
// may ask it.
//
//   GET  /k7f3m2                       the learners' page
//   GET  /k7f3m2/state?ballot=B        what the page shows now, as JSON
//   POST /k7f3m2/answer                {"ballot": B, "question": ID, "answer": "4.3 ms"}
//   GET  /t-...   GET /t-.../state     the teacher's page: notes, and how many have answered
//
// Everything else is 404, whatever the method: without a token, nobody learns what is here, also not a
// foreign page in a browser that has the class's network as a name of its own (DNS rebinding). An address
// that guesses tokens gets no answer for a while, also not to the right one.

#include <chrono>
#include <string>
#include <string_view>

#include "gui/vote/rate_limit.h"
#include "gui/vote/vote_box.h"
#include "gui/vote/vote_tokens.h"

namespace commlab {

struct WebRequest {
  std::string_view method;
  std::string_view target;  // "/k7f3m2/state?ballot=..."
  std::string_view body;
  std::string address;  // where it comes from
};

struct WebReply {
  int status = 404;
  std::string type = "text/plain";
  std::string body{};
  std::string nonce{};  // of a page: the word that its own scripts and styles carry
};

class VoteSite {
 public:
  using Clock = std::chrono::steady_clock;

  // The box must outlive the site.
  VoteSite(VoteBox& box, VoteTokens tokens) : box_(box), tokens_(std::move(tokens)) {}

  WebReply reply(const WebRequest&, Clock::time_point now);

 private:
  WebReply for_learner(const WebRequest&, std::string_view path, std::string_view query,
                       Clock::time_point now);
  WebReply for_teacher(const WebRequest&, std::string_view path, Clock::time_point now);
  WebReply take_answer(const WebRequest&, Clock::time_point now);

  VoteBox& box_;
  const VoteTokens tokens_;
  RateLimit requests_{400, 100};  // a class behind one address asks once a second for each phone
  RateLimit guesses_{20, 0.5};
};

}  // namespace commlab
