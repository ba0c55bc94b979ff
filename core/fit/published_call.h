#pragma once
// A row of a published table as the simulator needs it.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/machine/damage.h"
#include "core/nccl/nccl_call.h"
#include "core/plan/plan_store.h"
#include "core/plan/planner.h"
#include "core/published/published.h"
#include "core/published/published_setting.h"
#include "core/schedule/layout.h"

namespace commlab {

// The call of a row, whatever predicts it. An error is one sentence: no time was published, the machine has
// too few GPUs, or the size is too large.
Result<Collective> collective_of(const PublishedRow&, const PublishedSetting&, const Machine&);

std::string_view algorithm_name(const NcclRoute&);  // "Ring"; "direct" for messages
std::string_view protocol_name(const NcclRoute&);   // "LL128"; empty for messages

// What the rows of one table have in common, where so many ranks took part.
struct PublishedGround {
  std::shared_ptr<const Machine> machine;
  std::shared_ptr<const NcclComm> nccl;
  Layout layout;
  std::shared_ptr<PlanStore> plans;
  Predict predict;
  bool one_ring = false;  // all channels follow one ring, as a custom program makes them
};

struct PublishedCall {
  std::shared_ptr<const PublishedGround> ground;
  NcclCosts costs;  // of its machine, as the files of parameters have them
  RoutedCall call;
  LaunchMode launch = LaunchMode::processes;
  bool loop = false;  // one of many calls in a row
  Bytes size;         // as published
  double measured_us = 0;
};
// How long it takes in simulation with these costs. An error: it cannot be simulated.
Result<Time> simulated_time(const PublishedCall&, const NcclCosts&);
// The time that its links need at least, whatever the algorithm (core/plan/bound_of.h). nullopt: not known.
std::optional<Time> time_of_links(const PublishedCall&);
// The simulated time in microseconds. REQUIRES: it can be simulated, as every row of a CallTable can.
double time_us(const PublishedCall&, const NcclCosts&);
// The logarithm of predicted / measured, and how it changes with the logarithm of a cost. `error`: what
// log_error() gives for these costs. REQUIRES: the same.
double log_error(const PublishedCall&, const NcclCosts&);
double slope_of(const PublishedCall&, const NcclCosts&, const NcclCost&, double error);

// Reads the rows of a table that was measured on this machine.
class PublishedCalls {
 public:
  // Table and setting must live as long as this. REQUIRES: the machine's costs of NCCL are known, and it has
  // the parts that are damaged.
  PublishedCalls(const PublishedTable&, const PublishedSetting&, const Machine&, const Predict&,
                 const DamageWords& = {});

  // An error is one sentence: no time, too many ranks, nothing sent.
  Result<PublishedCall> row(const PublishedRow&) const;
  // The calls of all rows that have a time and can be simulated, in order.
  std::vector<PublishedCall> all() const;

 private:
  const PublishedTable& table_;
  const PublishedSetting& setting_;
  std::shared_ptr<const Machine> machine_;
  std::map<int, std::shared_ptr<const PublishedGround>> grounds_;
};

// The rows of one table.
struct CallTable {
  std::string name;
  std::string family;   // "dgx-a100, infiniband": the machine, and its network if there are several nodes
  std::string cluster;  // the family, and who published it: "dgx-a100, aistabci/abci2.0benchmark"
  std::string network;  // between its nodes: "infiniband"; empty: one node
  bool many_nodes = false;
  Bytes fitted_from{};  // smaller rows are judged, but not fitted
  std::vector<PublishedCall> rows;
};

// Without rows that have no time or too many ranks. No rows at all: a table of pairs, of another library, of
// commlab itself, or of a machine whose costs are not known. An error: the header is wrong, or the machine is
// unknown.
Result<CallTable> call_table(const PublishedTable&, const std::filesystem::path& machine_folder,
                             const Predict&);
// The tables of a folder that have rows.
Result<std::vector<CallTable>> call_tables(const std::filesystem::path& measurements,
                                           const std::filesystem::path& machine_folder, const Predict&);

// "dgx-a100, infiniband"
std::string family_of(const PublishedTable&, const PublishedSetting&);

}  // namespace commlab
