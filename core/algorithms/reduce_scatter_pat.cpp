// The all_gather of parallel aggregated trees backwards: near partners come first and get most of the
// partial sums; the far partner comes last and gets one sum only.
//
//   p = 8, rank r:    d = 1:  sends sums for r+1 r+3 r+5 r+7 to r+1
//                     d = 2:  sends sums for r+2 r+6         to r+2
//                     d = 4:  sends the sum for r+4          to r+4
//
// Cost: ceil(log2 p) alpha + (p-1)/p S (beta + gamma).
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm all_gather_pat;

extern constinit const Algorithm reduce_scatter_pat = {
    .name = "pat",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Many sums go to near partners first, one sum to the far one last: parallel aggregated trees.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S (beta + gamma)",
    .source =
        "Jeaugey, PAT: a new algorithm for all-gather and reduce-scatter operations at scale, "
        "arXiv:2506.20252, 2025; NCCL 2.23, src/include/collectives.h (here with full aggregation)",
    .supports = any_ranks,
    .write = backwards<all_gather_pat>,
};

}  // namespace commlab
