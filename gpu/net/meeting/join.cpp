#include "gpu/net/meeting/join.h"

#include <thread>

#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/reach.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/connect.h"

namespace commlab {
namespace {

// Why an attempt failed. If the coordinator dropped the connection for newer ones, or ended, this is not a
// refusal, so the member tries again.
struct Failure {
  Error error;
  bool worth_another = false;
};
template <class T>
using Attempt = tl::expected<T, Failure>;

tl::unexpected<Failure> gives_up(tl::unexpected<Error> why) {
  return tl::unexpected(Failure{std::move(why.value())});
}

tl::unexpected<Failure> lost(const Channel& coordinator, Error error) {
  return tl::unexpected(Failure{std::move(error), !coordinator.fault()});
}

tl::unexpected<Failure> turned_away(const Channel& coordinator, const JoinOptions& options,
                                    const std::string& reason) {
  return gives_up(fail(Fault::runtime, "{} refused rank {}: {}", coordinator.peer(), options.rank, reason));
}

tl::unexpected<Failure> unexpected_message(const Channel& coordinator, const NetMessage& message,
                                           std::string_view expected) {
  return gives_up(
      fail(Fault::runtime, "{} sent '{}' where {} was expected", coordinator.peer(), message.kind, expected));
}

// The coordinator proves that it knows the token. Until then it may say little, and is told a challenge only.
Attempt<Challenges> hear_proof(Channel& coordinator, const JoinOptions& options, Deadline deadline) {
  const auto greeting = coordinator.receive(deadline, {0}, longest_hello);
  if (!greeting) return lost(coordinator, greeting.error());
  if (const auto reason = reason_of_refusal(*greeting)) return turned_away(coordinator, options, *reason);
  const auto challenge = challenge_of_greeting(*greeting);
  if (!challenge) return unexpected_message(coordinator, *greeting, "a greeting");

  const Challenges challenges{.coordinator = *challenge, .member = new_challenge()};
  if (const Status sent = coordinator.send(challenge_in_return(challenges.member), deadline); !sent)
    return lost(coordinator, sent.error());
  const auto answer = coordinator.receive(deadline, {0}, longest_hello);
  if (!answer) return lost(coordinator, answer.error());
  if (const auto reason = reason_of_refusal(*answer)) return turned_away(coordinator, options, *reason);
  const auto proof = proof_in(*answer);
  if (!proof) return unexpected_message(coordinator, *answer, "a proof of the token");
  if (!proves(*proof, options.token, Side::coordinator, challenges))
    return gives_up(
        fail(Fault::runtime,
             "{} does not know the token of rank {}, so it is obeyed in nothing; all ranks need the "
             "same COMMLAB_TOKEN, and no other process may listen there",
             coordinator.peer(), options.rank));
  return challenges;
}

Attempt<void> say_hello(Channel& coordinator, const JoinOptions& options, const Challenges& challenges,
                        Deadline deadline) {
  const NetMessage hello = to_message(Hello{.rank = options.rank,
                                            .ranks = options.ranks,
                                            .job = options.job,
                                            .proof = proof_of(options.token, Side::member, challenges),
                                            .process = this_process(),
                                            .host = this_host(),
                                            .fields = options.fields});
  if (const auto head = message_head(hello);
      !head || Bytes{static_cast<std::int64_t>(head->size())} > longest_hello)
    return gives_up(fail("rank {} sends too long a hello; at most {} are allowed", options.rank,
                         to_human(longest_hello)));
  if (const Status sent = coordinator.send(hello, deadline); !sent) return lost(coordinator, sent.error());
  const Deadline welcomed_by = deadline + options.for_the_others;
  const auto answer = coordinator.receive(welcomed_by);
  if (!answer && left_until(welcomed_by).count() == 0)
    return gives_up(
        fail(Fault::runtime,
             "{} has sent nothing since rank {} joined, and the time to join is over; rank 0 has stopped, or "
             "waits longer for other ranks",
             coordinator.peer(), options.rank));
  if (!answer) return lost(coordinator, answer.error());
  if (const auto reason = reason_of_refusal(*answer)) return turned_away(coordinator, options, *reason);
  if (answer->kind != welcome_kind) return unexpected_message(coordinator, *answer, "a welcome");
  return {};
}

}  // namespace

Result<Channel> join(const JoinOptions& options, Deadline deadline) {
  if (const Status guarded = check_guarded(options.address, options.token); !guarded)
    return tl::unexpected(guarded.error());
  const std::string name = fmt::format("the coordinator at {}:{}", options.address, options.port);
  while (true) {
    auto socket = connect_to(options.address, options.port, deadline);
    if (!socket)
      return fail(Fault::runtime,
                  "{}; rank 0 should listen there: check what rank 0 printed, and whether MASTER_ADDR and "
                  "MASTER_PORT of rank {} name rank 0's computer and a port that no firewall closes",
                  socket.error().message, options.rank);
    Channel coordinator(std::move(*socket), name);
    const auto joined =
        hear_proof(coordinator, options, deadline).and_then([&](const Challenges& challenges) {
          return say_hello(coordinator, options, challenges, deadline);
        });
    if (joined) return coordinator;
    if (!joined.error().worth_another || left_until(deadline).count() == 0)
      return tl::unexpected(joined.error().error);
    std::this_thread::sleep_for(std::min(left_until(deadline), std::chrono::milliseconds(10)));
  }
}

}  // namespace commlab
