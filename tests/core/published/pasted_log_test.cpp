// Logs as people paste them: whatever stands around a table, its rows are those of the plain log. The layouts
// are those of nccl-tests and rccl-tests since 2018; the numbers are made up.

#include <functional>

#include <gtest/gtest.h>

#include "core/published/nccl_tests_log.h"
#include "core/published/published_setting.h"

namespace commlab {
namespace {

// A version's output, and what it says.
struct VersionLog {
  const char* name;
  std::string text;
  CollectiveKind kind;
  int ranks, nodes;
  std::vector<std::pair<std::int64_t, double>> rows;  // bytes, microseconds
};

std::string ranks_text(int ranks, int nodes, const char* group, const char* gpu) {
  std::string text = "# Using devices\n";
  for (int rank = 0; rank < ranks; ++rank) {
    const int device = rank % (ranks / nodes);
    text += fmt::format("#  Rank {:2}{} Pid {:6} on     gpu-{} device {:2} [0x{:02x}] {}\n", rank, group,
                        4000 + rank, 1 + rank / (ranks / nodes), device, 16 + device, gpu);
  }
  return text + "#\n";
}

const char* const two_sides = "#                              out-of-place                in-place\n";

std::vector<VersionLog> version_logs() {
  const char* const end = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 100.5\n#\n";
  const std::string header =
      "# nThread 1 nGpus 1 minBytes 8 maxBytes 16777216 step: 2(factor) warmup iters: 5 iters: 20 ";
  return {
      {"2.0 of 2018, all_reduce",
       header + "validation: 1 \n#\n" + ranks_text(4, 1, "", "Tesla V100-SXM2-16GB") + two_sides +
           "#       size         count    type   redop     time   algbw   busbw  error     time   algbw   "
           "busbw  error\n"
           "           8             2   float     sum    21.15    0.00    0.00  2e-07    20.93    0.00    "
           "0.00  1e-07\n"
           "    16777216       4194304   float     sum    340.2   49.32   73.97  4e-07    339.9   49.36   "
           "74.04  4e-07\n" +
           end,
       CollectiveKind::all_reduce,
       4,
       1,
       {{8, 21.15}, {16777216, 340.2}}},
      {"2.0 of 2018, broadcast",
       header + "validation: 1 \n#\n" + ranks_text(4, 1, "", "Tesla V100-SXM2-16GB") + two_sides +
           "#       size         count    type    root     time   algbw   busbw  error     time   algbw   "
           "busbw  error\n"
           "    16777216       4194304   float       0    240.2   69.85   69.85  0e+00    239.9   69.93   "
           "69.93  0e+00\n" +
           end,
       CollectiveKind::broadcast,
       4,
       1,
       {{16777216, 240.2}}},
      {"2.12, two nodes, reduce_scatter",
       header + "agg iters: 1 validation: 1 graph: 0\n#\n" +
           ranks_text(16, 2, "  Group  0", "NVIDIA A100-SXM4-80GB") + two_sides +
           "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
           "algbw   busbw #wrong\n"
           "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  "
           "(GB/s)  (GB/s)\n"
           "        1024            16     float     sum      -1    30.12    0.03    0.03      0    29.87    "
           "0.03    0.03      0\n"
           "    16777216        262144     float     sum      -1    401.5   41.79   39.18      0    400.1   "
           "41.93   39.31      0\n" +
           end,
       CollectiveKind::reduce_scatter,
       16,
       2,
       {{1024, 30.12}, {16777216, 401.5}}},
      {"2.17, named, not checked",
       "# Collective test starting: alltoall_perf\n" + header + "agg iters: 1 validation: 0 graph: 0\n#\n" +
           ranks_text(8, 1, "  Group  0", "NVIDIA H100 80GB HBM3") + two_sides +
           "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   "
           "algbw   busbw  #wrong\n"
           "    16777216        524288     float    none      -1    101.5  165.29  144.63     N/A    100.1  "
           "167.60  146.65     N/A\n" +
           end,
       CollectiveKind::all_to_all,
       8,
       1,
       {{16777216, 101.5}}},
      {"2.19 with -I and -S",
       "# Collective test starting: all_gather_perf\n" + header + "agg iters: 1 validation: 1 graph: 0\n#\n" +
           ranks_text(8, 1, "  Group  0", "NVIDIA H100 80GB HBM3") + two_sides +
           "#       size         count      type   redop    root     time   algbw   busbw  #wrong    i_min   "
           " i_max    i_p99    i_cv%     time   algbw   busbw  #wrong    i_min    i_max    i_p99    i_cv%  "
           "timestamp\n"
           "    16777216        524288     float    none      -1     91.5  183.36  160.44       0    90.02   "
           " 99.10    98.70     2.31     90.1  186.21  162.93       0    89.10    97.20    97.10     2.11  "
           "2026-02-16 10:00:02\n" +
           end,
       CollectiveKind::all_gather,
       8,
       1,
       {{16777216, 91.5}}},
      {"one half",
       "# Collective test starting: all_reduce_perf\n" + header + "\n#\n" +
           ranks_text(8, 1, "  Group  0", "AMD Instinct MI300X") +
           "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
           "    16777216       4194304     float     sum      -1    131.5  127.58  223.27      0\n" +
           end,
       CollectiveKind::all_reduce,
       8,
       1,
       {{16777216, 131.5}}},
      {"more values than a half is wide",
       "# Collective test starting: all_reduce_perf\n" + header + "\n#\n" +
           ranks_text(8, 1, "  Group  0", "AMD Instinct MI300X") +
           "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
           "algbw   busbw #wrong\n"
           "  1073741824     268435456     float     sum      -1   6031.5  178.02  311.54      0   1.2e+05   "
           " 8.95   15.66      0\n" +
           end,
       CollectiveKind::all_reduce,
       8,
       1,
       {{1073741824, 6031.5}}},
  };
}

// What is done to a log.
struct Paste {
  const char* name;
  std::function<std::string(const std::string&)> of;
};

using OfLine = std::function<std::string(const std::string& line, int number)>;
std::string each_line(const std::string& text, const OfLine& of) {
  std::string all;
  int number = 0;
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find('\n', first), text.size());
    all += of(text.substr(first, end - first), number++) + '\n';
    first = end + 1;
  }
  return all;
}

