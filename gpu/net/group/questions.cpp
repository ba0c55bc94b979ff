#include "gpu/net/group/questions.h"

#include <algorithm>
#include <random>
#include <utility>

#include "core/base/index.h"
#include "core/experiment/experiment.h"
#include "core/programs/programs_bytes.h"
#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/group/received_programs.h"
#include "gpu/net/group/stamps_message.h"
#include "gpu/net/messages/fields.h"

namespace commlab {
namespace {

constexpr std::int64_t longest_run_ms = std::chrono::milliseconds(longest_iteration).count();
constexpr std::size_t longest_nccl_id = 4'096;  // bytes; NCCL 2.28's has 128

tl::unexpected<Error> wrong_field(const NetMessage& message, std::string_view field,
                                  std::string_view expected) {
  return fail(Fault::runtime, "the message '{}' has a wrong field '{}'; expected {}", message.kind, field,
              expected);
}

std::optional<PeerAddress> to_address(const nlohmann::json& member) {
  const auto address = text_field(member, "address");
  const auto port = number_field(member, "port", ports_to_reach);
  if (!address || !port) return std::nullopt;
  return PeerAddress{.address = *address, .port = static_cast<std::uint16_t>(*port)};
}

// nullopt: the message has no such id.
std::optional<NcclId> to_nccl_id(const NetMessage& message) {
  const auto numbers = numbers_field(message.fields, "nccl", {0, 255});
  if (!numbers || numbers->size() > longest_nccl_id) return std::nullopt;
  NcclId id;
  for (const std::int64_t number : *numbers) id.push_back(static_cast<std::byte>(number));
  return id;
}

}  // namespace

std::uint64_t new_secret() {
  std::random_device system;
  std::uniform_int_distribution<std::int64_t> any(1, INT64_MAX);
  return static_cast<std::uint64_t>(any(system));
}

NetMessage introduction_message(const Introduction& introduction) {
  nlohmann::json members = nlohmann::json::array();
  for (const PeerAddress& member : introduction.members)
    members.push_back({{"address", member.address}, {"port", member.port}});
  return {.kind = std::string(meet_kind), .fields = {{"members", members}, {"secret", introduction.secret}}};
}

Result<Introduction> to_introduction(const NetMessage& message, int ranks) {
  const auto listed = message.fields.find("members");
  if (listed == message.fields.end() || !listed->is_array() || listed->size() != index(ranks))
    return wrong_field(message, "members", fmt::format("a list of the {} members", ranks));
  Introduction introduction;
  for (const nlohmann::json& member : *listed) {
    const auto address = to_address(member);
    if (!address) return wrong_field(message, "members", "each with an address and a port from 1 to 65535");
    introduction.members.push_back(*address);
  }
  const auto secret = number_field(message.fields, "secret", {1, INT64_MAX});
  if (!secret) return wrong_field(message, "secret", "a number from 1 to 2^63 - 1");
  introduction.secret = static_cast<std::uint64_t>(*secret);
  return introduction;
}

NetMessage job_message(const Programs& programs, const JobTerms& terms) {
  NetMessage message{
      .kind = std::string(job_kind), .fields = {{"absent", terms.absent}}, .bytes = to_bytes(programs)};
  for (const LateRank& late : terms.late) {
    message.fields["late_ranks"].push_back(late.rank);
    message.fields["late_ps"].push_back(late.more.ps);
  }
  if (terms.probe) message.fields["probe"] = true;
  if (terms.mpi) message.fields["mpi"] = true;
  if (terms.as_graph) message.fields["graph"] = true;
  if (!terms.nccl) return message;
  message.fields["nccl"] = nlohmann::json::array();
  for (const std::byte byte : *terms.nccl) message.fields["nccl"].push_back(std::to_integer<int>(byte));
  return message;
}

Result<MemberJob> to_job(const NetMessage& message, int ranks) {
  JobTerms terms{.probe = flag_field(message.fields, "probe"),
                 .as_graph = flag_field(message.fields, "graph"),
                 .mpi = flag_field(message.fields, "mpi")};
  const auto absent = numbers_field(message.fields, "absent", {0, ranks - 1});
  if (!absent) return wrong_field(message, "absent", fmt::format("a list of ranks from 0 to {}", ranks - 1));
  terms.absent.assign(absent->begin(), absent->end());
  if (message.fields.contains("late_ranks") || message.fields.contains("late_ps")) {
    const auto late = numbers_field(message.fields, "late_ranks", {0, ranks - 1});
    const auto times = numbers_field(message.fields, "late_ps", {0, longest_lateness.ps});
    if (!late || !times || late->size() != times->size())
      return wrong_field(message, "late_ranks",
                         fmt::format("a list of ranks from 0 to {}, and late_ps a time for each", ranks - 1));
    for (std::size_t i = 0; i < late->size(); ++i)
      terms.late.push_back({static_cast<Rank>((*late)[i]), {(*times)[i]}});
  }
  if (message.fields.contains("nccl")) {
    terms.nccl = to_nccl_id(message);
    if (!terms.nccl) return wrong_field(message, "nccl", "the bytes of an id, each from 0 to 255");
  }
  const Received use = terms.probe               ? Received::probe
                       : terms.nccl || terms.mpi ? Received::proved_or_native
                                                 : Received::proved;
  return received_programs(message.bytes, ranks, use).map([&](Programs programs) {
    return MemberJob{.programs = std::move(programs), .terms = std::move(terms)};
  });
}

NetMessage fill_question(DataPattern data) {
  return {.kind = std::string(fill_kind), .fields = {{"data", name_of(data)}}};
}

NetMessage check_question(DataPattern data) {
  return {.kind = std::string(check_kind), .fields = {{"data", name_of(data)}}};
}

Result<DataPattern> to_data_pattern(const NetMessage& message) {
  const auto data = parse_data_pattern(text_field(message.fields, "data").value_or(""));
  if (!data) return wrong_field(message, "data", "a pattern: ones, ranks or index");
  return data;
}

NetMessage checked_answer(const OutputCheck& check) {
  return {.kind = "checked", .fields = {{"wrong", check.wrong}, {"rounded", check.rounded}}};
}

Result<OutputCheck> to_output_check(const NetMessage& answer) {
  const auto wrong = text_field(answer.fields, "wrong");
  if (!wrong) return wrong_field(answer, "wrong", "a text, which is empty if nothing is");
  return OutputCheck{.wrong = *wrong, .rounded = flag_field(answer.fields, "rounded")};
}

NetMessage run_question(const RunTerms& terms) {
  return {.kind = std::string(run_kind),
          .fields = {{"deadline_ms", terms.deadline.count()}, {"calls", terms.calls}}};
}

Result<RunTerms> to_run_terms(const NetMessage& message) {
  const auto deadline = number_field(message.fields, "deadline_ms", {1, longest_run_ms});
  if (!deadline) return wrong_field(message, "deadline_ms", "1 ms to 100 days");
  const auto calls = number_field(message.fields, "calls", {1, most_calls_in_a_row});
  if (!calls) return wrong_field(message, "calls", fmt::format("1 to {}", most_calls_in_a_row));
  return RunTerms{.deadline = std::chrono::milliseconds(*deadline), .calls = static_cast<int>(*calls)};
}

NetMessage provenance_question(BackendName on) {
  return {.kind = std::string(provenance_kind), .fields = {{"on", name_of(on)}}};
}

Result<BackendName> to_backend(const NetMessage& message) {
  const auto on = text_field(message.fields, "on");
  const auto named = on ? value_in(backend_names, *on, "backend") : fail("it is missing");
  if (!named) return wrong_field(message, "on", "the name of a backend");
  return *named;
}

NetMessage provenance_answer(const Provenance& provenance) {
  return {.kind = std::string(provenance_kind), .fields = {{"lines", lines_of(provenance)}}};
}

Result<Provenance> to_provenance(const NetMessage& message) {
  if (message.kind != provenance_kind)
    return fail(Fault::runtime, "the message '{}' came instead of '{}'", message.kind, provenance_kind);
  const auto lines = texts_field(message.fields, "lines", most_provenance_lines);
  Provenance provenance;
  const auto is_read = [&](const std::string& line) { return add_line(provenance, line); };
  if (!lines || !std::ranges::all_of(*lines, is_read))
    return wrong_field(message, "lines",
                       fmt::format("at most {} lines, each as 'name: value'", most_provenance_lines));
  return provenance;
}

NetMessage go_at(HostTime start) { return {.kind = std::string(go_kind), .fields = {{"at", start}}}; }

Result<HostTime> start_of(const NetMessage& message) {
  if (message.kind != go_kind)
    return fail(Fault::runtime, "the message '{}' came instead of 'go'", message.kind);
  const auto start = number_field(message.fields, "at", {0, furthest_time});
  if (!start) return wrong_field(message, "at", "a time in nanoseconds");
  return *start;
}

}  // namespace commlab
