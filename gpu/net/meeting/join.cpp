#include "gpu/net/meeting/join.h"

#include <thread>

#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/connect.h"

namespace commlab {
namespace {

// If the coordinator dropped the connection for newer ones, or ended, this is not a refusal, so the member
// tries again.
struct Attempt {
  Result<Channel> channel;
  bool worth_another = false;
};

Attempt lost(const Channel& coordinator, Error error) {
  return {tl::unexpected(std::move(error)), !coordinator.fault()};
}

tl::unexpected<Error> turned_away(const Channel& coordinator, const JoinOptions& options,
                                  const NetMessage& answer) {
  return fail(Fault::runtime, "{} refused rank {}: {}", coordinator.peer(), options.rank,
              text_field(answer, "reason").value_or("it did not say why"));
}

Attempt say_hello(Channel coordinator, const JoinOptions& options, Deadline deadline) {
  const auto greeting = coordinator.receive(deadline);
  if (!greeting) return lost(coordinator, greeting.error());
  if (greeting->kind == "refused") return {turned_away(coordinator, options, *greeting)};
  const auto challenge = text_field(*greeting, "challenge");
  if (greeting->kind != "greeting" || !challenge || !is_challenge(*challenge))
    return {fail(Fault::runtime, "{} sent '{}' where a greeting was expected", coordinator.peer(),
                 greeting->kind)};

  const Hello hello{.rank = options.rank,
                    .ranks = options.ranks,
                    .proof = proof_of(options.token, *challenge),
                    .process = this_process(),
                    .host = this_host(),
                    .fields = options.fields};
  const NetMessage message = to_message(hello);
  if (const auto head = message_head(message);
      !head || Bytes{static_cast<std::int64_t>(head->size())} > longest_hello)
    return {fail("rank {} sends too long a hello; at most {} are allowed", options.rank,
                 to_human(longest_hello))};
  if (const Status sent = coordinator.send(message, deadline); !sent) return lost(coordinator, sent.error());
  const Deadline welcomed_by = deadline + options.for_the_others;
  const auto answer = coordinator.receive(welcomed_by);
  if (!answer && left_until(welcomed_by).count() == 0)
    return {
        fail(Fault::runtime,
             "{} has sent nothing since rank {} joined, and the time to join is over; rank 0 has stopped, or "
             "waits longer for other ranks",
             coordinator.peer(), options.rank)};
  if (!answer) return lost(coordinator, answer.error());
  if (answer->kind == "welcome") return {std::move(coordinator)};
  return {turned_away(coordinator, options, *answer)};
}

}  // namespace

Result<Channel> join(const JoinOptions& options, Deadline deadline) {
  if (const Status usable = check_token(options.token); !usable) return tl::unexpected(usable.error());
  const std::string name = fmt::format("the coordinator at {}:{}", options.address, options.port);
  while (true) {
    auto socket = connect_to(options.address, options.port, deadline);
    if (!socket)
      return fail(Fault::runtime,
                  "{}; rank 0 should listen there: check what rank 0 printed, and whether MASTER_ADDR and "
                  "MASTER_PORT of rank {} name rank 0's computer and a port that no firewall closes",
                  socket.error().message, options.rank);
    Attempt attempt = say_hello(Channel(std::move(*socket), name), options, deadline);
    if (!attempt.worth_another || left_until(deadline).count() == 0) return std::move(attempt.channel);
    std::this_thread::sleep_for(std::min(left_until(deadline), std::chrono::milliseconds(10)));
  }
}

}  // namespace commlab
