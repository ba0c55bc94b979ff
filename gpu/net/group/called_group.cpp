#include "gpu/net/group/called_group.h"

#include <algorithm>
#include <climits>
#include <set>
#include <utility>

#include "core/base/stopped.h"
#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/group/coordinator.h"
#include "gpu/net/group/other_computers.h"
#include "gpu/net/group/questions.h"
#include "gpu/net/group/serve.h"
#include "gpu/net/meeting/farewell.h"
#include "gpu/net/meeting/reach.h"
#include "gpu/net/meeting/rendezvous.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/messages/fields.h"
#include "gpu/net/mpi/mpi_library.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds to_take_leave{2'000};   // for members that still run, even busy ones
constexpr std::chrono::milliseconds to_be_known_dead{200};  // after its sockets closed

// "192.168.1.7:40112" -> "192.168.1.7", "[::1]:40112" -> "::1"
std::string host_of(const std::string& address) {
  const std::string host = address.substr(0, address.rfind(':'));
  return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

Status all_live(Company& company, int ranks, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    company.ask_all_to_end();
    return stopped();
  }
  for (Rank rank = 0; rank < ranks; ++rank)
    if (const std::string fate = company.fate(rank, steady_clock::now()); !fate.empty())
      return fail(Fault::runtime, "rank {} {} before it joined", rank, fate);
  return {};
}

Result<Provenance> provenance_from(Channel& member, Deadline deadline) {
  auto answer = member.receive(deadline);
  if (answer) answer = unless_error(std::move(*answer), member);
  if (!answer) return tl::unexpected(answer.error());
  return to_provenance(*answer).map_error([&](Error error) {
    error.message = fmt::format("{}: {}", member.peer(), error.message);
    return error;
  });
}

}  // namespace

CalledGroup::CalledGroup(std::unique_ptr<Company> company, ProcessGroup members, const CallOptions& options)
    : company_(std::move(company)),
      members_(std::move(members)),
      launched_(options.place.has_value()),
      to_answer_(options.to_answer),
      to_join_(std::max(options.to_join, GroupPlace{}.to_join)) {}

// Launched members run on by themselves, so they must be told the reason. Members that were started here just
// end.
CalledGroup::~CalledGroup() {
  heartbeat_.reset();
  const auto time = launched_ ? to_take_leave : std::chrono::milliseconds(0);
  members_.take_leave(farewell(failure_), steady_clock::now() + time);
}

int CalledGroup::processors() const {
  std::set<std::int64_t> processors;
  for (Rank rank = 0; rank < ranks(); ++rank) {
    const auto of_member = numbers_field(members_.fields(rank), "processors", {0, INT_MAX});
    if (of_member) processors.insert(of_member->begin(), of_member->end());
  }
  return std::max(1, static_cast<int>(processors.size()));
}

void CalledGroup::hang_up() {
  hung_up_ = true;
  company_->ask_all_to_end();
  for (Rank rank = 0; rank < ranks(); ++rank) members_.channel(rank).close();
}

void CalledGroup::end_because(Error why) {
  if (launched_) failure_ = std::move(why);
}

Result<std::unique_ptr<CalledGroup>> CalledGroup::call(int ranks, const CallOptions& options,
                                                       const std::stop_token& stop) {
  const GroupPlace meeting =
      options.place.value_or(GroupPlace{.ranks = ranks, .address = "127.0.0.1", .token = new_token()});
  if (const Status reaches = check_reach(meeting); !reaches) return tl::unexpected(reaches.error());
  auto rendezvous = Rendezvous::open({.ranks = ranks,
                                      .address = meeting.address,
                                      .port = meeting.port,
                                      .handed_over = meeting.listener,
                                      .token = meeting.token,
                                      .job = meeting.job});
  if (!rendezvous) return tl::unexpected(rendezvous.error());
  std::vector<GroupPlace> places;
  for (Rank rank = 0; rank < (options.place ? 1 : ranks); ++rank) {
    places.push_back(meeting);
    places.back().rank = places.back().local_rank = rank;
    places.back().port = rendezvous->port();
  }
  auto company = options.place ? start_threads_for(places, options.to_join) : options.start(places);
  if (!company) return tl::unexpected(company.error());
  auto members = std::move(*rendezvous).gather(steady_clock::now() + options.to_join, [&] {
    return all_live(**company, ranks, stop);
  });
  if (!members) return tl::unexpected(members.error());
  std::unique_ptr<CalledGroup> group(new CalledGroup(std::move(*company), std::move(*members), options));
  if (const Status known = group->introduce(); !known) {
    group->end_because(known.error());
    return tl::unexpected(known.error());
  }
  return group;
}

