// The native trace file: what is small as JSON, what is large as arrays of fixed records.
//
//   "commlab trace\n"   the mark
//   uint64              length of the header
//   header              JSON: format, collective, topology, routes, ..., how many records
//   records             transfers, then spans; little-endian, 112 and 48 bytes each
//
// The reader trusts no bytes: the result is a complete Trace that check_trace() has accepted, or an Error.

#include "core/trace/trace_file.h"

#include <bit>
#include <cstring>

#include "core/base/index.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/trace/check_trace.h"
#include "core/trace/trace_header.h"

namespace commlab {
namespace {

static_assert(std::endian::native == std::endian::little, "records are written as they lie in memory");

constexpr std::string_view mark = "commlab trace\n";
constexpr Bytes most_of_a_trace{std::int64_t{4} << 30};  // about 38 million transfers

struct TransferRecord {
  std::int32_t from, to, channel, step, block, part, blocks, run, apart, route, enabled_by;
  std::uint8_t phase, reduces;
  std::uint16_t group;  // counted from 1; 0: none
  std::int64_t bytes, ready, start, head, sent, end, overhead, alone;
};
struct SpanRecord {
  std::int32_t rank, lane, step, transfer;
  std::uint8_t op, unused[7];
  std::int64_t bytes, start, end;
};
static_assert(sizeof(TransferRecord) == 112 && std::has_unique_object_representations_v<TransferRecord>);
static_assert(sizeof(SpanRecord) == 48 && std::has_unique_object_representations_v<SpanRecord>);

TransferRecord to_record(const Transfer& t) {
  return {t.from,          t.to,
          t.channel,       t.step,
          t.block,         t.part,
          t.blocks,        t.spacing.run,
          t.spacing.apart, t.route,
          t.enabled_by,    t.phase,
          t.reduces,       static_cast<std::uint16_t>(t.group + 1),
          t.bytes,         t.ready.ps,
          t.start.ps,      t.head.ps,
          t.sent.ps,       t.end.ps,
          t.overhead.ps,   t.alone.ps};
}
Transfer from_record(const TransferRecord& r) {
  return {.from = r.from,
          .to = r.to,
          .channel = r.channel,
          .step = r.step,
          .block = r.block,
          .part = r.part,
          .blocks = r.blocks,
          .spacing = {r.run, r.apart},
          .route = r.route,
          .group = r.group - 1,
          .phase = r.phase,
          .reduces = r.reduces != 0,
          .bytes = r.bytes,
          .ready = {r.ready},
          .start = {r.start},
          .head = {r.head},
          .sent = {r.sent},
          .end = {r.end},
          .overhead = {r.overhead},
          .alone = {r.alone},
          .enabled_by = r.enabled_by};
}
SpanRecord to_record(const Span& s) {
  return {s.rank, s.lane,  s.step,     s.transfer, static_cast<std::uint8_t>(s.op),
          {},     s.bytes, s.start.ps, s.end.ps};
}
Span from_record(const SpanRecord& r) {
  return {.rank = r.rank,
          .lane = r.lane,
          .step = r.step,
          .op = static_cast<Opcode>(r.op),
          .transfer = r.transfer,
          .bytes = r.bytes,
          .start = {r.start},
          .end = {r.end}};
}

template <class Record, class Value>
void append_records(std::string& bytes, const std::vector<Value>& values) {
  for (const Value& value : values) {
    const Record record = to_record(value);
    bytes.append(reinterpret_cast<const char*>(&record), sizeof record);
  }
}

template <class Record, class Value>
void read_records(std::string_view bytes, std::vector<Value>& values) {
  values.reserve(bytes.size() / sizeof(Record));
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(Record)) {
    Record record;
    std::memcpy(&record, bytes.data() + at, sizeof record);
    values.push_back(from_record(record));
  }
}

Result<Trace> trace_from(std::string_view bytes) {
  if (!bytes.starts_with(mark)) return fail("this is not a commlab trace");
  bytes.remove_prefix(mark.size());

  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) return fail("the file ends within its header");
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes.remove_prefix(sizeof length);
  if (bytes.size() < length) return fail("the file ends within its header");

  Result<TraceHeader> header = read_trace_header(bytes.substr(0, length));
  if (!header) return tl::unexpected(header.error());
  bytes.remove_prefix(length);

  const std::size_t most = bytes.size();  // no count can be larger, so the products below cannot overflow
  if (header->transfers > most || header->spans > most ||
      header->transfers * sizeof(TransferRecord) + header->spans * sizeof(SpanRecord) != bytes.size())
    return fail("the header has {} transfers and {} spans, but {} bytes of records follow", header->transfers,
                header->spans, bytes.size());

  Trace trace = std::move(header->trace);
  const std::size_t split = header->transfers * sizeof(TransferRecord);
  read_records<TransferRecord>(bytes.substr(0, split), trace.transfers);
  read_records<SpanRecord>(bytes.substr(split), trace.spans);
  return check_trace(trace).map([&] { return std::move(trace); });
}

}  // namespace

Status write_trace(const Trace& trace, const std::filesystem::path& path) {
  if (trace.groups.size() >= UINT16_MAX)
    return fail("{}: a trace of {} groups cannot be written; expected at most {}", path.string(),
                trace.groups.size(), UINT16_MAX - 1);
  const std::string header = header_text(trace);
  const std::uint64_t length = header.size();
  std::string bytes(mark);
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += header;
  append_records<TransferRecord>(bytes, trace.transfers);
  append_records<SpanRecord>(bytes, trace.spans);

  return write_file(path, bytes);
}

Result<Trace> read_trace(const std::filesystem::path& path) {
  const Result<std::string> bytes = read_file(path, most_of_a_trace);
  if (!bytes) return tl::unexpected(bytes.error());
  return trace_from(*bytes).map_error([&](Error error) {
    return Error{fmt::format("{}: {}", path.string(), error.message), error.fault};
  });
}

}  // namespace commlab
