#pragma once
// What the coordinator asks of a member, as messages and as values. Reading is pure: a message gives a value
// whose every number is in range, or an error that names the field.

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/experiment/choices.h"
#include "core/experiment/late_rank.h"
#include "core/machine/provenance.h"
#include "core/programs/programs.h"
#include "gpu/device.h"
#include "gpu/nccl/nccl_backend.h"
#include "gpu/net/lines/peer_address.h"
#include "gpu/net/messages/message.h"
#include "gpu/output_check.h"

namespace commlab {

inline constexpr std::string_view meet_kind = "meet", job_kind = "job", fill_kind = "fill", run_kind = "run",
                                  go_kind = "go", check_kind = "check", outputs_kind = "outputs",
                                  provenance_kind = "provenance";

// Where all members listen, by rank, and the secret of their lines, which is never 0.
struct Introduction {
  std::vector<PeerAddress> members;
  std::uint64_t secret = 0;
};
NetMessage introduction_message(const Introduction&);
Result<Introduction> to_introduction(const NetMessage&, int ranks);

// A secret for a new group: 63 random bits, not 0.
std::uint64_t new_secret();

struct JobTerms {
  std::vector<Rank> absent{};    // these ranks never start
  std::vector<LateRank> late{};  // these begin later
  bool probe = false;            // the programs promise no result, and are not verified
  std::optional<NcclId> nccl{};  // members use NCCL for messages, in one communicator with this id
  bool as_graph = false;         // with NCCL: its collectives are replayed from a CUDA graph
  bool mpi = false;              // members use MPI for messages
};
struct MemberJob {
  Programs programs;
  JobTerms terms{};
};
NetMessage job_message(const Programs&, const JobTerms&);
// Error: also as received_programs().
Result<MemberJob> to_job(const NetMessage&, int ranks);

// Asks to make the input of the job's collective by this pattern, or to check the output.
NetMessage fill_question(DataPattern);
NetMessage check_question(DataPattern);
Result<DataPattern> to_data_pattern(const NetMessage&);

NetMessage checked_answer(const OutputCheck&);
Result<OutputCheck> to_output_check(const NetMessage&);

// How long an iteration may take, 1 ms to the longest iteration, and how many calls in a row it has.
struct RunTerms {
  std::chrono::milliseconds deadline{};
  int calls = 1;
};
NetMessage run_question(const RunTerms&);
Result<RunTerms> to_run_terms(const NetMessage&);

// What decides the times of a backend on the member's computer, and the answer, which has the question's
// kind.
NetMessage provenance_question(BackendName);
Result<BackendName> to_backend(const NetMessage&);
inline constexpr std::size_t most_provenance_lines = 1'000;
NetMessage provenance_answer(const Provenance&);
Result<Provenance> to_provenance(const NetMessage&);

// The start of an iteration, in the member's time.
NetMessage go_at(HostTime);
Result<HostTime> start_of(const NetMessage&);

}  // namespace commlab
