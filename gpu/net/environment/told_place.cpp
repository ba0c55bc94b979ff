#include "gpu/net/environment/told_place.h"

#include <algorithm>
#include <array>

#include "gpu/net/environment/slurm_lists.h"

namespace commlab {
namespace {

constexpr int most_processes = 65'536;

// The names of a launcher's variables.
struct Vocabulary {
  std::string_view launcher;
  const char* ranks;
  const char* rank;
  const char* local_rank;
  const char* local_ranks;
  const char* job;  // null: it gives none
  std::string_view hands_on;
};
constexpr std::string_view slurm = "Slurm";
constexpr std::array vocabularies = {
    Vocabulary{"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK",
               "OMPI_COMM_WORLD_LOCAL_SIZE", "PMIX_NAMESPACE", "mpirun -x"},
    Vocabulary{"MPICH or Intel MPI", "PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", nullptr,
               "export"},
    Vocabulary{"MVAPICH", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_LOCAL_RANK",
               "MV2_COMM_WORLD_LOCAL_SIZE", nullptr, "export"},
    Vocabulary{"PALS", "PMI_SIZE", "PMI_RANK", "PMI_LOCAL_RANK", "PMI_LOCAL_SIZE", nullptr, "export"},
    Vocabulary{slurm, "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE",
               "SLURM_JOB_ID", "export"}};

// Hydra and PALS share the names of two variables, so a launcher is known by its local rank, too.
const Vocabulary* vocabulary_in(const Variables& variables) {
  const auto found = std::ranges::find_if(vocabularies, [&](const Vocabulary& words) {
    return value_of(words.ranks, variables) &&
           (std::string_view(words.ranks) != "PMI_SIZE" || value_of(words.local_rank, variables));
  });
  return found == vocabularies.end() ? nullptr : &*found;
}

// What a launcher leaves that does not tell how many processes there are.
Status no_half_told_place(const Variables& variables) {
  for (const char* const clue : {"PMI_RANK", "PMI_ID", "PMIX_RANK"})
    if (const auto value = value_of(clue, variables))
      return fail(
          "{} is '{}', so a launcher started this process, but it does not tell how many there are, and "
          "which of them run on this computer: expected the variables of Open MPI's mpirun (OMPI_COMM_WORLD_...), "
          "of Hydra's mpiexec (PMI_SIZE and MPI_LOCALRANKID, without -pmi-port) or of Slurm's srun "
          "(SLURM_STEP_NUM_TASKS); or set RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT",
          clue, *value);
  return {};
}

Result<int> number_told(const char* name, int least, int most, const Vocabulary& words,
                        const Variables& variables) {
  const auto text = value_of(name, variables);
  if (!text) return fail("{} is not set, but {} is, as by {}", name, words.ranks, words.launcher);
  return number_in(name, *text, least, most);
}

// The number of tasks of this node, from the list of all nodes.
Result<int> local_ranks_by_slurm(const Vocabulary& words, int ranks, const Variables& variables) {
  const auto node = number_told("SLURM_NODEID", 0, ranks - 1, words, variables);
  if (!node) return node;
  const std::string list = value_of(words.local_ranks, variables).value_or("");
  if (const auto tasks = tasks_of_node(list, *node); tasks && *tasks <= ranks) return *tasks;
  return fail("{} is '{}'; expected the number of tasks of each node, as in 2(x3),1, with one for node {}",
              words.local_ranks, list, *node);
}

Result<int> local_ranks_told(const Vocabulary& words, int ranks, const Variables& variables) {
  if (words.launcher == slurm) return local_ranks_by_slurm(words, ranks, variables);
  return number_told(words.local_ranks, 1, ranks, words, variables);
}

std::string job_told(const Vocabulary& words, const Variables& variables) {
  const auto job = words.job ? value_of(words.job, variables) : std::nullopt;
  if (!job) return {};
  const std::string step = value_of("SLURM_STEP_ID", variables).value_or("0");
  return fmt::format("{} job {}", words.launcher, words.launcher == slurm ? *job + "." + step : *job);
}

Result<std::string> first_computer_told(const Vocabulary& words, const Variables& variables) {
  if (words.launcher != slurm) return std::string();
  const std::string list = value_of("SLURM_STEP_NODELIST", variables).value_or("");
  if (auto first = first_node_of(list)) return *std::move(first);
  return fail("SLURM_STEP_NODELIST is '{}'; expected a list of nodes, as in node[01-04,7],gpu1", list);
}

}  // namespace

Result<std::optional<StartedTogether>> started_together(const Variables& variables) {
  const Vocabulary* const words = vocabulary_in(variables);
  if (words == nullptr) {
    if (const Status whole = no_half_told_place(variables); !whole) return tl::unexpected(whole.error());
    return std::nullopt;
  }
  return number_told(words->ranks, 1, most_processes, *words, variables).map([&](int processes) {
    return std::optional(StartedTogether{.launcher = words->launcher, .processes = processes});
  });
}

Result<std::optional<ToldPlace>> told_place(const Variables& variables) {
  const auto together = started_together(variables);
  if (!together) return tl::unexpected(together.error());
  if (!*together || (*together)->processes == 1) return std::nullopt;
  const Vocabulary& words = *vocabulary_in(variables);
  const int ranks = (*together)->processes;
  const auto rank = number_told(words.rank, 0, ranks - 1, words, variables);
  if (!rank) return tl::unexpected(rank.error());
  const auto local_ranks = local_ranks_told(words, ranks, variables);
  if (!local_ranks) return tl::unexpected(local_ranks.error());
  const auto local_rank = number_told(words.local_rank, 0, *local_ranks - 1, words, variables);
  if (!local_rank) return tl::unexpected(local_rank.error());
  const auto first_computer = first_computer_told(words, variables);
  if (!first_computer) return tl::unexpected(first_computer.error());
  return ToldPlace{.launcher = words.launcher,
                   .rank_variable = words.rank,
                   .rank = *rank,
                   .ranks = ranks,
                   .local_rank = *local_rank,
                   .local_ranks = *local_ranks,
                   .job = job_told(words, variables),
                   .first_computer = *first_computer,
                   .hands_on = words.hands_on};
}

}  // namespace commlab
