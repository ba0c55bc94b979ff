#pragma once
// Timings that others measured and published: one CSV file each (sim/measurements/), header
// lines `# key: value` first, then a row of column names, then the numbers.
//
//   collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps    collectives
//   collective,src,dst,bw_GBps | collective,src,dst,latency_us                           pairs of GPUs
//   collective,src,dst,size_bytes,bw_MBps | collective,src,dst,size_bytes,latency_us     of one pair, by size
//
// Names and sizes are those of nccl-tests (doc/PERFORMANCE.md). An empty cell was not published.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/machine/provenance.h"
#include "core/nccl/nccl_names.h"

namespace commlab {

struct PublishedRow {
  int line = 0;  // line of the file
  CollectiveKind kind = CollectiveKind::p2p;
  int ranks = 2;
  int nodes = 1;
  Rank from = 0;  // for pairs: GPUs, or nodes, by their number
  Rank to = 0;
  Bytes size;  // 0 if pairs have none
  DataType dtype = DataType::float32;
  ReduceOp op = ReduceOp::sum;
  std::optional<Time> time;            // time of one call; computed from a bandwidth if no time was printed
  std::optional<Bandwidth> bandwidth;  // for pairs; nullopt for 0 and for "not printed"
};

// What NCCL itself said that it chose for a size (NCCL_DEBUG_SUBSYS=TUNING).
struct LoggedChoice {
  CollectiveKind kind = CollectiveKind::all_reduce;
  Bytes size;  // as nccl-tests counts it
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
};

// The channels that NCCL itself counted (NCCL_DEBUG=INFO).
struct LoggedChannels {
  int collectives = 0;
  int nvls = 0;  // of NVLS and NVLSTree; 0 where it is not said, up to 2.16
  bool operator==(const LoggedChannels&) const = default;
};

struct PublishedTable {
  struct Fact {
    std::string key;
    std::string value;
  };
  std::string name;  // name of the file, without folder and ending
  std::string file;
  std::vector<Fact> facts;  // in order; a line without a key continues the one before
  bool of_pairs = false;    // the rows are between two GPUs, not a collective
  bool of_sizes = false;    // each row has a size
  std::vector<PublishedRow> rows;
  // Only logs have these, if NCCL said them.
  std::vector<LoggedChoice> choices{};
  std::optional<LoggedChannels> channels{};
  // What of the file was not understood, or cannot be in one table with the rest: one sentence each.
  std::vector<std::string> left_out{};

  // All values of a key, joined by blanks; empty if there are none.
  std::string fact(std::string_view key) const;
};

// The row that needs the largest machine: most nodes, then most ranks; the first of equals. REQUIRES: some
// row.
const PublishedRow& largest_row(const PublishedTable&);

// From the lines "# provenance: name: value"; nothing is known where there are none, as in tables of others.
Provenance provenance_of(const PublishedTable&);

// An error names file, line, what was found and what was expected.
Result<PublishedTable> parse_published(std::string_view text, std::string_view file_name);
// The same of a file, or what nccl-tests printed; also compressed by gzip.
Result<PublishedTable> read_published(const std::filesystem::path&);
// The tables of a folder, .csv and .log files, in order of name.
std::vector<std::filesystem::path> published_files(const std::filesystem::path& folder);

}  // namespace commlab
