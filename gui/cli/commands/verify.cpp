// commlab verify: proves that algorithms are correct, or tells how they fail.

#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "core/base/numbers.h"
#include "core/base/stopped.h"
#include "core/experiment/amount.h"
#include "core/machine_text/machine_families.h"
#include "core/plan/choice.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "core/plan/setup.h"
#include "core/verify/verify.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

struct VerifyArguments {
  Experiment experiment;
  Output output;
};

struct Verdict {
  Choice choice;
  std::int64_t transfers;
  int slots;
  Result<Proof> status;
};

struct Judgement {
  std::vector<Verdict> verdicts;  // never empty
  std::vector<Refused> refused;
};

// A proof follows what the schedule says, and no time passes in it; so it cannot tell what a fault does.
Status check_no_faults(const Experiment& e) {
  const std::pair<std::string_view, bool> faults[] = {{"absent", !e.absent.empty()},
                                                      {"cut", !e.cut.empty()},
                                                      {"slow", !e.slow.empty()},
                                                      {"late", !e.late.empty()},
                                                      {"jitter", !e.jitter.empty()}};
  for (const auto& [name, is_asked] : faults)
    if (is_asked)
      return fail(
          "--{}: a proof is about a schedule whose ranks and links all work; commlab run shows what a "
          "fault does; leave it out",
          name);
  return {};
}

// A proof needs no machine: where none is named, there are as many GPUs as ranks.
void give_a_machine(Experiment& e) {
  constexpr std::string_view any = "switch:8,450GB/s,350ns,multicast";
  if (!e.machine.empty() || e.on != BackendName::sim || e.algorithm == nccl_name) return;
  const Result<Collective> collective = collective_of(e, std::numeric_limits<int>::max(), *gpus_in_spec(any));
  if (collective) e.machine = with_gpus(any, collective->ranks);
}

Result<Judgement> judge(const Setup& setup, std::optional<int> slots, const Tools& tools) {
  if (const Status sound = check_no_faults(setup.experiment); !sound) return tl::unexpected(sound.error());
  const Patience patience("proving");
  const auto choices = choose_algorithms(setup, tools.planner());
  if (!choices) return tl::unexpected(choices.error());
  Judgement judgement;
  const ProofOptions options{.slots = slots.value_or(-1), .budget = setup.budget, .stop = tools.stop};
  for (const Choice& choice : *choices) {
    if (tools.stop.stop_requested()) return stopped();
    if (choice.refusal) {
      judgement.refused.push_back({choice.algorithm, *choice.refusal});
      continue;
    }
    const auto found = programs_of(settled(setup, choice), *choice.algorithm);
    if (!found) {
      judgement.refused.push_back({choice.algorithm, found.error()});
      continue;
    }
    const Programs& programs = **found;
    judgement.verdicts.push_back(
        {choice, programs.transfers(), slots.value_or(programs.slots), prove(programs, options)});
    const Result<Proof>& status = judgement.verdicts.back().status;
    if (!status && status.error().fault != Fault::no) return tl::unexpected(status.error());
  }
  if (judgement.verdicts.empty()) return nobody_can(setup.collective, judgement.refused);
  return judgement;
}

constexpr std::string_view proved_claims =
    R"(  Every contribution arrives exactly once wherever the collective promises it.
  Nothing undefined is read, nothing leaves its buffer, no two accesses race.
)";

std::string with_slots(int slots) {
  if (slots == 0) return "even if every send waits for its receive";
  return fmt::format("with {} per connection", counted(slots, "slot"));
}

// For an all_reduce: whether all ranks get the same bits.
std::string order_claim(const Collective& collective, const Proof& proof) {
  if (collective.kind != CollectiveKind::all_reduce || collective.ranks == 1) return {};
  if (proof.one_order)
    return "  All ranks combine in one order: results are equal on all of them, bit for bit.\n";
  return fmt::format("  NOT bitwise equal over ranks: {}.\n{}", proof.orders,
                     order_matters(collective)
                         ? ""
                         : fmt::format("  (In {} {} any order gives the same.)\n", name_of(collective.dtype),
                                       name_of(collective.op)));
}

std::string text(const Setup& setup, const Judgement& judgement) {
  std::string text;
  for (const Verdict& verdict : judgement.verdicts) {
    const std::string what = fmt::format("{} {}: {}", name_of(setup.collective.kind),
                                         verdict.choice.algorithm->name, collective_text(setup.collective));
    if (!text.empty()) text += '\n';
    if (verdict.status)
      text += fmt::format("proved: {}\n{}  No rank waits forever {}. {} followed.\n{}", what, proved_claims,
                          with_slots(verdict.slots), counted(verdict.transfers, "transfer"),
                          order_claim(setup.collective, *verdict.status));
    else
      text += fmt::format("not verified: {}\n{}\n", what, verdict.status.error().message);
  }
  return text + refused_text(judgement.refused);
}

std::string json(const Setup& setup, const std::vector<Verdict>& verdicts) {
  Json rows = Json::array();
  for (const Verdict& verdict : verdicts)
    rows.push_back({{"collective", name_of(setup.collective.kind)},
                    {"algorithm", verdict.choice.algorithm->name},
                    {"ranks", setup.collective.ranks},
                    {"slots", verdict.slots},
                    {"transfers", verdict.transfers},
                    {"verified", verdict.status.has_value()},
                    {"bitwise_equal", verdict.status ? Json(verdict.status->one_order) : Json(nullptr)},
                    {"story", verdict.status ? "" : verdict.status.error().message}});
  return document({{"rows", rows}});
}

Result<int> verify_algorithms(const VerifyArguments& asked, const Tools& tools) {
  // The slots belong to the proof, not to the programs: with 0 slots, every send waits for its receive.
  Experiment experiment = asked.experiment;
  const std::optional<int> slots = std::exchange(experiment.slots, std::nullopt);
  if (slots && *slots < 0) return fail("--slots: {} is negative; expected 0 or more", *slots);
  give_a_machine(experiment);
  const Result<Setup> setup = set_up(experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  const Result<Judgement> judgement = judge(*setup, slots, tools);
  if (!judgement) return tl::unexpected(judgement.error());

  bool all_proved = true;
  for (const Verdict& verdict : judgement->verdicts) all_proved = all_proved && verdict.status;
  const std::string answer =
      asked.output.format == Format::json ? json(*setup, judgement->verdicts) : text(*setup, *judgement);
  return deliver(asked.output, answer).map([&] { return all_proved ? 0 : 1; });
}

Action declare_verify(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<VerifyArguments>();
  asked->experiment.algorithm = "all";
  add_experiment(app, asked->experiment);
  add_output(app, asked->output, tools, {.csv = false});
  return [asked, &tools] { return verify_algorithms(*asked, tools); };
}

}  // namespace

const Command verify_command = {.name = "verify",
                                .summary = "prove that algorithms are correct, or tell how they fail",
                                .examples = R"(  commlab verify all_reduce
  commlab verify all_reduce --ranks 16                            no machine is needed
  commlab verify all_reduce --algorithm ring --ranks 7 --size 1003B --dtype int8
  commlab verify all_reduce --algorithm ring --fused --slots 1    a deadlock, and its cycle
  commlab verify sendrecv --slots 0                               if every send waited for its receive)",
                                .declare = declare_verify};

}  // namespace commlab
