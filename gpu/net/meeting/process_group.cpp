#include "gpu/net/meeting/process_group.h"

#include <algorithm>

namespace commlab {

Status ProcessGroup::send_all(const NetMessage& message, Deadline deadline) {
  for (Member& member : members_)
    if (const Status sent = member.channel.send(message, deadline); !sent) return sent;
  return {};
}

Answers ProcessGroup::receive_all(Deadline deadline, Bytes most) {
  const auto allowed = left_until(deadline);
  Answers answers{.of = std::vector<std::optional<NetMessage>>(members_.size()), .lost = {}};
  const auto take = [&](Rank rank) {
    auto message = channel(rank).receive_if_here({.bytes = most});
    if (message)
      answers.of[rank] = std::move(*message);
    else
      answers.lost.emplace_back(rank, message.error());
  };

  std::vector<Rank> waited(members_.size());
  for (Rank rank = 0; rank < ranks(); ++rank) waited[rank] = rank;
  while (true) {
    for (const Rank rank : waited) take(rank);
    std::erase_if(waited, [&](Rank rank) { return answers.of[rank].has_value(); });
    if (waited.empty() || !answers.lost.empty()) return answers;

    std::vector<pollfd> sockets;
    for (const Rank rank : waited)
      sockets.push_back({.fd = channel(rank).descriptor(), .events = POLLIN, .revents = 0});
    if (wait_until_ready(sockets, deadline) && std::chrono::steady_clock::now() < deadline) continue;
    for (const Rank rank : waited)
      answers.lost.emplace_back(
          rank, Error{fmt::format("{}: no answer within {} ms", channel(rank).peer(), allowed.count()),
                      Fault::runtime});
    return answers;
  }
}

void ProcessGroup::take_leave(const NetMessage& last_words, Deadline deadline) {
  // A member that has stopped uses up only its own share of the time.
  const auto share_of = [&](Rank rank) {
    return std::chrono::steady_clock::now() + left_until(deadline) / (ranks() - rank);
  };
  for (Rank rank = 0; rank < ranks(); ++rank) (void)channel(rank).send(last_words, share_of(rank));
  for (Rank rank = 0; rank < ranks(); ++rank) channel(rank).finish(share_of(rank));
}

}  // namespace commlab