Paste before_each(const char* name, const OfLine& prefix) {
  return {name, [=](const std::string& text) {
            return each_line(text, [&](const std::string& line, int n) { return prefix(line, n) + line; });
          }};
}
Paste before_each(const char* prefix) {
  return before_each(prefix, [=](const std::string&, int) { return std::string(prefix); });
}

bool is_row(const std::string& line) { return line.starts_with("  ") && line.find("  float") != line.npos; }

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// Before each piece that the program writes: behind the root, and behind each half.
std::string in_pieces(const std::string& line, const std::string& prefix) {
  if (!is_row(line)) return prefix + line;
  std::string all = prefix + line;
  const std::size_t type = all.find("float");
  for (const char* const piece : {"    -1 ", "     0 "})
    if (const std::size_t at = all.find(piece, type); at != all.npos) {
      all.insert(at + 6, prefix);
      break;
    }
  return all;
}

std::vector<Paste> pastes() {
  std::vector<Paste> all;
  for (const char* const prefix : {"[0] ",
                                   "[0]",
                                   "[1,0]<stdout>:",
                                   "[1,0]<stdout>: ",
                                   "[prterun-gpu-1-88@1,0]<stdout>:",
                                   "0: ",
                                   " 0: ",
                                   "0:",
                                   "000: ",
                                   "Mon Feb 16 10:00:02 2026<stdout>:",
                                   "worker-0  | ",
                                   "nccl_1 | ",
                                   "gpu-1: ",
                                   "gpu-1.lab.org: ",
                                   "[pod/nccl-launcher-x7k2p/main] ",
                                   "[rank0]: ",
                                   "[default0]:",
                                   "(pid=4711, ip=10.0.0.7) ",
                                   "INFO:root:",
                                   "INFO - ",
                                   "[INFO] ",
                                   "stdout | ",
                                   "> ",
                                   ">> ",
                                   "| ",
                                   "    ",
                                   "\t",
                                   " * ",
                                   "// ",
                                   "\x1b[36m(main pid=4711)\x1b[0m ",
                                   "\x1b[32m[1,0]<stdout>:\x1b[0m",
                                   "&gt; ",
                                   "2> ",
                                   "#> "})
    all.push_back(before_each(prefix));
  all.push_back(before_each("kubectl --timestamps", [](const std::string&, int n) {
    return fmt::format("2026-02-16T10:{:02}:{:02}.{:09}Z ", n / 60, n % 60, 7919 * n);
  }));
  all.push_back(before_each("syslog", [](const std::string&, int n) {
    return fmt::format("Feb {:2} 10:00:{:02} gpu-1 nccl[{}]: ", n < 5 ? 9 : 10, n % 60, 981);
  }));
  all.push_back(before_each("python", [](const std::string&, int n) {
    return fmt::format("2026-02-16 10:00:{:02},{:03} - bench - INFO - ", n % 60, 37 * n % 1000);
  }));
  all.push_back(before_each("glog", [](const std::string&, int n) {
    return fmt::format("I0216 10:00:{:02}.{:06}  4711 run.cc:{}] ", n % 60, 1234 * n, 9 + n);
  }));
  all.push_back(before_each("time since the start",
                            [](const std::string&, int n) { return fmt::format("[{:8.3f}] ", 0.7 * n); }));
  all.push_back({"plain", [](const std::string& text) { return text; }});
  all.push_back({"CRLF", [](const std::string& text) { return replaced(text, "\n", "\r\n"); }});
  all.push_back(
      {"blanks of a web page", [](const std::string& text) { return replaced(text, " ", "\xc2\xa0"); }});
  all.push_back({"tabs", [](const std::string& text) { return replaced(text, "   ", "\t"); }});
  all.push_back({"one blank", [](std::string text) {
                   while (text.find("  ") != text.npos) text = replaced(text, "  ", " ");
                   return text;
                 }});
  all.push_back({"no # at all", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     return line.starts_with('#') ? line.substr(1) : line;
                   });
                 }});
  all.push_back({"escaped #", [](const std::string& text) { return replaced(text, "#", "\\#"); }});
  all.push_back({"trimmed", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     const std::size_t first = line.find_first_not_of("# ");
                     return first == line.npos ? "" : line.substr(first);
                   });
                 }});
  all.push_back({"code fence", [](const std::string& text) {
                   return "I see this, is it good?\n\n```bash\n$ ./run.sh\n" + text +
                          "```\nThanks, 2 nodes follow.\n";
                 }});
  all.push_back({"Docker's logger", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     return R"({"log":")" + line + R"(\n","stream":"stdout","time":"2026-02-16T10:00:02Z"})";
                   });
                 }});
  all.push_back({"logfmt", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int n) {
                     return fmt::format("time=\"2026-02-16T10:00:{:02}Z\" level=info msg=\"{}\"", n % 60,
                                        line);
                   });
                 }});
  all.push_back({"UTF-16", [](const std::string& text) {
                   std::string wide = "\xff\xfe";
                   for (const char c : text) (wide += c) += '\0';
                   return wide;
                 }});
  all.push_back({"colours", [](const std::string& text) {
                   return each_line(
                       text, [](const std::string& line, int) { return "\x1b[1;31m" + line + "\x1b[0m"; });
                 }});
  for (const char* const prefix : {"[0] ", "[1,0]<stdout>:", "0: ", "gpu-1: ", "worker-0  | "})
    all.push_back({"in pieces", [=](const std::string& text) {
                     return each_line(text,
                                      [&](const std::string& line, int) { return in_pieces(line, prefix); });
                   }});
  all.push_back(
      {"another rank's line in the middle of a row", [](const std::string& text) {
         return each_line(text, [](const std::string& line, int) {
           if (!is_row(line)) return line;
           return in_pieces(line, "gpu-2:33:44 [1] NCCL INFO Channel 00/0 : 1[1] -> 2[2] via P2P/IPC\n")
               .substr(std::string_view("gpu-2:33:44 [1] NCCL INFO Channel 00/0 : 1[1] -> 2[2] via P2P/IPC\n")
                           .size());
         });
       }});
  all.push_back({"lines of NCCL between the rows", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     return "gpu-1:4000:4011 [0] NCCL INFO comm 0x5581 rank 0 nranks 8 cudaDev 0\n" + line;
                   });
                 }});
  all.push_back({"borders of a table", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     if (!is_row(line)) return line;
                     std::string bars = line;
                     for (std::size_t i = 1; i < bars.size(); ++i)
                       if (bars[i] == ' ' && bars[i - 1] == ' ') bars[i] = '|';
                     return bars;
                   });
                 }});
  all.push_back({"thousands", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     if (!is_row(line)) return line;
                     return replaced(replaced(replaced(replaced(line, " 16777216", "  16,777,216"), "4194304",
                                                       "4,194,304"),
                                              "262144", "262,144"),
                                     "6031.5", "6,031.5");
                   });
                 }});
  all.push_back({"broken at 100 letters", [](const std::string& text) {
                   return each_line(text, [](const std::string& line, int) {
                     if (line.size() <= 100 || !is_row(line)) return line;
                     const std::size_t blank = line.rfind(' ', 100);
                     return line.substr(0, blank) + '\n' + line.substr(blank);
                   });
                 }});
  return all;
}

