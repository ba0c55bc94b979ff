#pragma once
// What NCCL, or RCCL, may have done where a table was published: the algorithms among which its time is
// looked for, and in how many pieces they send.

#include <string>
#include <vector>

#include "core/machine/machine.h"
#include "core/published/published_setting.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/layout.h"

namespace commlab {

// Those the header forces; else those that the libraries have, and would take where ranks lie like this.
std::vector<const Algorithm*> nccl_candidates(const Collective&, const PublishedSetting&, const Layout&);

// A chain, or a tree made of chains, passes pieces of all channels at once; others send a message whole: 1.
int nccl_pieces(const Algorithm&, const Machine&, const std::string& protocol, Bytes size);

}  // namespace commlab
