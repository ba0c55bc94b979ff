#pragma once
// A row of a published table as NCCL's clock needs it.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/nccl/nccl_clock.h"
#include "core/published/published.h"
#include "core/published/published_setting.h"

namespace commlab {

// How NCCL ran a call, by its own choice or by force.
struct NcclRoute {
  enum class By : std::uint8_t { algorithm, messages, pairs } by = By::algorithm;
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  bool one_way = false;  // messages: of a pair, only one sends
};

struct FitRow {
  NcclSite site;
  NcclCosts costs;  // of its machine, as the files of parameters have them
  NcclCall call;
  NcclRoute route;
  Bytes size;           // as published
  double measured_us = 0;
};
double time_us(const FitRow&, const NcclCosts&);

// The rows of one table.
struct FitTable {
  std::string name;
  std::string family;  // "dgx-a100, infiniband": the machine, and its network if there are several nodes
  bool many_nodes = false;
  Bytes fitted_from{};  // smaller rows are judged, but not fitted
  std::vector<FitRow> rows;
};

// Without rows that have no time or too many ranks. No rows at all: a table of pairs, of another library, of
// commlab itself, or of a machine whose costs are not known. An error: the header is wrong, or the machine is unknown.
Result<FitTable> fit_table(const PublishedTable&, const std::filesystem::path& machine_folder);
// Of all tables in a folder that have rows.
Result<std::vector<FitTable>> fit_tables(const std::filesystem::path& measurements,
                                         const std::filesystem::path& machine_folder);

// "dgx-a100, infiniband"
std::string family_of(const PublishedTable&, const PublishedSetting&);

}  // namespace commlab
