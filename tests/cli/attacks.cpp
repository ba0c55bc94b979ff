#include "tests/cli/attacks.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include <sys/socket.h>

#include "gpu/net/launch/launcher.h"
#include "gpu/net/lines/line_name.h"
#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/messages/channel.h"
#include "gpu/net/sockets/connect.h"
#include "gpu/net/sockets/listener.h"
#include "tests/cli/children.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;

Deadline within(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

std::optional<Descriptor> come(int port) {
  auto socket = connect_to("127.0.0.1", port, within(20ms));
  return socket ? std::optional(std::move(*socket)) : std::nullopt;
}

// All ports that an attacker finds: those of the members, and the meeting place. The system's table of
// sockets is slow to read once thousands of connections have come and gone, so each process is looked up
// until it listens.
class Ports {
 public:
  explicit Ports(const GroupPlace& place) : meeting_(place.port) {}
  std::vector<int> now() {
    std::vector<int> all = {meeting_};
    for (const pid_t child : children()) {
      std::vector<int>& ports = of_process_[child];
      if (ports.empty()) ports = ports_of(child);
      all.insert(all.end(), ports.begin(), ports.end());
    }
    return all;
  }

 private:
  int meeting_;
  std::map<pid_t, std::vector<int>> of_process_;
};

// The proof that the real rank 0 gives to everyone who asks.
std::string proof_of_rank_0(const GroupPlace& place) {
  auto socket = come(place.port);
  if (!socket) return {};
  Channel real(std::move(*socket), "rank 0");
  if (!real.receive(within(500ms)) || !real.send(challenge_in_return(new_challenge()), within(500ms)))
    return {};
  const auto answer = real.receive(within(500ms));
  return answer ? proof_in(*answer).value_or("") : "";
}

// Gives the member that comes a proof without knowing the token, and asks things of it. Returns how many
// messages came besides its challenge.
int deceive(Channel member, const GroupPlace& place, unsigned variant) {
  (void)member.send(greeting(new_challenge()), within(1s));
  const auto said = member.receive(within(5s));
  if (!said) return 0;
  const std::string challenge = challenge_in(*said).value_or("");
  const std::string proofs[] = {"", "*0", challenge, new_challenge(), proof_of_rank_0(place)};
  if (variant % 7 < 5) (void)member.send(proof_in_return(proofs[variant % 7]), within(1s));
  (void)member.send({.kind = std::string(welcome_kind)}, within(1s));
  (void)member.send({.kind = "clock"}, within(1s));
  (void)member.send({.kind = "job", .fields = {{"probe", true}}}, within(1s));
  int answers = challenge.empty() ? 1 : 0;
  while (member.receive(within(5s))) ++answers;
  return answers;
}

// Joins with what can be had without the token. Returns whether rank 0 welcomes it.
bool is_welcome(const GroupPlace& place, unsigned variant) {
  auto socket = come(place.port);
  if (!socket) return false;
  Channel rank_0(std::move(*socket), "rank 0");
  const auto greeted = rank_0.receive(within(500ms));
  const auto challenge = greeted ? challenge_of_greeting(*greeted) : std::nullopt;
  if (!challenge) return false;
  (void)rank_0.send(challenge_in_return(*challenge), within(500ms));  // its own, in the mirror
  const auto answer = rank_0.receive(within(500ms));
  const std::string heard = answer ? proof_in(*answer).value_or("") : "";
  const std::string proofs[] = {heard, "", *challenge, "*0"};
  const Hello hello{.rank = 1, .ranks = place.ranks, .proof = proofs[variant % 4], .host = "x"};
  (void)rank_0.send(to_message(hello), within(500ms));
  const auto judged = rank_0.receive(within(2s));
  return judged && judged->kind == welcome_kind;
}

// Whether a member answers this hello of a line.
bool is_heard(int port, const LineHello& hello) {
  const auto socket = come(port);
  if (!socket) return false;
  (void)!::send(socket->number(), &hello, sizeof hello, MSG_NOSIGNAL);
  pollfd waited{.fd = socket->number(), .events = POLLIN, .revents = 0};
  char answer = 0;
  // A meeting place greets with a message, which begins with "commlab"; the answer of a line is a 1.
  return wait_until_ready({&waited, 1}, within(20ms)) && ::recv(socket->number(), &answer, 1, 0) == 1 &&
         answer == 1;
}

void reset(Descriptor socket) {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace

std::vector<int> ports_of(pid_t process) {
  std::set<std::string> sockets;  // "socket:[4711]" -> "4711"
  std::error_code gone;
  for (const auto& file : std::filesystem::directory_iterator(fmt::format("/proc/{}/fd", process), gone)) {
    const std::string target = std::filesystem::read_symlink(file.path(), gone).string();
    if (target.starts_with("socket:[")) sockets.insert(target.substr(8, target.size() - 9));
  }
  std::vector<int> ports;
  std::ifstream table("/proc/net/tcp");
  std::string line;
  for (std::getline(table, line); std::getline(table, line);) {
    std::istringstream words(line);
    std::string number, here, there, state, queues, timer, tries, user, timeout, inode;
    words >> number >> here >> there >> state >> queues >> timer >> tries >> user >> timeout >> inode;
    if (state == "0A" && sockets.contains(inode))
      ports.push_back(std::stoi(here.substr(here.find(':') + 1), nullptr, 16));
  }
  return ports;
}

Attempts attack_as_impostor(const GroupPlace& place, unsigned variant, const std::stop_token&) {
  Attempts attempts;
  const Listener listener = Listener::open("127.0.0.1", 0).value();
  GroupPlace trap = place;
  trap.rank = trap.local_rank = 1;
  trap.port = listener.port();
  Launcher launcher;
  (void)launcher.start(
      {.name = "deceived", .command = {COMMLAB_PROGRAM, "member"}, .environment = variables_of(trap)});
  attempts.made = 2;
  if (is_welcome(place, variant)) ++attempts.obeyed;
  pollfd waited{.fd = listener.descriptor(), .events = POLLIN, .revents = 0};
  if (!wait_until_ready({&waited, 1}, within(60s))) return attempts;
  attempts.obeyed += deceive(Channel(std::move(**listener.accept()), "the member"), place, variant);
  const auto ended = launcher.next_ended(within(60s));
  if (!ended || ended->exit_status != 3) ++attempts.obeyed;
  return attempts;
}

Attempts attack_lines(const GroupPlace& place, unsigned variant, const std::stop_token& stop) {
  Attempts attempts;
  Ports ports(place);
  for (unsigned visit = variant; !stop.stop_requested(); ++visit)
    for (const int port : ports.now()) {
      const std::uint64_t guesses[] = {0, visit, UINT64_MAX};
      const LineHello hello{.secret = guesses[visit % 3],
                            .from = static_cast<std::int32_t>(visit) % (place.ranks + 1),
                            .channel = static_cast<std::int32_t>(visit / 2) % 2};
      if (port == place.port) continue;
      ++attempts.made;
      if (is_heard(port, hello)) ++attempts.obeyed;
    }
  return attempts;
}

Attempts attack_with_a_crowd(const GroupPlace& place, unsigned variant, const std::stop_token& stop) {
  constexpr int at_once = 50;             // connections to a port
  constexpr std::size_t most_kept = 600;  // so that this process, which is rank 0, too, can open its own
  const auto challenge =
      message_head(challenge_in_return(new_challenge()));  // a proof costs rank 0 a millisecond
  Attempts attempts;
  std::vector<Descriptor> kept;
  Ports ports(place);
  for (unsigned visit = variant; !stop.stop_requested();)
    for (const int port : ports.now())
      for (int i = 0; i < at_once && !stop.stop_requested(); ++i, ++visit) {
        auto socket = come(port);
        if (!socket) break;
        ++attempts.made;
        switch (visit % 4) {
          case 0: reset(std::move(*socket)); continue;
          case 1: (void)!::send(socket->number(), "c", 1, MSG_NOSIGNAL); break;
          case 2: (void)!::send(socket->number(), challenge->data(), challenge->size(), MSG_NOSIGNAL); break;
          default: break;  // silent
        }
        if (kept.size() >= most_kept) kept.erase(kept.begin());
        kept.push_back(std::move(*socket));
      }
  return attempts;
}

}  // namespace commlab
