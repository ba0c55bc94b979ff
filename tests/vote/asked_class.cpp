#include "tests/vote/asked_class.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace commlab {
namespace {

Question asked_question(Question::Kind kind, const std::string& ask) {
  Question question;
  question.kind = kind;
  question.ask = ask;
  question.predicts = true;
  return question;
}

std::shared_ptr<const VoteQuestion> vote_question_of(const std::string& id, int number, Question question) {
  VoteQuestion vote{
      .id = id, .lesson = "rings", .mark = "01234567", .number = number, .ask = question.ask, .key = {}};
  vote.key.question = std::move(question);
  for (const AnswerChoice& choice : vote.key.question.choices) vote.choices.push_back(choice.text);
  return std::make_shared<const VoteQuestion>(std::move(vote));
}

}  // namespace

std::shared_ptr<const VoteQuestion> question_of_choices(const std::string& id) {
  Question question = asked_question(Question::Kind::choice, "Which is **faster**?");
  for (const char* text : {"the ring", "the tree", "neither"}) {
    AnswerChoice choice;
    choice.text = text;
    question.choices.push_back(choice);
  }
  VoteQuestion vote = *vote_question_of(id, 0, question);
  vote.key.right_choice = 1;
  return std::make_shared<const VoteQuestion>(std::move(vote));
}

std::shared_ptr<const VoteQuestion> question_of_time(const std::string& id) {
  Question question = asked_question(Question::Kind::value, "How long does it take?");
  question.unit = "ms";
  question.tolerance = 0.05;
  VoteQuestion vote = *vote_question_of(id, 1, question);
  vote.key.right = {value_of(0.0043, of_time)};
  vote.key.known_wrong = {value_of(0.0344, of_time)};
  return std::make_shared<const VoteQuestion>(std::move(vote));
}

std::shared_ptr<const VoteQuestion> question_of_place(const std::string& id) {
  VoteQuestion vote = *vote_question_of(id, 2, asked_question(Question::Kind::point, "Who is to blame?"));
  vote.key.right = {text_value("rank 2 line 3")};
  return std::make_shared<const VoteQuestion>(std::move(vote));
}

std::shared_ptr<const VoteStop> stop_of(std::shared_ptr<const VoteQuestion> question, bool revealed) {
  return std::make_shared<const VoteStop>(VoteStop{.title = "Rings",
                                                   .question = std::move(question),
                                                   .revealed = revealed,
                                                   .result = revealed ? "4.3 ms" : "",
                                                   .why = revealed ? "So it is." : "",
                                                   .notes = "Say **little**."});
}

std::string ballot_of(int phone) { return fmt::format("phone{:016}", phone); }

Phone::Phone(int port, const std::string& from) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{.tv_sec = 20, .tv_usec = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  sockaddr_in end{};
  end.sin_family = AF_INET;
  ::inet_pton(AF_INET, from.c_str(), &end.sin_addr);
  ::bind(socket_, reinterpret_cast<const sockaddr*>(&end), sizeof end);
  end.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, "127.0.0.1", &end.sin_addr);
  connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&end), sizeof end) == 0;
}

Phone::~Phone() { ::close(socket_); }

bool Phone::send(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t sent = ::send(socket_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    at += static_cast<std::size_t>(sent);
  }
  return true;
}

std::string Phone::hear() {
  std::string all;
  char some[4096];
  for (ssize_t got = 0; (got = ::recv(socket_, some, sizeof some, 0)) > 0;)
    all.append(some, static_cast<std::size_t>(got));
  return all;
}

std::string get(const std::string& target) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: x\r\n\r\n", target);
}

std::string post(const std::string& target, const std::string& body) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}", target, body.size(),
                     body);
}

std::string asked(int port, const std::string& request, const std::string& from) {
  Phone phone(port, from);
  phone.send(request);
  return phone.hear();
}

int status_of(const std::string& answer) {
  constexpr std::string_view begin = "HTTP/1.1 ";
  return answer.starts_with(begin) ? std::atoi(answer.c_str() + begin.size()) : 0;
}

std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

std::string answer_body(int phone, const std::string& question, const std::string& answer) {
  return nlohmann::json{{"ballot", ballot_of(phone)}, {"question", question}, {"answer", answer}}.dump();
}

}  // namespace commlab
