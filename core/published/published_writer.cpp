#include "core/published/published_writer.h"

#include <fmt/format.h>
#include <cassert>

#include "core/base/utf8.h"
#include "core/experiment/run.h"

namespace commlab {
namespace {

std::string line_of(const PublishedRow& row) {
  Collective collective{.kind = row.kind, .ranks = row.ranks, .dtype = row.dtype, .op = row.op};
  collective.count = count_for(row.kind, row.ranks, row.dtype, row.size);
  const std::string_view op = reduces(row.kind) ? name_of(row.op) : "none";
  std::string line = fmt::format("{},{},{},{},{},{},{},", name_of(row.kind), row.ranks, row.nodes,
                                 row.size.count, collective.count, name_of(row.dtype), op);
  if (!row.time) return line + ",,\n";
  return line + fmt::format("{},{:.6g},{:.6g}\n", microseconds_of(*row.time),
                            algbw_GBps(collective, *row.time), busbw_GBps(collective, *row.time));
}

}  // namespace

std::string to_csv(const PublishedTable& table) {
  assert(!table.of_pairs);
  std::string text;
  for (const PublishedTable::Fact& fact : table.facts)
    text += fmt::format("# {}: {}\n", fact.key, fact.value);
  text += "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n";
  for (const PublishedRow& row : table.rows) text += line_of(row);
  return valid_utf8(text);
}

}  // namespace commlab
