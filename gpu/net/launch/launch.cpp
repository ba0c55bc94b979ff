#include "gpu/net/launch/launch.h"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include "gpu/net/launch/descendants.h"
#include "gpu/net/launch/guard.h"
#include "gpu/net/launch/launcher.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/meeting/vacancy.h"
#include "gpu/net/sockets/listener_offer.h"
#include "gpu/net/sockets/reserved_port.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds grace{10};  // for processes that are asked to end
constexpr const char* meeting_address = "127.0.0.1";

std::string name_of(Rank rank) { return fmt::format("rank {}", rank); }

// Where the ranks of a launch meet.
struct MeetingPlace {
  ReservedPort for_others;  // MASTER_PORT. Programs written for torchrun listen there themselves.
  Listener listener;        // COMMLAB_PORT. Rank 0 of commlab gets this socket.
  ListenerOffer offer;
};

Result<MeetingPlace> open_meeting_place(int port) {
  auto for_others = ReservedPort::open(meeting_address, port);
  if (!for_others) return tl::unexpected(for_others.error());
  auto listener = Listener::open(meeting_address, 0);
  if (!listener) return tl::unexpected(listener.error());
  auto offer = ListenerOffer::open();
  if (!offer) return tl::unexpected(offer.error());
  return MeetingPlace{std::move(*for_others), std::move(*listener), std::move(*offer)};
}

ProcessToStart process_at(const GroupPlace& place, const LaunchOptions& options, const std::string& host) {
  ProcessToStart process{
      .name = name_of(place.rank), .command = options.command, .environment = variables_of(place)};
  if (!options.own_host_ids) return process;
  process.environment["NCCL_HOSTID"] = fmt::format("{}-{}", host, place.rank);
  // Between computers NCCL would use InfiniBand or any other network except loopback, if there is one.
  for (const auto& [name, value] :
       {std::pair("NCCL_NET", "Socket"), {"NCCL_SOCKET_IFNAME", "lo"}, {"NCCL_MNNVL_ENABLE", "0"}})
    if (std::getenv(name) == nullptr) process.environment[name] = value;
  return process;
}

Status start_all(Launcher& launcher, const LaunchOptions& options, const MeetingPlace& meeting, pid_t group) {
  const std::string token = new_token();
  for (Rank rank = 0; rank < options.processes; ++rank) {
    const GroupPlace place{.rank = rank,
                           .ranks = options.processes,
                           .local_rank = rank,
                           .address = meeting_address,
                           .port = meeting.listener.port(),
                           .token = token,
                           .listener = rank == 0 ? meeting.offer.name() : ""};
    // The id is random, so that two launches do not meet.
    ProcessToStart process = process_at(place, options, "commlab-" + token.substr(0, 8));
    process.environment["MASTER_PORT"] = std::to_string(meeting.for_others.port());
    process.group = group;
    const Status started = launcher.start(process);
    if (!started) return started;
  }
  return {};
}

// Watches one launch from the start of its processes to the end of the last process.
class Watch {
 public:
  using Say = std::function<void(std::string_view)>;
  Watch(Launcher& launcher, MeetingPlace& meeting, const Guarded& guarded, const Say& say)
      : launcher_(launcher), meeting_(meeting), guarded_(guarded), say_(say) {}

  int until_the_last() {
    while (launcher_.running() > 0) {
      if (wait() == Front::gone) {
        launcher_.end_all(std::chrono::milliseconds(0));
        return 128 + SIGKILL;
      }
      while (const auto signal = guarded_.signals.next()) pass_on(*signal);
      for (const EndedProcess& ended : ended_by_now()) note(ended);
      reap_adopted([this](pid_t process) { return launcher_.has(process); });
      if (vacancy_)
        vacancy_->turn_away();
      else
        meeting_.offer.hand_out(meeting_.listener);
      if (over_at_ && steady_clock::now() >= *over_at_) {
        say_("some processes did not end when asked, so they are killed");
        launcher_.end_all(std::chrono::milliseconds(0));
      }
    }
    end_left_behind();
    return status_;
  }