Result<std::unique_ptr<GroupRunner>> CalledGroup::runner(const Programs& programs, IssueOrder order,
                                                         GroupRunner::Options options) {
  options.patience = to_answer_;
  if (options.terms.nccl)
    options.patience += to_join_;  // a member that waits for others must not count as dead
  if (options.terms.mpi) options.patience += time_to_begin_mpi;
  if (const Status aligned = align_clocks(); !aligned) return tl::unexpected(aligned.error());
  options.ahead = ahead_;
  options.fate = [this](Rank rank) {
    return hung_up_ ? std::string() : company_->fate(rank, steady_clock::now() + to_be_known_dead);
  };
  return GroupRunner::prepare(programs, std::move(order), members_, std::move(options));
}

Result<std::vector<ComputersFound::Other>> CalledGroup::other_computers(BackendName on) {
  std::vector<ToldComputer> told;
  for (Rank rank = 0; rank < ranks(); ++rank)
    told.push_back(
        {.boot = text_field(members_.fields(rank), "computer").value_or(""), .host = members_.host(rank)});
  const std::vector<OtherComputer> computers = commlab::other_computers(told);
  const auto deadline = steady_clock::now() + to_answer_;
  for (const OtherComputer& computer : computers)
    if (const Status sent = members_.channel(computer.rank).send(provenance_question(on), deadline); !sent)
      return tl::unexpected(sent.error());
  std::vector<ComputersFound::Other> others;
  for (const OtherComputer& computer : computers) {
    auto found = provenance_from(members_.channel(computer.rank), deadline);
    if (!found) return tl::unexpected(found.error());
    others.push_back({.name = computer.name, .found = std::move(*found)});
  }
  return others;
}

// All members learn where the other members listen, and the coordinator learns the offsets of the members'
// clocks.
Status CalledGroup::introduce() {
  auto heartbeat = Heartbeat::start(members_);
  if (!heartbeat) return tl::unexpected(heartbeat.error());
  heartbeat_ = std::move(*heartbeat);
  Introduction introduction{.secret = new_secret()};
  for (Rank rank = 0; rank < ranks(); ++rank) {
    const auto port = number_field(members_.fields(rank), "port", ports_to_reach);
    if (!port)
      return fail(
          Fault::runtime,
          "rank {} ({}) did not say on which port it listens for the others; run the same commlab everywhere",
          rank, members_.who(rank));
    introduction.members.push_back(
        {.address = host_of(members_.address(rank)), .port = static_cast<std::uint16_t>(*port)});
  }
  const auto deadline = steady_clock::now() + to_answer_;
  if (const Status sent = members_.send_all(introduction_message(introduction), deadline); !sent) return sent;
  const Answers met = members_.receive_all(deadline);
  for (Rank rank = 0; rank < ranks(); ++rank)
    if (const auto& answer = met.of[rank])
      if (const auto said = unless_error(*answer, members_.channel(rank)); !said)
        return tl::unexpected(said.error());
  if (!met.complete()) return tl::unexpected(met.lost.front().second);
  return align_clocks();
}

// Clocks drift apart, so they are aligned again for each runner.
Status CalledGroup::align_clocks() {
  ahead_.clear();
  alignment_ = 0;
  for (Rank rank = 0; rank < ranks(); ++rank) {
    const auto offset = align_clock(members_.channel(rank), steady_clock::now() + to_answer_);
    if (!offset) return tl::unexpected(offset.error());
    ahead_.push_back(offset->offset);
    alignment_ = std::max(alignment_, offset->residual);
  }
  return {};
}

Result<CalledGroup*> GroupOnCall::of(int ranks, const std::stop_token& stop) {
  if (group_ && group_->ranks() == ranks) return group_.get();
  if (options_.place && options_.place->ranks != ranks)
    return fail(
        "{} ranks were requested, but {} processes were launched; launch one for each rank, or use --ranks "
        "{}",
        ranks, options_.place->ranks, options_.place->ranks);
  if (why_dissolved_)
    return fail(Fault::runtime, "the launched processes ended after an earlier run failed: {}",
                why_dissolved_->message);
  group_.reset();
  auto called = CalledGroup::call(ranks, options_, stop);
  if (!called) return tl::unexpected(called.error());
  group_ = std::move(*called);
  return group_.get();
}

Result<std::vector<ComputersFound::Other>> GroupOnCall::other_computers(BackendName on) {
  auto others =
      of(options_.place->ranks).and_then([&](CalledGroup* group) { return group->other_computers(on); });
  if (!others && group_) dissolve(others.error());
  return others;
}

void GroupOnCall::dissolve(const Error& why) {
  if (group_) group_->end_because(why);
  group_.reset();
  if (options_.place) why_dissolved_ = why;
}

}  // namespace commlab
