// commlab launch: processes that know their places, fail together, and leave no process behind.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include <netinet/in.h>
#include <pty.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/net/launch/launcher.h"
#include "gpu/net/sockets/connect.h"
#include "gpu/net/sockets/listener.h"
#include "tests/cli/program.h"
#include "tests/patience.h"

namespace commlab {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

std::set<std::string> set_of_lines(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

// The processes `sleep word`.
int sleepers(const std::string& word) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stream(entry.path() / "cmdline", std::ios::binary);
    const std::string line(std::istreambuf_iterator<char>(stream), {});
    if (line == std::string("sleep") + '\0' + word + '\0') ++found;
  }
  return found;
}

// The same, once there are as many as expected, or time is over.
int sleepers_become(int expected, const std::string& word, Deadline end) {
  while (sleepers(word) != expected && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return sleepers(word);
}

// How many are left; processes that are about to end get a moment to do so.
int left_behind(const std::string& word) { return sleepers_become(0, word, in(std::chrono::seconds(20))); }

// A launch of two ranks that are shells, each of which waits for `sleep word`, until it has started them.
struct StartedLaunch {
  explicit StartedLaunch(const std::string& word, const std::string& before = "") {
    EXPECT_TRUE(launcher.start({.name = "launch",
                                .command = {COMMLAB_PROGRAM, "launch", "-n", "2", "--", "sh", "-c",
                                            before + "sleep " + word + "; true"},
                                .environment = {}}));
    EXPECT_EQ(sleepers_become(2, word, soon()), 2);
  }
  Launcher launcher;
};

// A sleeping time in seconds that no other process on this computer uses.
std::string nobody_elses(int number) {
  return std::to_string(6000 + number) + "." + std::to_string(::getpid());
}

// Whether a socket without SO_REUSEADDR, as most programs have, can take the port.
bool binds_without_reuse(int port) {
  const Descriptor thief(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::bind(thief.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

TEST(Launch, TellsEachProcessItsPlace) {
  const Said said =
      commlab("launch -n 3 -- sh -c 'echo $RANK of $WORLD_SIZE, $LOCAL_RANK of $LOCAL_WORLD_SIZE'");

  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(set_of_lines(said.out), ElementsAre("0 of 3, 0 of 3", "1 of 3, 1 of 3", "2 of 3, 2 of 3"));
  EXPECT_THAT(said.err, IsEmpty());
}

TEST(Launch, TellsAllWhereToMeetAndTheSecretThatLetsThemIn) {
  const std::string meeting = "launch -n 3 -- sh -c 'echo $MASTER_ADDR:$MASTER_PORT $COMMLAB_TOKEN'";

  const Said first = commlab(meeting), second = commlab(meeting);

  ASSERT_THAT(set_of_lines(first.out), SizeIs(1));
  EXPECT_THAT(first.out, MatchesRegex("(127.0.0.1:[0-9]+ [0-9A-Za-z]{32}\n){3}"));
  const auto token = [](const Said& said) { return said.out.substr(said.out.find(' '), 33); };
  EXPECT_NE(token(first), token(second));
  EXPECT_EQ(commlab("launch -n 1 --port 4711 -- sh -c 'echo $MASTER_PORT'").out, "4711\n");
}

TEST(Launch, GivesHostIdsOfTheirOwnWhenAskedTo) {
  EXPECT_EQ(commlab("launch -n 2 -- sh -c 'echo id $NCCL_HOSTID'").out, "id\nid\n");
  EXPECT_THAT(set_of_lines(commlab("launch -n 2 --own-host-ids -- sh -c 'echo id $NCCL_HOSTID'").out),
              ElementsAre(MatchesRegex("id commlab-.*-0"), MatchesRegex("id commlab-.*-1")));
  EXPECT_EQ(commlab("launch -n 1 --own-host-ids -- sh -c 'echo $NCCL_NET $NCCL_SOCKET_IFNAME'").out,
            "Socket lo\n");
  EXPECT_EQ(commlab("launch -n 1 --own-host-ids -- sh -c 'echo $NCCL_NET'", "NCCL_NET=IB").out, "IB\n");
}

TEST(Launch, EndsAllWhenOneFailsAndSaysWhich) {
  const std::string word = nobody_elses(1);

  const Said said = commlab("launch -n 3 -- sh -c 'test $RANK = 1 && exit 5; exec sleep " + word + "'");

  EXPECT_EQ(said.status, 5);
  EXPECT_THAT(said.err,
              MatchesRegex("commlab launch: rank 1 \\(process [0-9]+\\) ended with exit status 5; the others "
                           "are asked to end\n"));
  EXPECT_EQ(left_behind(word), 0);
}

// Rank 0 ends without an error. A rank that comes later must be told so at once, not after its deadline.
TEST(Launch, TellsWhoComesLateThatRank0HasEnded) {
  const Said said =
      commlab("launch -n 3 -- sh -c 'test $RANK = 0 || exec " COMMLAB_PROGRAM " run all_reduce --on tcp'");

  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err,
              ContainsRegex("commlab: the coordinator at 127.0.0.1:[0-9]+ refused rank [12]: rank 0 "
                            "\\(process [0-9]+\\) ended with exit status 0, so no process gathers the "
                            "ranks here any more"));
}

TEST(Launch, EndsAllWhenOneIsKilledEvenOneThatIsStopped) {
  const std::string word = nobody_elses(2);

  const Said said =
      commlab("launch -n 2 -- sh -c 'test $RANK = 1 && kill -9 $$; kill -STOP $$; exec sleep " + word + "'");

  EXPECT_EQ(said.status, 137);
  EXPECT_THAT(said.err, HasSubstr("was ended by signal 9 (Killed)"));
  EXPECT_EQ(left_behind(word), 0);
}

// Rank 1 is killed and rank 0 then fails because of it. The launcher is stopped meanwhile, so it sees both
// ends at once; it must blame rank 1.
TEST(Launch, TellsOfAKilledRankRatherThanOfWhoFailedForIt) {
  const std::string folder = (std::filesystem::temp_directory_path() / ("killed" + nobody_elses(6))).string();
  std::filesystem::create_directories(folder);

  const Said said =
      commlab("launch -n 2 -- sh -c 'cd " + folder +
              "; if test $RANK = 1; then"
              "  touch here; until test -e stopped; do sleep 0.01; done; echo $$ > killed; kill -9 $$;"
              "fi;"
              "until test -e here; do sleep 0.01; done;"
              "launcher=$PPID; kill -STOP $launcher; touch stopped;"
              "until grep -qs \"^State:.Z\" /proc/$(cat killed)/status; do sleep 0.01; done;"
              "(sleep 0.3; kill -CONT $launcher) & exit 3'");

  std::filesystem::remove_all(folder);
  EXPECT_EQ(said.status, 137);
  EXPECT_THAT(said.err, HasSubstr("commlab launch: rank 1 (process "));
}

// Rank 1 makes a file once its trap is set; then rank 0 sends SIGTERM to the launcher.
TEST(Launch, PassesSignalsOn) {
  const std::string word = nobody_elses(3);
  const std::string ready = (std::filesystem::temp_directory_path() / ("listening" + word)).string();

  const Said said = commlab(
      "launch -n 2 -- sh -c '"
      "if test $RANK = 1; then trap \"echo heard; kill \\$!; exit 0\" TERM; sleep " +
      word + " & touch " + ready +
      "; wait; "
      "else until test -e " +
      ready + "; do sleep 0.05; done; kill -TERM $PPID; exec sleep " + word + "; fi'");

  std::filesystem::remove(ready);
  EXPECT_EQ(said.status, 143);
  EXPECT_EQ(said.out, "heard\n");
  EXPECT_EQ(left_behind(word), 0);
}

// Ranks behind a shell: what the shell started ends with the shell, even what left the shell's group.
TEST(Launch, EndsWhatItsRanksStartedWhenOneFails) {
  for (const std::string start : {"", "timeout 6000 ", "setsid -w "}) {
    const std::string word = nobody_elses(7);

    const Said said = commlab("launch -n 3 -- sh -c 'test $RANK = 1 && sleep 0.1 && exit 5; " + start +
                              "sleep " + word + "; true'");

    EXPECT_EQ(said.status, 5);
    EXPECT_EQ(left_behind(word), 0) << start;
  }
}

TEST(Launch, EndsWhatItsRanksLeaveBehindAndSaysSo) {
  const std::string word = nobody_elses(8);

  const Said said = commlab("launch -n 2 -- sh -c 'setsid sleep " + word + " & exit 0'");

  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err,
            "commlab launch: the ranks have ended, and processes that they left behind are asked to end\n");
  EXPECT_EQ(left_behind(word), 0);
}

// Whatever ends the launcher ends what its ranks have started.
TEST(Launch, LeavesNothingBehindWhateverSignalEndsIt) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGKILL}) {
    const std::string word = nobody_elses(9);
    StartedLaunch launch(word);

    launch.launcher.signal_all(signal);

    ASSERT_TRUE(launch.launcher.next_ended(soon()));
    EXPECT_EQ(left_behind(word), 0) << "after signal " << signal;
  }
}

