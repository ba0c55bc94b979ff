#include "core/published/published.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/experiment/run.h"
#include "core/files/read_unpacked.h"
#include "core/published/nccl_tests_log.h"
#include "core/published/other_benchmarks.h"

namespace commlab {
namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields = split_at(line, ',');
  for (std::string_view& field : fields) field = trimmed(field);
  return fields;
}

enum class TableShape { collectives, pair_rates, pair_latencies, pair_rates_by_size, pair_latencies_by_size };
struct Columns {
  TableShape shape;
  std::string_view text;
};
constexpr std::array known_columns = {
    Columns{TableShape::collectives,
            "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps"},
    Columns{TableShape::pair_rates, "collective,src,dst,bw_GBps"},
    Columns{TableShape::pair_latencies, "collective,src,dst,latency_us"},
    Columns{TableShape::pair_rates_by_size, "collective,src,dst,size_bytes,bw_MBps"},
    Columns{TableShape::pair_latencies_by_size, "collective,src,dst,size_bytes,latency_us"},
};

// Each row is a simulation. The largest numbers of a table still give times and sizes that can be computed.
constexpr std::size_t most_rows = 10'000;
constexpr std::int64_t most_bytes = std::int64_t{1} << 40;
constexpr double most_us = 1e12;   // 11 days
constexpr double most_rate = 1e9;  // in GB/s or MB/s

// Reads the lines of one file; every error begins with the place.
class TableReader {
 public:
  TableReader(std::string_view text, std::string_view file) : text_(text) {
    table_.file = file;
    table_.name = std::filesystem::path(file).stem().string();
  }

  Result<PublishedTable> read() {
    for (std::size_t first = 0; first < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', first), text_.size());
      ++line_;
      if (const Status read = read_line(text_.substr(first, end - first)); !read)
        return tl::unexpected(read.error());
      first = end + 1;
    }
    if (columns_ == nullptr)
      return fail("{}:{}: the file ends without a row of column names; expected {}", table_.file,
                  std::max(line_, 1), known_columns.front().text);
    if (table_.rows.empty())
      return fail("{}:{}: no rows follow the column names; expected at least one", table_.file, line_);
    return std::move(table_);
  }

 private:
  template <class... Args>
  tl::unexpected<Error> wrong(fmt::format_string<Args...> text, Args&&... args) const {
    return fail("{}:{}: {}", table_.file, line_, fmt::format(text, std::forward<Args>(args)...));
  }

