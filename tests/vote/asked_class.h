#pragma once
// Questions for a class that votes, and phones that send what they like.

#include <memory>
#include <string>

#include "gui/vote/vote_box.h"
#include "gui/vote/vote_question.h"
#include "gui/vote/vote_tokens.h"

namespace commlab {

// Three choices, of which b is right.
std::shared_ptr<const VoteQuestion> question_of_choices(const std::string& id = "rings.0");
// A time: 4.3 ms within 5 %; 34.4 ms is a known wrong answer.
std::shared_ptr<const VoteQuestion> question_of_time(const std::string& id = "rings.1");
// A place: rank 2 line 3.
std::shared_ptr<const VoteQuestion> question_of_place(const std::string& id = "rings.2");

std::shared_ptr<const VoteStop> stop_of(std::shared_ptr<const VoteQuestion>, bool revealed = false);

// "phone0000000000000007".
std::string ballot_of(int phone);

const VoteTokens tokens_of_test = {.learners = "k7f3m2", .teacher = "t-abcdefghjkmnpqrstuvw"};

// A connection to this computer, from one of its loopback addresses.
class Phone {
 public:
  explicit Phone(int port, const std::string& from = "127.0.0.1");
  ~Phone();
  Phone(const Phone&) = delete;
  Phone& operator=(const Phone&) = delete;

  // False: the other side has closed the connection.
  bool send(const std::string& bytes);
  // Everything until the other side closes; "" if it sends nothing.
  std::string hear();
  bool is_connected() const { return connected_; }

 private:
  int socket_ = -1;
  bool connected_ = false;
};

std::string get(const std::string& target);
std::string post(const std::string& target, const std::string& body);
// One request and its whole answer.
std::string asked(int port, const std::string& request, const std::string& from = "127.0.0.1");
int status_of(const std::string& answer);  // 0: there is none
std::string body_of(const std::string& answer);
std::string answer_body(int phone, const std::string& question, const std::string& answer);

}  // namespace commlab