TEST(Launch, KillsWhoIgnoresSignals) {
  const std::string word = nobody_elses(10);
  StartedLaunch launch(word, "trap \"\" TERM INT HUP; ");

  launch.launcher.signal_all(SIGTERM);

  EXPECT_EQ(launch.launcher.next_ended(soon())->exit_status, 143);
  EXPECT_EQ(left_behind(word), 0);
}

// Who ends a whole process group, as timeout does, ends the launcher and its ranks, but not their guard.
TEST(Launch, LeavesNothingBehindWhenItsGroupIsKilled) {
  const std::string word = nobody_elses(11);
  commlab("launch -n 2 -- sh -c 'setsid sleep " + word + "; true'", "timeout -s KILL 0.5");

  EXPECT_EQ(left_behind(word), 0);
}

// Ctrl-C, Ctrl-\ and the end of a terminal, of which the launcher is the foreground.
TEST(Launch, LeavesNothingBehindOnATerminal) {
  const std::map<std::string, int> status_after = {
      {"\x03", 130}, {"\x1c", 131}, {"the terminal is closed", 129}};
  for (const auto& [key, expected] : status_after) {
    const std::string word = nobody_elses(12), script = "sleep " + word + "; true";
    int number = -1;
    const pid_t launch = ::forkpty(&number, nullptr, nullptr, nullptr);
    ASSERT_GE(launch, 0);
    if (launch == 0) {
      ::execl(COMMLAB_PROGRAM, COMMLAB_PROGRAM, "launch", "-n", "2", "--", "sh", "-c", script.c_str(),
              nullptr);
      ::_exit(127);
    }
    Descriptor terminal(number);
    EXPECT_EQ(sleepers_become(2, word, soon()), 2);

    if (key.size() == 1)
      EXPECT_EQ(::write(terminal.number(), key.data(), 1), 1);
    else
      const Descriptor closed = std::move(terminal);

    int status = 0;
    EXPECT_EQ(::waitpid(launch, &status, 0), launch);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), expected) << key;
    EXPECT_EQ(left_behind(word), 0) << key;
  }
}