  Status read_line(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty()) return {};
    if (text.front() == '#') return read_header(text.substr(1));
    if (columns_ == nullptr) return read_columns(text);
    return read_row(fields_of(text));
  }

  // "# key: value". A line that begins with three blanks, or has no key, continues the value before it.
  Status read_header(std::string_view text) {
    const std::size_t colon = text.find(": ") != text.npos ? text.find(": ") : text.find(':');
    const std::string_view key = trimmed(text.substr(0, std::min(colon, text.size())));
    const bool carries_on = text.starts_with("   ") || colon == text.npos || key.empty();
    if (!carries_on) {
      table_.facts.push_back({std::string(key), std::string(trimmed(text.substr(colon + 1)))});
    } else if (!table_.facts.empty()) {
      table_.facts.back().value += '\n';
      table_.facts.back().value += text;
    }
    return {};
  }

  Status read_columns(std::string_view text) {
    const auto found = std::ranges::find(known_columns, text, &Columns::text);
    if (found != known_columns.end()) {
      columns_ = &*found;
      table_.of_pairs = columns_->shape != TableShape::collectives;
      table_.of_sizes =
          columns_->shape != TableShape::pair_rates && columns_->shape != TableShape::pair_latencies;
      return {};
    }
    std::vector<std::string_view> all;
    for (const Columns& columns : known_columns) all.push_back(columns.text);
    return wrong("columns '{}'; expected {}", text, fmt::join(all, " or "));
  }

  Result<std::string_view> cell(const std::vector<std::string_view>& fields, std::string_view column) const {
    const std::vector<std::string_view> names = fields_of(columns_->text);
    return fields[std::ranges::find(names, column) - names.begin()];
  }

  template <class Integer>
  Status read_whole(const std::vector<std::string_view>& fields, std::string_view column, Integer least,
                    std::int64_t most, Integer& into) const {
    const std::string_view text = *cell(fields, column);
    const std::optional<Integer> number = parse_number<Integer>(text);
    if (!number || *number < least || *number > most)
      return wrong("{} '{}'; expected a whole number from {} to {}", column, text, least, most);
    into = *number;
    return {};
  }

  // An empty cell has no number, and is not an error.
  Result<std::optional<double>> number(const std::vector<std::string_view>& fields,
                                       std::string_view column) const {
    const std::string_view text = *cell(fields, column);
    if (text.empty()) return std::optional<double>{};
    const std::optional<double> value = parse_number<double>(text);
    const double most = column.ends_with("Bps") ? most_rate : most_us;
    if (!value || !(*value >= 0 && *value <= most))
      return wrong("{} '{}'; expected a number from 0 to {:.0e}", column, text, most);
    return value;
  }

  Status read_row(const std::vector<std::string_view>& fields) {
    const std::size_t expected = fields_of(columns_->text).size();
    if (fields.size() != expected)
      return wrong("{} values; expected the {} of {}", fields.size(), expected, columns_->text);
    const Result<CollectiveKind> kind = parse_collective(*cell(fields, "collective"));
    if (!kind) return wrong("{}", kind.error().message);
    if (table_.rows.size() == most_rows) return wrong("more than {} rows; expected fewer", most_rows);
    PublishedRow row{.line = line_, .kind = *kind};
    const Status read = table_.of_pairs ? read_pair(fields, row) : read_collective(fields, row);
    if (read) table_.rows.push_back(row);
    return read;
  }

  Status read_collective(const std::vector<std::string_view>& fields, PublishedRow& row) const {
    if (const Status read = read_whole(fields, "ranks", 1, most_gpus, row.ranks); !read) return read;
    if (const Status read = read_whole(fields, "nodes", 1, most_gpus, row.nodes); !read) return read;
    if (const Status read = read_whole<std::int64_t>(fields, "size_bytes", 0, most_bytes, row.size.count);
        !read)
      return read;
    if (const Status read = read_types(fields, row); !read) return read;
    for (const std::string_view column : {"count", "time_us", "algbw_GBps", "busbw_GBps"})
      if (const auto value = number(fields, column); !value) return tl::unexpected(value.error());
    row.time = time_of(*number(fields, "time_us"), *number(fields, "algbw_GBps"),
                       *number(fields, "busbw_GBps"), row);
    return {};
  }

  Status read_types(const std::vector<std::string_view>& fields, PublishedRow& row) const {
    if (const std::string_view dtype = *cell(fields, "dtype"); !dtype.empty()) {
      const Result<DataType> known = parse_data_type(dtype);
      if (!known) return wrong("{}", known.error().message);
      row.dtype = *known;
    }
    if (const std::string_view op = *cell(fields, "redop"); !op.empty() && op != "none") {
      const Result<ReduceOp> known = parse_reduce_op(op);
      if (!known) return wrong("{}", known.error().message);
      row.op = *known;
    }
    return {};
  }

  // The printed time, or one computed from a bandwidth: first from busbw, which keeps more digits than algbw.
  static std::optional<Time> time_of(std::optional<double> us, std::optional<double> algbw,
                                     std::optional<double> busbw, const PublishedRow& row) {
    const auto in_ps = [](double ps) -> std::optional<Time> {
      if (ps > most_us * 1e6) return std::nullopt;
      return Time{static_cast<std::int64_t>(std::llround(ps))};
    };
    if (us && *us > 0) return in_ps(*us * 1e6);
    const auto bytes = static_cast<double>(row.size.count);
    const double factor = busbw_factor(row.kind, row.ranks);
    if (busbw && *busbw > 0 && factor > 0) return in_ps(bytes * factor / *busbw * 1e3);
    if (algbw && *algbw > 0) return in_ps(bytes / *algbw * 1e3);
    return std::nullopt;
  }

  Status read_pair(const std::vector<std::string_view>& fields, PublishedRow& row) const {
    if (const Status read = read_whole(fields, "src", 0, most_gpus, row.from); !read) return read;
    if (const Status read = read_whole(fields, "dst", 0, most_gpus, row.to); !read) return read;
    if (table_.of_sizes)
      if (const Status read = read_whole<std::int64_t>(fields, "size_bytes", 0, most_bytes, row.size.count);
          !read)
        return read;
    const TableShape shape = columns_->shape;
    if (shape == TableShape::pair_latencies || shape == TableShape::pair_latencies_by_size) {
      const auto us = number(fields, "latency_us");
      if (!us) return tl::unexpected(us.error());
      if (*us) row.time = Time{static_cast<std::int64_t>(std::llround(**us * 1e6))};
      return {};
    }
    const bool in_megabytes = shape == TableShape::pair_rates_by_size;
    const auto rate = number(fields, in_megabytes ? "bw_MBps" : "bw_GBps");
    if (!rate) return tl::unexpected(rate.error());
    if (*rate && **rate > 0)
      row.bandwidth = Bandwidth{static_cast<std::int64_t>(std::llround(**rate * (in_megabytes ? 1e6 : 1e9)))};
    return {};
  }

  std::string_view text_;
  int line_ = 0;
  const Columns* columns_ = nullptr;
  PublishedTable table_;
};

}  // namespace

std::string PublishedTable::fact(std::string_view key) const {
  std::string all;
  for (const Fact& fact : facts) {
    if (fact.key != key) continue;
    if (!all.empty()) all += ' ';
    all += fact.value;
  }
  return all;
}

const PublishedRow& largest_row(const PublishedTable& table) {
  return *std::ranges::max_element(table.rows, {},
                                   [](const PublishedRow& row) { return std::pair(row.nodes, row.ranks); });
}

Provenance provenance_of(const PublishedTable& table) {
  Provenance provenance;
  for (const PublishedTable::Fact& fact : table.facts)
    if (fact.key == "provenance") add_line(provenance, fact.value);
  return provenance;
}

Result<PublishedTable> parse_published(std::string_view text, std::string_view file_name) {
  return TableReader(text, file_name).read();
}

Result<PublishedTable> read_published(const std::filesystem::path& path) {
  constexpr Bytes most = MiB(64);  // many ranks say much with NCCL_DEBUG=INFO
  const Result<std::string> text = read_unpacked(path, most);
  if (!text)
    return fail("{}; expected a table of measurements such as those in sim/measurements",
                text.error().message);
  if (looks_like_nccl_tests(*text)) return parse_nccl_tests(*text, path.string());
  if (const auto other = other_benchmark_in(*text)) return fail("{}: {}", path.string(), *other);
  Result<PublishedTable> table = parse_published(*text, path.string());
  if (!table && path.extension() == ".log")
    return fail("{}: expected a log of nccl-tests; no line has the titles algbw and busbw", path.string());
  return table;
}

std::vector<std::filesystem::path> published_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code none;  // a folder that does not exist has no tables
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (const auto ending = entry.path().extension(); ending == ".csv" || ending == ".log")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace commlab
