#include "gpu/net/group/clock_alignment.h"

#include <filesystem>
#include <fstream>

#include "gpu/host/host_clock.h"
#include "gpu/net/messages/fields.h"

namespace commlab {
namespace {

std::string first_line(const char* file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

// Identifies the computer's last boot and the time namespace, because a container may have its own clock
// offset (time_namespaces(7)).
std::string origin_of_this_clock() {
  const std::string boot = first_line("/proc/sys/kernel/random/boot_id");
  if (boot.empty()) return {};
  std::error_code none;
  return boot + " " + std::filesystem::read_symlink("/proc/self/ns/time", none).string();
}

struct Told {
  HostTime now;
  std::string origin;
};

Result<Told> ask(Channel& member, Deadline deadline) {
  if (const Status sent = member.send({.kind = std::string(clock_question)}, deadline); !sent)
    return tl::unexpected(sent.error());
  const auto answer = member.receive(deadline);
  if (!answer) return tl::unexpected(answer.error());
  const auto now = number_field(answer->fields, "now", {0, furthest_time});
  const auto origin = text_field(answer->fields, "origin");
  if (answer->kind != clock_question || !now || !origin)
    return fail(Fault::runtime, "{} sent '{}' where its clock's time was expected", member.peer(),
                answer->kind);
  return Told{.now = *now, .origin = *origin};
}

}  // namespace

SteadyClock this_clock() { return {.now = host_now, .origin = origin_of_this_clock()}; }

Result<ClockOffset> align_clock(Channel& member, Deadline deadline, int rounds, const SteadyClock& ours) {
  std::optional<ClockOffset> best;
  for (int round = 0; round < rounds; ++round) {
    const HostTime asked = ours.now();
    const auto told = ask(member, deadline);
    const HostTime answered = ours.now();
    if (!told) return tl::unexpected(told.error());
    if (!told->origin.empty() && told->origin == ours.origin) return ClockOffset{};
    const HostTime residual = (answered - asked + 1) / 2;
    if (!best || residual < best->residual)
      best = ClockOffset{.offset = told->now - (asked + (answered - asked) / 2), .residual = residual};
  }
  return *best;
}

NetMessage clock_answer(const SteadyClock& ours) {
  return {.kind = std::string(clock_question), .fields = {{"now", ours.now()}, {"origin", ours.origin}}};
}

}  // namespace commlab