// If the guard is killed, which is a rank's parent, the launcher itself ends what is left.
TEST(Launch, SaysThatItsGuardWasKilled) {
  const std::string word = nobody_elses(13);

  const Said said = commlab("launch -n 2 -- sh -c 'test $RANK = 1 && { sleep 0.2; kill -9 $PPID; }; sleep " +
                            word + "; true'");

  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err, MatchesRegex("commlab: the process that guards the ranks \\([0-9]+\\) was ended by "
                                     "signal 9 \\(Killed\\), so all ranks were killed\n"));
  EXPECT_EQ(left_behind(word), 0);
}

// A killed guard cannot end its children; the system ends them (PR_SET_PDEATHSIG).
TEST(Launch, LeavesNoOrphansEvenWhenItIsKilled) {
  const std::string word = nobody_elses(4);

  commlab("launch -n 2 -- sh -c 'test $RANK = 1 && { sleep 0.2; kill -9 $PPID; }; exec sleep " + word + "'");

  EXPECT_EQ(left_behind(word), 0);
}

TEST(Launch, SaysWhatItNeeds) {
  const auto refused = [](const std::string& words) {
    const Said said = commlab("launch " + words);
    EXPECT_EQ(said.status, 2) << words;
    return said.err;
  };
  EXPECT_THAT(refused("-n 2"), HasSubstr("no command to launch; write it after two dashes"));
  EXPECT_THAT(refused("-n 0 -- true"), HasSubstr("-n: '0' is no whole number from 1 to 4096"));
  EXPECT_THAT(refused("-n 2 --port 70000 -- true"),
              HasSubstr("--port: '70000' is no whole number from 0 to 65535"));
  EXPECT_THAT(refused("-n 2 -- /no/such/program"),
              HasSubstr("cannot start '/no/such/program' as rank 0: No such file or directory"));
  EXPECT_THAT(refused("-- true"), HasSubstr("-n is required"));
}

// Another process that takes the port before rank 0 does would be mistaken for rank 0, and a rank that comes
// before rank 0 would be refused.
TEST(Launch, KeepsThePortWhereItsRanksMeet) {
  const auto port_file = std::filesystem::temp_directory_path() / ("port" + nobody_elses(5));
  Launcher launcher;
  ASSERT_TRUE(launcher.start({.name = "launch",
                              .command = {COMMLAB_PROGRAM, "launch", "-n", "1", "--", "sh", "-c",
                                          "echo ${COMMLAB_PORT:-$MASTER_PORT} $MASTER_PORT > '" +
                                              port_file.string() + "'; exec sleep 600"},
                              .environment = {}}));
  int port = 0, for_others = 0;
  for (const auto end = soon(); for_others == 0 && std::chrono::steady_clock::now() < end;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ifstream(port_file) >> port >> for_others;
  }

  EXPECT_FALSE(Listener::open("127.0.0.1", port)) << "SO_REUSEADDR must not help a thief";
  EXPECT_FALSE(Listener::open("0.0.0.0", port));
  EXPECT_TRUE(connect_to("127.0.0.1", port, in(std::chrono::seconds(1))));
  EXPECT_FALSE(binds_without_reuse(for_others));
  EXPECT_TRUE(Listener::open("127.0.0.1", for_others)) << "other programs listen at MASTER_PORT themselves";

  std::filesystem::remove(port_file);
}

