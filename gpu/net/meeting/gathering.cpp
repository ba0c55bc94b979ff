#include "gpu/net/meeting/gathering.h"

#include <algorithm>
#include <thread>

#include "core/base/printable.h"
#include "gpu/net/meeting/farewell.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds asked_every{50};
constexpr std::string_view unproved = "did not prove the token";
constexpr MessageLimits hello_limits = {.text = longest_hello, .bytes = {0}};

std::string job_or_none(const std::string& job) {
  return job.empty() ? "none of mpirun, mpiexec or srun" : printable(job);
}

std::string list_of(const std::vector<Rank>& ranks) {
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

}  // namespace

Gathering::Gathering(const RendezvousOptions& options, const Listener& listener, const GoOn& go_on)
    : options_(options), listener_(listener), go_on_(go_on), joined_(options.ranks) {}

Result<ProcessGroup> Gathering::wait(Deadline deadline) {
  const auto allowed = left_until(deadline);
  while (!all_here()) {
    if (const Status fine = look_around(deadline, allowed); !fine) {
      send_home(fine.error());
      return tl::unexpected(fine.error());
    }
  }
  std::vector<Member> members;
  for (std::optional<Member>& member : joined_) members.push_back(std::move(*member));
  ProcessGroup group(std::move(members));
  const Status welcomed = group.send_all({.kind = std::string(welcome_kind)}, deadline);
  if (welcomed) return group;
  group.take_leave(farewell(welcomed.error()), deadline);
  return tl::unexpected(welcomed.error());
}

Status Gathering::look_around(Deadline deadline, std::chrono::milliseconds allowed) {
  if (steady_clock::now() >= deadline) return tl::unexpected(never_joined(allowed));
  if (go_on_)
    if (const Status fine = go_on_(); !fine) return fine;
  wait_a_little(deadline);
  if (const Status fine = look_after_joined(); !fine) return fine;
  hear_strangers();  // before new connections come, which may replace old ones
  accept_strangers();
  return {};
}

// Tells the reason to members that have joined, so that they do not try again.
void Gathering::send_home(const Error& why) {
  for (auto& member : joined_)
    if (member) (void)member->channel.send(refusal(why.message), steady_clock::now());
}

int Gathering::here() const {
  return static_cast<int>(
      std::ranges::count_if(joined_, [](const auto& member) { return member.has_value(); }));
}

bool Gathering::all_here() const { return here() == options_.ranks; }

void Gathering::wait_a_little(Deadline deadline) {
  std::vector<pollfd> sockets = {{.fd = listener_.descriptor(), .events = POLLIN, .revents = 0}};
  for (const Stranger& stranger : strangers_) {
    sockets.push_back({.fd = stranger.channel.descriptor(), .events = POLLIN, .revents = 0});
    deadline = std::min(deadline, stranger.deadline);
  }
  for (const auto& member : joined_)
    if (member) sockets.push_back({.fd = member->channel.descriptor(), .events = POLLIN, .revents = 0});
  wait_until_ready(sockets, std::min(deadline, steady_clock::now() + asked_every));
}

// A member sends nothing before it is welcomed, so anything that arrives is the end of its connection.
Status Gathering::look_after_joined() {
  for (auto& member : joined_) {
    if (!member) continue;
    const auto said = member->channel.receive_if_here({});
    if (!said) return fail(Fault::runtime, "{}, before all ranks had joined", said.error().message);
    if (*said)
      return fail(Fault::runtime, "{} sent '{}' before all ranks had joined", member->channel.peer(),
                  (*said)->kind);
  }
  return {};
}

void Gathering::hear_strangers() {
  for (auto stranger = strangers_.begin(); stranger != strangers_.end();) {
    const bool over = hear(*stranger) == Visit::over;
    stranger = over ? strangers_.erase(stranger) : std::next(stranger);
  }
}

Gathering::Visit Gathering::hear(Stranger& stranger) {
  const auto said = stranger.channel.receive_if_here(hello_limits);
  if (!said) {
    if (const auto fault = stranger.channel.fault())
      refuse(stranger, name_of(*fault), said.error().message);
    else if (stranger.challenges.member.empty())
      count_turned_away("left without a message");
    else
      count_turned_away(unproved);  // a member leaves if our token is another
    return Visit::over;
  }
  if (*said) return answer(stranger, **said);
  if (steady_clock::now() < stranger.deadline) return Visit::unfinished;
  count_turned_away("too slow");  // without a refusal: a member that was slow tries again
  return Visit::over;
}

Gathering::Visit Gathering::answer(Stranger& stranger, const NetMessage& said) {
  const bool was_proved_to = !stranger.challenges.member.empty();
  if (!was_proved_to)
    if (const auto challenge = challenge_in(said)) return prove_to(stranger, *challenge);
  const auto hello = was_proved_to ? to_hello(said) : std::nullopt;
  if (hello)
    judge(stranger, *hello);
  else
    refuse(stranger, "no hello", was_proved_to ? "it sent no hello" : "it sent no challenge");
  return Visit::over;
}

