#include "core/experiment/experiment_options.h"

#include <algorithm>
#include <charconv>

#include "core/base/nearest.h"
#include "core/base/typed_bytes.h"
#include "core/base/words.h"
#include "core/routes/rank_paths.h"

namespace commlab {
namespace {

template <class Integer>
Result<Integer> parse_whole_number(std::string_view text) {
  Integer value{};
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return fail("{} is too large", text);
  if (error != std::errc{} || rest != text.data() + text.size())
    return fail("'{}' is not a whole number", text);
  return value;
}

template <class Integer>
Status read_number(Integer& into, std::string_view text) {
  return parse_whole_number<Integer>(text).map([&](Integer value) { into = value; });
}

constexpr int most_nccl_channels = 64;

Status read_at_least_one(int& into, std::string_view text, int most) {
  const Result<int> number = parse_whole_number<int>(text);
  if (!number) return tl::unexpected(number.error());
  if (*number < 1 || *number > most) return fail("{}; expected 1 to {}", *number, most);
  into = *number;
  return {};
}

Status read_ranks(std::vector<Rank>& into, std::string_view text) {
  std::vector<Rank> ranks;
  for (const std::string_view word : split_at(text, ',')) {
    const Result<Rank> rank = parse_whole_number<Rank>(word);
    if (!rank) return tl::unexpected(rank.error());
    ranks.push_back(*rank);
  }
  into = std::move(ranks);
  return {};
}

// "4,1,1/1,4,1/1,1,4"; whether the rows fit the ranks is checked later, when these are known.
Status read_counts(std::vector<CountRow>& into, std::string_view text) {
  std::vector<CountRow> rows;
  for (const std::string_view line : split_at(text, '/')) {
    CountRow& row = rows.emplace_back();
    for (const std::string_view word : split_at(line, ',')) {
      const Result<std::int64_t> count = parse_whole_number<std::int64_t>(word);
      if (!count) return tl::unexpected(count.error());
      row.push_back(*count);
    }
  }
  into = std::move(rows);
  return {};
}

template <class Value, std::size_t n>
Status read_choice(Value& into, std::string_view text, const NamedValue<Value> (&choices)[n]) {
  const auto* const found = std::ranges::find(choices, text, &NamedValue<Value>::name);
  if (found != std::end(choices)) {
    into = found->value;
    return {};
  }
  std::vector<std::string> names;
  for (const NamedValue<Value>& choice : choices) names.emplace_back(choice.name);
  return fail("'{}' is none of {}{}", text, fmt::join(names, ", "), suggestion(text, names));
}

// Whether the ranks of a relayed route exist is checked later, when the machine is known.
Status read_route(Experiment& e, std::string_view text) {
  if (text == "nccl")
    return fail(
        "NCCL's choice of routes is not modelled; expected direct, staged (through host "
        "memory), or a path over relays, as in 0-7-2");
  if (text != "direct" && text != "staged" && !names_a_path(text))
    return fail("unknown route '{}'; expected direct, staged, or a path over relays, as in 0-7-2", text);
  e.route = text == "direct"   ? RouteChoice{}
            : text == "staged" ? RouteChoice{.kind = RouteChoice::Kind::staged}
                               : relayed(std::string(text));
  return {};
}

Status read_flag(bool& into, std::string_view text) {
  if (!text.empty()) return fail("a flag takes no value; found '{}'", text);
  into = true;
  return {};
}

Status append_words(std::vector<std::string>& into, std::string_view text) {
  for (const std::string_view word : split_at(text, ',')) into.emplace_back(word);
  return {};
}

template <class T>
std::string join(const std::vector<T>& values) {
  return fmt::format("{}", fmt::join(values, ","));
}

std::string text_of_counts(const std::vector<CountRow>& rows) {
  std::vector<std::string> lines;
  for (const CountRow& row : rows) lines.push_back(join(row));
  return fmt::format("{}", fmt::join(lines, "/"));
}

// Empty, so left out of the line, where the option means nothing for this collective or backend.
std::string where(bool means_something, std::string text) { return means_something ? text : std::string{}; }
std::string flag(bool set) { return set ? "yes" : ""; }

const Experiment defaults;

using E = Experiment;
using Text = std::string_view;

constexpr ExperimentOption options[] = {
    {"on", "sim|host|tcp|mpi|cuda|nccl",
     "who runs it: the simulator, threads of this computer, processes over sockets, GPUs, or NCCL on them",
     [](E& e, Text t) { return read_choice(e.on, t, backend_names); },
     [](const E& e) { return std::string(name_of(e.on)); }},
    {"machine", "NAME|FILE|SPEC",
     "a name (hcm8), a file, or a family (switch:8,450GB/s,350ns); several nodes: \"2x dgx-h100\"; default: "
     "dgx-h100",
     [](E& e, Text t) -> Status {
       if (t.empty()) return fail("a name, a file or a family is missing");
       e.machine = t;
       return {};
     },
     [](const E& e) { return e.machine; }},
    {"nic", "400G", "rate of each NIC of a cluster; default: the one in the node's machine file",
     [](E& e, Text t) -> Status {
       e.nic = t;
       return {};
     },
     [](const E& e) { return e.nic; }},
    {"gpu", "A100", "model of the GPUs in a pasted nvidia-smi topo -m, which does not tell their rates",
     [](E& e, Text t) -> Status {
       e.gpu = t;
       return {};
     },
     [](const E& e) { return e.gpu; }},
    {"algorithm", "NAME|auto|all|nccl",
     "a name of commlab list algorithms (or hierarchical:INNER,OUTER); auto: the fastest in simulation; "
     "nccl: what NCCL would choose; native, or mpi: the library's own, on nccl and mpi; default: nccl where "
     "the machine has costs of NCCL's calls, and nothing says how data travel, else auto",
     [](E& e, Text t) -> Status {
       if (t.empty()) return fail("a name is missing");
       e.algorithm = t;
       return {};
     },
     [](const E& e) { return e.algorithm; }},
    {"nccl", "2.28",
     "with --algorithm nccl: the version of NCCL, from 2.8 on; default: the newest that is known",
     [](E& e, Text t) {
       return parse_nccl_version(t).map([&](NcclVersion version) { e.nccl.version = version; });
     },
     [](const E& e) { return where(e.nccl.version != defaults.nccl.version, to_text(e.nccl.version)); }},
    {"nccl-algo", "ring,tree",
     "with --algorithm nccl: NCCL_ALGO, the algorithms that NCCL may choose; ^ before the list excludes "
     "them; ^nvls,nvlstree is NCCL_NVLS_ENABLE=0",
     [](E& e, Text t) {
       return parse_nccl_algorithms(t).map(
           [&](auto algorithms) { e.nccl.algorithms = std::move(algorithms); });
     },
     [](const E& e) { return to_text(e.nccl.algorithms); }},
    {"nccl-proto", "ll,ll128,simple", "with --algorithm nccl: NCCL_PROTO, the protocols that NCCL may choose",
     [](E& e, Text t) {
       return parse_nccl_protocols(t).map([&](auto protocols) { e.nccl.protocols = std::move(protocols); });
     },
     [](const E& e) { return to_text(e.nccl.protocols); }},
    {"nccl-min-channels", "N", "with --algorithm nccl: NCCL_MIN_NCHANNELS",
     [](E& e, Text t) { return read_at_least_one(e.nccl.least_channels, t, most_nccl_channels); },
     [](const E& e) { return where(e.nccl.least_channels > 0, std::to_string(e.nccl.least_channels)); }},
    {"nccl-max-channels", "N", "with --algorithm nccl: NCCL_MAX_NCHANNELS",
     [](E& e, Text t) { return read_at_least_one(e.nccl.most_channels, t, most_nccl_channels); },
     [](const E& e) { return where(e.nccl.most_channels > 0, std::to_string(e.nccl.most_channels)); }},
    {"nccl-threads", "N", "with --algorithm nccl: NCCL_NTHREADS, 64, 128, 256 or 512 threads a channel",
     [](E& e, Text t) -> Status {
       if (const Status read = read_at_least_one(e.nccl.threads, t, 512); !read) return read;
       if (e.nccl.threads != 64 && e.nccl.threads != 128 && e.nccl.threads != 256 && e.nccl.threads != 512)
         return fail("{} threads; NCCL takes 64, 128, 256 or 512", e.nccl.threads);
       return {};
     },
     [](const E& e) { return where(e.nccl.threads > 0, std::to_string(e.nccl.threads)); }},
    {"protocol", "auto|simple|ll|ll128",
     "how messages are handed over, on machines whose file has costs for each protocol",
     [](E& e, Text t) { return read_choice(e.protocol, t, protocol_choices); },
     [](const E& e) { return where(e.protocol != defaults.protocol, std::string(name_of(e.protocol))); }},
    {"launch", "processes|thread|graph",
     "what starts the collective: on sim a process for each GPU, one thread for all GPUs in turn, or a CUDA "
     "graph; on nccl, graph replays NCCL's own calls from a CUDA graph; cuda always uses graphs",
     [](E& e, Text t) -> Status {
       const Result<LaunchMode> mode = parse_launch_mode(t);
       if (!mode) return tl::unexpected(mode.error());
       e.launch = *mode;
       return {};
     },
     [](const E& e) { return where(e.launch != defaults.launch, std::string(name_of(e.launch))); }},
    {"loop", "N",
     "the time of one of N calls in a row; nccl-tests makes 20, and so does sweep on sim; default elsewhere: "
     "1, a call alone, which all ranks begin together",
     [](E& e, Text t) { return read_at_least_one(e.loop, t, most_calls_in_a_row); },
     [](const E& e) { return where(e.loop != defaults.loop, std::to_string(e.loop)); }},
    {"ranks", "N", "number of ranks; default: the machine's GPUs",
     [](E& e, Text t) { return parse_whole_number<int>(t).map([&](int n) { e.ranks = n; }); },
     [](const E& e) { return where(e.ranks.has_value(), std::to_string(e.ranks.value_or(0))); }},
    {"ranks-per-node", "N", "ranks on each node, on its first GPUs; default: one for each GPU",
     [](E& e, Text t) { return parse_whole_number<int>(t).map([&](int n) { e.ranks_per_node = n; }); },
     [](const E& e) {
       return where(e.ranks_per_node.has_value(), std::to_string(e.ranks_per_node.value_or(0)));
     }},
    {"gpus-of-node", "0,2,4,6", "the GPUs of each node that have a rank; gpu1 is then the second of these",
     [](E& e, Text t) { return read_ranks(e.gpus_of_node, t); },
     [](const E& e) { return join(e.gpus_of_node); }},
    {"root", "R", "the root of broadcast, scatter, gather and reduce",
     [](E& e, Text t) { return read_number(e.root.emplace(), t); },
     [](const E& e) { return where(e.root.has_value(), std::to_string(e.root.value_or(0))); }},
    {"from", "A", "p2p: the sender", [](E& e, Text t) { return read_number(e.from, t); },
     [](const E& e) {
       return where(e.collective == CollectiveKind::p2p || e.from != defaults.from, std::to_string(e.from));
     }},
    {"to", "B[,C...]", "p2p: the receivers, all at once; default: 1",
     [](E& e, Text t) { return read_ranks(e.to, t); }, [](const E& e) { return join(e.to); }},
    {"size", "64MiB", "bytes of the whole vector, as nccl-tests counts them; default: 64MiB",
     [](E& e, Text t) { return parse_typed_bytes(t).map([&](Bytes size) { e.size = size; }); },
     [](const E& e) { return where(e.size.has_value(), to_text(e.size.value_or(Bytes{}))); }},
    {"count", "N",
     "number of elements, instead of --size; for each rank where every rank has a block of its own",
     [](E& e, Text t) {
       return parse_whole_number<std::int64_t>(t).map([&](std::int64_t n) { e.count = n; });
     },
     [](const E& e) { return where(e.count.has_value(), std::to_string(e.count.value_or(0))); }},
    {"counts", "4,1,1/1,4,1/1,1,4",
     "all_to_all with uneven counts, instead of --size: row r has the elements that rank r sends to each "
     "rank; one row is that of all ranks, as of a hot expert: 8,1,1,1; size and bandwidth count what a rank "
     "brings on average",
     [](E& e, Text t) { return read_counts(e.counts, t); },
     [](const E& e) { return text_of_counts(e.counts); }},
    {"dtype", "float32",
     "float32 float64 float16 bfloat16 float8_e4m3 float8_e5m2 int8 int32 int64 uint8 uint32 uint64; also as "
     "elsewhere: fp16, bf16, fp8, half, torch.bfloat16, ncclFloat",
     [](E& e, Text t) { return parse_data_type(t).map([&](DataType type) { e.dtype = type; }); },
     [](const E& e) { return std::string(name_of(e.dtype)); }},
    {"op", "sum", "how values are combined: sum prod min max avg",
     [](E& e, Text t) { return parse_reduce_op(t).map([&](ReduceOp op) { e.op = op; }); },
     [](const E& e) {
       return where(reduces(e.collective) || e.op != defaults.op, std::string(name_of(e.op)));
     }},
    {"data", "ones|ranks|index", "values in the ranks' buffers before the run",
     [](E& e, Text t) { return parse_data_pattern(t).map([&](DataPattern data) { e.data = data; }); },
     [](const E& e) { return std::string(name_of(e.data)); }},
    {"in-place", "", "input and output are the same memory",
     [](E& e, Text t) { return read_flag(e.in_place, t); }, [](const E& e) { return flag(e.in_place); }},
    {"channels", "N", "cut the vector into N parts that travel at the same time",
     [](E& e, Text t) { return read_number(e.channels, t); },
     [](const E& e) { return std::to_string(e.channels); }},
    {"pieces", "N|auto",
     "cut each part into N pieces that follow each other; auto: the fastest number for chains and trees, 1 "
     "for all others",
     [](E& e, Text t) -> Status {
       e.pieces.reset();
       if (t == "auto") return {};
       return parse_whole_number<int>(t).map([&](int n) { e.pieces = n; });
     },
     [](const E& e) { return e.pieces ? std::to_string(*e.pieces) : "auto"; }},
    {"ring", "0,1,...", "the order of the ranks in a ring or a tree",
     [](E& e, Text t) { return read_ranks(e.ring, t); }, [](const E& e) { return join(e.ring); }},
    {"per-node", "N", "ranks in each node of a hierarchical algorithm; default: the machine's nodes",
     [](E& e, Text t) { return parse_whole_number<int>(t).map([&](int n) { e.per_node = n; }); },
     [](const E& e) { return where(e.per_node.has_value(), std::to_string(e.per_node.value_or(0))); }},
    {"route", "direct|staged|0-7-2",
     "path of messages: direct, through host memory (staged), or, for p2p, over GPUs that relay (0-7-2)",
     [](E& e, Text t) { return read_route(e, t); },
     [](const E& e) {
       return where(e.collective == CollectiveKind::p2p || e.route != defaults.route, to_text(e.route));
     }},
    {"link-model", "fair|fifo|ideal",
     "how messages share a link: fairly (max-min), one after the other, or as if each were alone",
     [](E& e, Text t) { return read_choice(e.link_model, t, link_models); },
     [](const E& e) {
       return where(e.on == BackendName::sim || e.link_model != defaults.link_model,
                    std::string(name_of(e.link_model)));
     }},
    {"exact", "", "simulate every rank and every transfer, without shortcuts",
     [](E& e, Text t) { return read_flag(e.exact, t); }, [](const E& e) { return flag(e.exact); }},
    {"slow", "gpu3.nvlink:17/18",
     "what is left of a device's rate, or of a link's (gpu0-gpu1, gpu3.nvlink, node0.nic3): a part (17/18, "
     "50%), PCIe lanes (gpu3.pcie:x8) or a rate (200G), which NCCL's search sees; or how many times slower "
     "it is than it says (4x); gpu3:2x: this GPU's work takes twice as long",
     [](E& e, Text t) { return append_words(e.slow, t); }, [](const E& e) { return join(e.slow); }},
    {"late", "gpu0-gpu1:10us", "add this latency to a link; gpu3:50us: this GPU's rank begins later",
     [](E& e, Text t) { return append_words(e.late, t); }, [](const E& e) { return join(e.late); }},
    {"cut", "node0.nic3",
     "remove a link (gpu0-gpu1) or a device with all its links; a NIC whose only way is cut is dead",
     [](E& e, Text t) { return append_words(e.cut, t); }, [](const E& e) { return join(e.cut); }},
    {"jitter", "5%", "make each transfer longer by a random share, up to this one (see --seed)",
     [](E& e, Text t) -> Status {
       e.jitter = t;
       return {};
     },
     [](const E& e) { return e.jitter; }},
    {"absent", "R[,R...]", "ranks that never take part, so that others wait for them",
     [](E& e, Text t) { return read_ranks(e.absent, t); }, [](const E& e) { return join(e.absent); }},
    {"seed", "N", "seed of all random numbers", [](E& e, Text t) { return read_number(e.seed, t); },
     [](const E& e) { return where(!e.jitter.empty() || e.seed != defaults.seed, std::to_string(e.seed)); }},
    {"fused", "", "receive and pass on in one instruction",
     [](E& e, Text t) { return read_flag(e.fused, t); }, [](const E& e) { return flag(e.fused); }},
    {"streaming", "", "sim, with --fused: pass bytes on as they arrive, before the message is complete",
     [](E& e, Text t) { return read_flag(e.streaming, t); }, [](const E& e) { return flag(e.streaming); }},
    {"slots", "N", "messages a connection holds before its sender must wait; default: 8",
     [](E& e, Text t) { return parse_whole_number<int>(t).map([&](int n) { e.slots = n; }); },
     [](const E& e) { return where(e.slots.has_value(), std::to_string(e.slots.value_or(0))); }},
    {"copy", "ce|sm", "cuda: what copies: the copy engines (ce), or a kernel on the multiprocessors (sm)",
     [](E& e, Text t) { return read_choice(e.copy, t, copied_by); },
     [](const E& e) {
       return where(e.on == BackendName::cuda || e.copy != defaults.copy, std::string(name_of(e.copy)));
     }},
    {"links", "all|nvlink", "links that the bound may use: all, or NVLinks only",
     [](E& e, Text t) { return read_choice(e.links, t, link_choices); },
     [](const E& e) { return std::string(name_of(e.links)); }},
};

}  // namespace

std::span<const ExperimentOption> experiment_options() { return options; }

Status read_option(const ExperimentOption& option, Experiment& experiment, std::string_view text) {
  return option.read(experiment, text).map_error([&](const Error& error) {
    return Error{.message = fmt::format("--{}: {}", option.name, error.message), .fault = error.fault};
  });
}

}  // namespace commlab
