#include "gpu/net/meeting/hello.h"

#include <algorithm>
#include <array>
#include <climits>

#include <unistd.h>

#include "gpu/net/meeting/token.h"
#include "gpu/net/messages/fields.h"

namespace commlab {
namespace {

// Whether the name can be printed: it has no control characters for a terminal, and is not too long.
bool is_printable_name(std::string_view name) {
  const auto plain = [](char c) { return c > ' ' && c <= '~'; };
  return name.size() <= 255 && std::ranges::all_of(name, plain);
}

constexpr std::string_view greeting_kind = "greeting", challenge_kind = "challenge", proof_kind = "proof",
                           refused_kind = "refused";

std::optional<std::string> challenge_of(const NetMessage& message, std::string_view kind) {
  const auto challenge = text_field(message.fields, "challenge");
  return message.kind == kind && challenge && is_challenge(*challenge) ? challenge : std::nullopt;
}

}  // namespace

NetMessage greeting(const std::string& challenge) {
  return {.kind = std::string(greeting_kind), .fields = {{"challenge", challenge}}};
}

NetMessage challenge_in_return(const std::string& challenge) {
  return {.kind = std::string(challenge_kind), .fields = {{"challenge", challenge}}};
}

NetMessage proof_in_return(const std::string& proof) {
  return {.kind = std::string(proof_kind), .fields = {{"proof", proof}}};
}

NetMessage refusal(const std::string& reason) {
  return {.kind = std::string(refused_kind), .fields = {{"reason", reason}}};
}

std::optional<std::string> challenge_of_greeting(const NetMessage& message) {
  return challenge_of(message, greeting_kind);
}

std::optional<std::string> challenge_in(const NetMessage& message) {
  return challenge_of(message, challenge_kind);
}

std::optional<std::string> proof_in(const NetMessage& message) {
  return message.kind == proof_kind ? text_field(message.fields, "proof") : std::nullopt;
}

std::optional<std::string> reason_of_refusal(const NetMessage& message) {
  if (message.kind != refused_kind) return std::nullopt;
  return text_field(message.fields, "reason").value_or("it did not say why");
}

NetMessage to_message(const Hello& hello) {
  return {.kind = "hello",
          .fields = {{"rank", hello.rank},
                     {"ranks", hello.ranks},
                     {"job", hello.job},
                     {"proof", hello.proof},
                     {"process", hello.process},
                     {"host", hello.host},
                     {"fields", hello.fields}}};
}

std::optional<Hello> to_hello(const NetMessage& message) {
  constexpr NumberRange any{INT_MIN, INT_MAX};  // a rank that does not exist is refused with a reason
  const auto rank = number_field(message.fields, "rank", any);
  const auto ranks = number_field(message.fields, "ranks", any);
  const auto process = number_field(message.fields, "process", {0, INT_MAX});
  const auto proof = text_field(message.fields, "proof"), host = text_field(message.fields, "host"),
             job = text_field(message.fields, "job");
  const auto fields = message.fields.find("fields");
  if (message.kind != "hello" || !rank || !ranks || !process || !proof || !host || !job ||
      fields == message.fields.end() || !is_printable_name(*host))
    return std::nullopt;
  return Hello{.rank = static_cast<Rank>(*rank),
               .ranks = static_cast<int>(*ranks),
               .job = *job,
               .proof = *proof,
               .process = static_cast<int>(*process),
               .host = *host,
               .fields = *fields};
}

std::string who(const Hello& hello) { return fmt::format("process {} on {}", hello.process, hello.host); }

int this_process() { return static_cast<int>(::getpid()); }

std::string this_host() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || !is_printable_name(name.data())) return "unknown";
  return name.data();
}

}  // namespace commlab