// Rank 0's command may close descriptors that it does not know, come late, or run several experiments.
TEST(Launch, HandsItsSocketToRank0BehindAnyCommand) {
  const std::string run = COMMLAB_PROGRAM " run all_reduce --on tcp --count 4 --data ones --show-data";
  for (const std::string& command :
       {"exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; " + run, "test $RANK = 0 && sleep 0.5; " + run,
        run + " && " + run, "env -u LOCAL_WORLD_SIZE timeout 100 " + run + "; test $? = 0"}) {
    const Said said = commlab("launch -n 2 -- sh -c '" + command + "'");

    EXPECT_EQ(said.status, 0) << command << ": " << said.err;
    EXPECT_THAT(said.out, HasSubstr("[2, 2, 2, 2]")) << command;
  }
}

TEST(Launch, SaysThatNoLauncherOffersASocket) {
  const Said said = commlab("run all_reduce --on tcp",
                            "RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 MASTER_ADDR=127.0.0.1 MASTER_PORT=9 "
                            "COMMLAB_LISTENER=nobody");

  EXPECT_EQ(said.status, 3);
  EXPECT_EQ(
      said.err,
      "commlab: no launcher of this user offers a socket at COMMLAB_LISTENER 'nobody'; only commlab launch "
      "sets it, so unset it to start ranks otherwise\n");
}

TEST(Launch, SaysThatItsPortIsInUse) {
  const Listener other = Listener::open("127.0.0.1", 0).value();

  const Said said = commlab(fmt::format("launch -n 2 --port {} -- echo started", other.port()));

  EXPECT_EQ(said.status, 3);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err,
            fmt::format("commlab: port {} of 127.0.0.1 is in use by another process; choose another with "
                        "launch --port, or with COMMLAB_PORT if commlab launch does not start the ranks\n",
                        other.port()));
}

// A process that waited for the others to join would wait for a minute.
TEST(Launch, IsNotForCalibratingNccl) {
  const Said said =
      commlab("launch -n 2 -- " COMMLAB_PROGRAM " calibrate --on nccl --out /nonexistent/nccl.toml");

  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(
      said.err.substr(0, said.err.find('\n') + 1),
      "commlab: --on nccl: one process calibrates, and starts what it needs on its computer, but 2 were "
      "launched; leave out the launch: commlab calibrate --on nccl\n");
  const Said last =
      commlab("calibrate --on nccl",
              "RANK=1 WORLD_SIZE=2 LOCAL_RANK=1 MASTER_ADDR=127.0.0.1 MASTER_PORT=9 timeout 120");
  EXPECT_EQ(last.status, 0) << "the first rank says it; the others end at once";
}

TEST(Launch, OnSeveralComputersIsNotForCalibrating) {
  const Said said = commlab("calibrate --on tcp",
                            "RANK=0 WORLD_SIZE=4 LOCAL_RANK=0 LOCAL_WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 "
                            "MASTER_PORT=9 timeout 120");
  EXPECT_EQ(said.err,
            "commlab: a calibration describes one computer, but 2 of the 4 launched processes run on others; "
            "launch all on one\n");
}

// The launched processes are what is measured, and what a comparison then predicts.
TEST(Launch, CalibratesTheProcessesThatItStarts) {
  const std::string file =
      std::filesystem::temp_directory_path() / ("commlab-tcp-" + nobody_elses(0) + ".toml");
  const Said calibrated =
      commlab("launch -n 2 -- " COMMLAB_PROGRAM " calibrate --on tcp --ranks 2 --out " + file);
  EXPECT_EQ(calibrated.status, 0) << calibrated.err;
  EXPECT_THAT(calibrated.out, HasSubstr("2 ranks as processes on "));
  const Said compared = commlab("launch -n 2 -- " COMMLAB_PROGRAM
                                " compare all_reduce --on tcp --algorithm ring --size 64K --machine " +
                                file);
  EXPECT_EQ(compared.status, 0) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("64 KiB"));
  std::filesystem::remove(file);
}

// Options after the two dashes belong to the launched command.
TEST(Launch, LeavesTheCommandsOptionsAlone) {
  EXPECT_EQ(commlab("launch -n 1 -- echo --port 5 -n 7 --help").out, "--port 5 -n 7 --help\n");
}

TEST(Launch, MembersAreNobodysBusiness) {
  EXPECT_THAT(commlab("--help").out, Not(HasSubstr("member")));
  EXPECT_THAT(commlab("nonsense").err, Not(HasSubstr("member")));
}

}  // namespace
}  // namespace commlab
