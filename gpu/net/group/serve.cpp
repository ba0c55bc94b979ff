#include "gpu/net/group/serve.h"

#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/meeting/farewell.h"
#include "gpu/net/meeting/join.h"
#include "gpu/net/messages/fields.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::string_view error_kind = "error";

Result<NetMessage> work_out(const NetMessage& question, Coordinator& coordinator, const Service& service) {
  if (question.kind == clock_question) return clock_answer();
  const auto duty = service.duties.find(question.kind);
  if (duty != service.duties.end()) return duty->second(question, coordinator);
  return fail(Fault::runtime, "unknown message '{}'; run the same commlab on both sides", question.kind);
}

Status answer(const NetMessage& question, Coordinator& coordinator, const Service& service) {
  Result<NetMessage> result = work_out(question, coordinator, service);
  const NetMessage answer = result ? *std::move(result) : error_message(result.error());
  const auto patience = service.answer_in + time_to_move(static_cast<std::int64_t>(answer.bytes.size()));
  return coordinator.send(answer, steady_clock::now() + patience);
}

}  // namespace

Status serve(Coordinator& coordinator, const Service& service) {
  while (true) {
    const auto question = coordinator.receive(steady_clock::now() + service.longest_silence, service.most);
    if (!question) return tl::unexpected(question.error());
    if (says_bye(*question)) return {};
    const Status answered = answer(*question, coordinator, service);
    if (!answered) return answered;
  }
}

Status serve_as_member(const GroupPlace& place, std::chrono::milliseconds join_in, const Service& service,
                       nlohmann::json fields) {
  auto channel = join({.address = place.address,
                       .port = place.port,
                       .rank = place.rank,
                       .ranks = place.ranks,
                       .token = place.token,
                       .job = place.job,
                       .for_the_others = join_in,
                       .fields = std::move(fields)},
                      steady_clock::now() + join_in);
  if (!channel) return tl::unexpected(channel.error());
  Coordinator coordinator(std::move(*channel));
  return serve(coordinator, service);
}

std::chrono::milliseconds time_to_move(std::int64_t bytes) {
  return std::chrono::milliseconds(bytes / 10'000);
}

NetMessage error_message(const Error& error) {
  return {.kind = std::string(error_kind),
          .fields = {{"message", error.message}, {"fault", static_cast<int>(error.fault)}}};
}

Result<NetMessage> unless_error(NetMessage message, const Channel& from) {
  if (message.kind != error_kind) return message;
  const auto fault =
      number_field(message.fields, "fault", {static_cast<int>(Fault::no), static_cast<int>(Fault::runtime)});
  return tl::unexpected(
      Error{fmt::format("{}: {}", from.peer(),
                        text_field(message.fields, "message").value_or("an error without a message")),
            fault ? static_cast<Fault>(*fault) : Fault::runtime});
}

}  // namespace commlab