 private:
  enum class Front { lives, gone };

  // Not long, because adopted processes that have ended wait to be reaped.
  Front wait() {
    const int visitors = vacancy_ ? vacancy_->descriptor() : meeting_.offer.descriptor();
    std::vector<pollfd> waited;
    for (const int descriptor : {guarded_.front.number(), guarded_.signals.descriptor(), visitors})
      waited.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
    for (const int end : launcher_.descriptors())
      waited.push_back({.fd = end, .events = POLLIN, .revents = 0});
    const Deadline soon = steady_clock::now() + std::chrono::seconds(1);
    wait_until_ready(waited, std::min(soon, over_at_.value_or(soon)));
    return waited.front().revents != 0 ? Front::gone : Front::lives;
  }

  // A terminal sends a signal to all processes in its foreground, so the ranks already have such a signal.
  void pass_on(const signalfd_siginfo& signal) {
    if (!from_terminal(signal)) signal_descendants(static_cast<int>(signal.ssi_signo));
    if (status_ == 0) status_ = 128 + static_cast<int>(signal.ssi_signo);
    end_soon();
  }

  // Processes that a signal ended come first, because they are the reason why other processes failed. Those
  // may also have ended before this check.
  std::vector<EndedProcess> ended_by_now() {
    std::vector<EndedProcess> all;
    while (auto ended = launcher_.next_ended(steady_clock::now())) all.push_back(*std::move(ended));
    std::ranges::stable_partition(all, [](const EndedProcess& one) { return one.exit_status > 128; });
    return all;
  }

  void note(const EndedProcess& ended) {
    if (ended.name == name_of(0) && ended.exit_status == 0) await_latecomers(ended);
    if (ended.exit_status == 0 || status_ != 0) return;
    status_ = ended.exit_status;
    say_(ended.how + (launcher_.running() > 0 ? "; the others are asked to end" : ""));
    ask_all_to_end();
  }

  // Rank 0 may end before the others. If a member then still comes to meet rank 0, the vacancy tells it so.
  void await_latecomers(const EndedProcess& rank_0) {
    vacancy_.emplace(std::move(meeting_.listener),
                     rank_0.how + ", so no process gathers the ranks here any more");
  }

  // A rank's command may end before processes that it has started.
  void end_left_behind() {
    if (descendants().empty()) return;
    if (!over_at_) {
      say_("the ranks have ended, and processes that they left behind are asked to end");
      ask_all_to_end();
    }
    while (!descendants().empty() && steady_clock::now() < *over_at_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      reap_adopted([](pid_t) { return false; });
    }
  }

  void ask_all_to_end() {
    signal_descendants(SIGTERM);
    signal_descendants(SIGCONT);  // a stopped process gets SIGTERM only after SIGCONT
    end_soon();
  }

  void end_soon() {
    if (!over_at_) over_at_ = steady_clock::now() + grace;
  }

  Launcher& launcher_;
  MeetingPlace& meeting_;
  const Guarded& guarded_;
  const Say& say_;
  int status_ = 0;
  std::optional<Vacancy> vacancy_;   // once rank 0 has ended
  std::optional<Deadline> over_at_;  // when processes that were asked to end are killed
};

}  // namespace

Result<int> launch(const LaunchOptions& options, const std::function<void(std::string_view)>& say) {
  assert(options.processes >= 1 && !options.command.empty());
  return run_guarded([&](const Guarded& guarded) -> Result<int> {
    auto meeting = open_meeting_place(options.port);
    if (!meeting) return tl::unexpected(meeting.error());
    Launcher launcher;
    if (const Status started = start_all(launcher, options, *meeting, guarded.group); !started)
      return tl::unexpected(started.error());
    return Watch(launcher, *meeting, guarded, say).until_the_last();
  });
}

}  // namespace commlab
