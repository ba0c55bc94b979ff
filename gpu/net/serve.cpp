#include "gpu/net/serve.h"

#include "gpu/net/clock_alignment.h"
#include "gpu/net/hello.h"
#include "gpu/net/join.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::string_view error_kind = "error", bye_kind = "bye", over_kind = "over";

Result<NetMessage> work_out(const NetMessage& question, Channel& coordinator, const Service& service) {
  const auto duty = service.duties.find(question.kind);
  if (duty != service.duties.end()) return duty->second(question, coordinator);
  return fail(Fault::runtime, "there is no answer to '{}'; run the same commlab on both sides",
              question.kind);
}

Status answer(const NetMessage& question, Channel& coordinator, const Service& service) {
  if (question.kind == clock_question)
    return answer_clock_question(coordinator, steady_clock::now() + service.answer_in);
  const Result<NetMessage> answer = work_out(question, coordinator, service);
  return coordinator.send(answer ? *answer : error_message(answer.error()),
                          steady_clock::now() + service.answer_in);
}

}  // namespace

Status serve(Channel& coordinator, const Service& service) {
  while (true) {
    const auto question = coordinator.receive(steady_clock::now() + service.longest_silence, service.most);
    if (!question) return tl::unexpected(question.error());
    if (question->kind == bye_kind) return {};
    if (auto reason = reason_to_end(*question)) return tl::unexpected(*std::move(reason));
    const Status answered = answer(*question, coordinator, service);
    if (!answered) return answered;
  }
}

Status serve_as_member(const GroupPlace& place, std::chrono::milliseconds join_in, const Service& service,
                       nlohmann::json fields) {
  auto coordinator = join({.address = place.address,
                           .port = place.port,
                           .rank = place.rank,
                           .ranks = place.ranks,
                           .token = place.token,
                           .for_the_others = join_in,
                           .fields = std::move(fields)},
                          steady_clock::now() + join_in);
  if (!coordinator) return tl::unexpected(coordinator.error());
  return serve(*coordinator, service);
}

NetMessage farewell(const std::optional<Error>& reason) {
  if (!reason) return {.kind = std::string(bye_kind)};
  return {.kind = std::string(over_kind), .fields = {{"reason", reason->message}}};
}

std::optional<Error> reason_to_end(const NetMessage& message) {
  if (message.kind != over_kind) return std::nullopt;
  const std::string reason = text_field(message, "reason").value_or("it did not say why");
  return Error{fmt::format("rank 0 ended the run: {}", reason), Fault::runtime};
}

NetMessage error_message(const Error& error) {
  return {.kind = std::string(error_kind),
          .fields = {{"message", error.message}, {"fault", static_cast<int>(error.fault)}}};
}

Result<NetMessage> unless_error(NetMessage message, const Channel& from) {
  if (message.kind != error_kind) return message;
  const int fault = number_field(message, "fault").value_or(static_cast<int>(Fault::runtime));
  const bool known = fault >= static_cast<int>(Fault::no) && fault <= static_cast<int>(Fault::runtime);
  return tl::unexpected(Error{
      fmt::format("{}: {}", from.peer(), text_field(message, "message").value_or("an error without a word")),
      known ? static_cast<Fault>(fault) : Fault::runtime});
}

}  // namespace commlab
