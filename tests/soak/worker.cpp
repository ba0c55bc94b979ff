#include "tests/soak/worker.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/splitmix.h"
#include "tests/soak/random_experiment.h"

namespace commlab {
namespace {

// How a report travels through the pipe; the sentence follows.
struct ReportHead {
  std::uint64_t index;
  std::int64_t resident_bytes;
  BackendName on;
  Judgement::Verdict verdict;
  LawsAsked laws;
  std::uint32_t letters;
};

std::int64_t resident_bytes() {
  ::malloc_trim(0);
  std::int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

void write_report(int pipe, const Report& report) {
  const std::string& sentence = report.judgement.sentence;
  const ReportHead head = {.index = report.index,
                           .resident_bytes = report.resident_bytes,
                           .on = report.on,
                           .verdict = report.judgement.verdict,
                           .laws = report.judgement.laws,
                           .letters = static_cast<std::uint32_t>(sentence.size())};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  bytes += sentence;
  // A short write would be a sentence that is larger than the pipe; then the reader is gone.
  if (::write(pipe, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) ::_exit(1);
}

[[noreturn]] void work(int pipe, std::uint64_t seed, std::uint64_t first, const Planner& planner) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (std::uint64_t index = first;; ++index) {
    const Experiment experiment = experiment_of(seed, index, planner);
    const Judgement judgement = judge(experiment, planner);
    write_report(
        pipe,
        {.index = index, .on = experiment.on, .judgement = judgement, .resident_bytes = resident_bytes()});
  }
}

bool read_all(int pipe, void* target, std::size_t bytes) {
  for (std::size_t have = 0; have < bytes;) {
    const ssize_t count = ::read(pipe, static_cast<char*>(target) + have, bytes - have);
    if (count <= 0) return false;
    have += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Experiment experiment_of(std::uint64_t seed, std::uint64_t index, const Planner& planner) {
  return random_experiment(splitmix(seed) ^ index, planner);
}

Worker::Worker(std::uint64_t seed, std::uint64_t first, const Planner& planner) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);
  if (::pipe2(ends.data(), O_CLOEXEC) != 0 || (process_ = ::fork()) < 0) {
    std::perror("soak: cannot start a process");
    std::exit(3);
  }
  reports_ = Descriptor(ends[0]);
  const Descriptor to_report(ends[1]);
  if (process_ == 0) work(to_report.number(), seed, first, planner);
}

Worker::~Worker() {
  if (process_ == 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::optional<Report> Worker::next() {
  ReportHead head;
  if (!read_all(descriptor(), &head, sizeof head)) return std::nullopt;
  std::string sentence(head.letters, '\0');
  if (!read_all(descriptor(), sentence.data(), sentence.size())) return std::nullopt;
  return Report{.index = head.index,
                .on = head.on,
                .judgement = {.verdict = head.verdict, .sentence = std::move(sentence), .laws = head.laws},
                .resident_bytes = head.resident_bytes};
}

std::string Worker::fate() {
  siginfo_t ended{};
  ::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED);
  process_ = 0;
  return fate_of(ended);
}

}  // namespace commlab
