#include "gpu/net/launch/launch.h"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <sys/signalfd.h>

#include "gpu/net/launch/launcher.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/meeting/vacancy.h"
#include "gpu/net/sockets/reserved_port.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds grace{10};  // for processes that are asked to end
constexpr const char* meeting_address = "127.0.0.1";

// While this object lives, signals that would end this process are read from a descriptor instead.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
    arrived_ = Descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~HeldSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  int descriptor() const { return arrived_.number(); }
  std::optional<signalfd_siginfo> next() const {
    signalfd_siginfo signal{};
    if (::read(descriptor(), &signal, sizeof signal) != sizeof signal) return std::nullopt;
    return signal;
  }

 private:
  sigset_t before_{};
  Descriptor arrived_;
};

std::string name_of(Rank rank) { return fmt::format("rank {}", rank); }

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

Status start_all(Launcher& launcher, const LaunchOptions& options, int port) {
  const std::string token = new_token();
  for (Rank rank = 0; rank < options.processes; ++rank) {
    const GroupPlace place{.rank = rank,
                           .ranks = options.processes,
                           .local_rank = rank,
                           .address = meeting_address,
                           .port = port,
                           .token = token};
    // The id is random, so that two launches do not meet.
    const Status started = launcher.start(process_at(place, options, "commlab-" + token.substr(0, 8)));
    if (!started) return started;
  }
  return {};
}

// Watches one launch from the start of its processes to the end of the last process.
class Watch {
 public:
  using Say = std::function<void(std::string_view)>;
  Watch(Launcher& launcher, int port, const HeldSignals& signals, const Say& say)
      : launcher_(launcher), port_(port), signals_(signals), say_(say) {}

  int until_the_last() {
    while (launcher_.running() > 0) {
      wait();
      while (const auto signal = signals_.next()) pass_on(*signal);
      for (const EndedProcess& ended : ended_by_now()) note(ended);
      if (vacancy_) vacancy_->turn_away();
      if (over_at_ && steady_clock::now() >= *over_at_) {
        say_("some processes did not end when asked, so they are killed");
        launcher_.end_all(std::chrono::milliseconds(0));
      }
    }
    return status_;
  }

 private:
  void wait() {
    std::vector<pollfd> waited = {{.fd = signals_.descriptor(), .events = POLLIN, .revents = 0}};
    for (const int end : launcher_.descriptors())
      waited.push_back({.fd = end, .events = POLLIN, .revents = 0});
    if (vacancy_) waited.push_back({.fd = vacancy_->descriptor(), .events = POLLIN, .revents = 0});
    wait_until_ready(waited, over_at_.value_or(steady_clock::now() + std::chrono::hours(1)));
  }

  // A terminal sends a signal to all processes in its foreground, so the children already have such a signal.
  void pass_on(const signalfd_siginfo& signal) {
    if (signal.ssi_code != SI_KERNEL) launcher_.signal_all(static_cast<int>(signal.ssi_signo));
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
    launcher_.ask_all_to_end();
    end_soon();
  }

  // Rank 0 may end before the others. If a member then still comes to meet rank 0, the vacancy tells it so.
  void await_latecomers(const EndedProcess& rank_0) {
    auto vacancy =
        Vacancy::open(meeting_address, port_, rank_0.how + ", so no process gathers the ranks here any more");
    if (vacancy) vacancy_ = std::move(*vacancy);  // otherwise a process that rank 0 left behind listens there
  }

  void end_soon() {
    if (!over_at_) over_at_ = steady_clock::now() + grace;
  }

  Launcher& launcher_;
  const int port_;
  const HeldSignals& signals_;
  const Say& say_;
  int status_ = 0;
  std::optional<Vacancy> vacancy_;   // once rank 0 has ended
  std::optional<Deadline> over_at_;  // when processes that were asked to end are killed
};

}  // namespace

Result<int> launch(const LaunchOptions& options, const std::function<void(std::string_view)>& say) {
  assert(options.processes >= 1 && !options.command.empty());
  const HeldSignals signals;  // before the first child: no signal is lost, none leaves orphans
  // No other process gets this port, neither before rank 0 listens on it nor after.
  const auto reserved = ReservedPort::open(meeting_address, options.port);
  if (!reserved) return tl::unexpected(reserved.error());
  Launcher launcher;
  if (const Status started = start_all(launcher, options, reserved->port()); !started)
    return tl::unexpected(started.error());
  return Watch(launcher, reserved->port(), signals, say).until_the_last();
}

}  // namespace commlab