TEST(PastedLog, GivesTheRowsOfThePlainOneWhateverStandsAroundThem) {
  for (const VersionLog& layout : version_logs())
    for (const Paste& paste : pastes()) {
      const std::string text = paste.of(layout.text);
      SCOPED_TRACE(fmt::format("{} / {}\n{}", layout.name, paste.name, text));
      const Result<PublishedTable> table = parse_nccl_tests(text, "lab.log");
      EXPECT_TRUE(table) << table.error().message;
      if (!table) continue;
      EXPECT_EQ(table->rows.size(), layout.rows.size());
      if (table->rows.size() != layout.rows.size()) continue;
      for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        EXPECT_EQ(table->rows[i].size.count, layout.rows[i].first);
        EXPECT_EQ(table->rows[i].time->ps, std::llround(layout.rows[i].second * 1e6));
        EXPECT_EQ(table->rows[i].kind, layout.kind);
        EXPECT_EQ(table->rows[i].ranks, layout.ranks);
        EXPECT_EQ(table->rows[i].nodes, layout.nodes);
      }
      const Result<PublishedTable> plain = parse_nccl_tests(layout.text, "lab.log");
      ASSERT_TRUE(plain);
      EXPECT_EQ(table->fact("gpu"), plain->fact("gpu"));
      EXPECT_EQ(table->fact("launch"), plain->fact("launch"));
      EXPECT_TRUE(table->left_out.empty()) << table->left_out.front();
    }
}

}  // namespace
}  // namespace commlab