Gathering::Visit Gathering::prove_to(Stranger& stranger, const std::string& challenge) {
  stranger.challenges.member = challenge;
  stranger.deadline = steady_clock::now() + options_.time_to_say_hello;
  const std::string proof = proof_of(options_.token, Side::coordinator, stranger.challenges);
  if (stranger.channel.send(proof_in_return(proof), steady_clock::now())) return Visit::unfinished;
  count_turned_away(unproved);
  return Visit::over;
}

void Gathering::judge(Stranger& stranger, const Hello& hello) {
  if (!proves(hello.proof, options_.token, Side::member, stranger.challenges))
    return refuse(stranger, unproved, "wrong token (COMMLAB_TOKEN)");
  if (hello.job != options_.job)
    return refuse(stranger, "another job",
                  fmt::format("it belongs to another job ({}) than this group ({}); choose another port for "
                              "one of them, with COMMLAB_PORT",
                              job_or_none(hello.job), job_or_none(options_.job)));
  if (hello.ranks != options_.ranks)
    return refuse(stranger, "another number of ranks",
                  fmt::format("it expects {} ranks, but this group has {}", hello.ranks, options_.ranks));
  if (hello.rank < 0 || hello.rank >= options_.ranks)
    return refuse(stranger, "no such rank",
                  fmt::format("there is no rank {} in a group of {}", hello.rank, options_.ranks));
  auto& place = joined_[hello.rank];
  if (place)
    return refuse(stranger, "rank taken",
                  fmt::format("rank {} has already joined: {}", hello.rank, place->who));

  stranger.channel.call_peer(fmt::format("rank {} ({})", hello.rank, who(hello)));
  std::string address = stranger.channel.remote_address();
  place = Member{.channel = std::move(stranger.channel),
                 .who = who(hello),
                 .host = hello.host,
                 .fields = hello.fields,
                 .address = std::move(address)};
}

// A new connection accepts a few bytes without waiting, so no deadline is needed.
void Gathering::refuse(Stranger& stranger, std::string_view why, const std::string& reason) {
  (void)stranger.channel.send(refusal(reason), steady_clock::now());
  count_turned_away(why);
}

void Gathering::count_turned_away(std::string_view why) {
  const auto known = std::ranges::find(turned_away_, why, &std::pair<std::string, int>::first);
  if (known != turned_away_.end())
    ++known->second;
  else
    turned_away_.emplace_back(why, 1);
}

// A few at a time, so that in between this process reads from the connections it already has.
void Gathering::accept_strangers() {
  for (int i = 0; i < std::max(1, options_.strangers / 4); ++i)
    if (!accept_stranger()) return;
}

// False: no more can be accepted now.
bool Gathering::accept_stranger() {
  auto accepted = listener_.accept();
  if (!accepted) {  // this process may open no more files, perhaps until another of its threads closes some
    files_ran_out_ = true;
    if (strangers_.empty()) std::this_thread::sleep_for(asked_every);
    forget_oldest_stranger();
    return false;
  }
  if (!*accepted) return false;
  if (static_cast<int>(strangers_.size()) >= options_.strangers) forget_oldest_stranger();
  Stranger stranger{.channel = Channel(std::move(**accepted), "what came"),
                    .challenges = {.coordinator = new_challenge(), .member = {}},
                    .deadline = steady_clock::now() + options_.time_to_say_hello};
  if (stranger.channel.send(greeting(stranger.challenges.coordinator), steady_clock::now()))
    strangers_.push_back(std::move(stranger));
  else
    count_turned_away("left without a message");
  return true;
}

void Gathering::forget_oldest_stranger() {
  if (strangers_.empty()) return;
  strangers_.pop_front();
  count_turned_away("replaced by newer connections");
}

Error Gathering::never_joined(std::chrono::milliseconds allowed) const {
  std::vector<Rank> missing;
  for (Rank rank = 0; rank < options_.ranks; ++rank)
    if (!joined_[rank]) missing.push_back(rank);
  std::string message = fmt::format("{} never joined within {} ms: {} of {} are here", list_of(missing),
                                    allowed.count(), here(), options_.ranks);
  int connections = 0;
  std::vector<std::string> reasons;
  for (const auto& [why, times] : turned_away_) {
    connections += times;
    reasons.push_back(fmt::format("{} ({})", why, times));
  }
  if (connections > 0)
    message += fmt::format("; {} connection{} turned away: {}", connections,
                           connections == 1 ? " was" : "s were", fmt::join(reasons, ", "));
  if (files_ran_out_)
    message += "; some could not be accepted at once, because too many files were open (ulimit -n)";
  return {std::move(message), Fault::runtime};
}

}  // namespace commlab
