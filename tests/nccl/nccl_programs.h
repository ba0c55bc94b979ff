#pragma once
// Helpers shared by the tests of the nccl backend: small programs, and a paper NCCL and CUDA that start
// again.

#include "core/programs/programs_for.h"
#include "gpu/nccl/nccl_on_call.h"
#include "tests/cuda/cuda_programs.h"
#include "tests/cuda/paper_cuda.h"
#include "tests/nccl/paper_nccl.h"

namespace commlab {

inline void reset(const paper_cuda::Settings& cuda, const paper_nccl::Settings& nccl = {}) {
  paper_cuda::reset(cuda);
  paper_nccl::reset(nccl);
}

// A run whose communicators are not kept.
inline Result<Run> run_on_nccl(const Programs& programs, const RunOptions& options,
                               const RealRunOptions& real) {
  NcclOnCall on_call;
  return run_on_nccl(programs, on_call, options, real);
}

inline Collective collective_of(CollectiveKind kind, int ranks, std::int64_t count = 23) {
  Collective c{.kind = kind, .ranks = ranks, .count = count, .root = ranks / 2};
  if (c.kind == CollectiveKind::p2p) {
    c.from = ranks - 1;
    c.to = {0};
    if (ranks > 2) c.to.push_back(1);
  }
  return c;
}

inline Programs ring_all_reduce(int ranks) {
  const Collective c = collective_of(CollectiveKind::all_reduce, ranks, 64);
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

inline std::string text(const Collective& c) {
  return fmt::format("{} ranks={} {} {} {}", name_of(c.kind), c.ranks, name_of(c.dtype), name_of(c.op),
                     c.in_place ? "in place" : "");
}

}  // namespace commlab
