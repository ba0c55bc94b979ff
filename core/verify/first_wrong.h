#pragma once
// Finds where a wrong value first became wrong. Some mistakes are visible where they happen: different blocks
// are combined, a rank is counted twice, a block is in another block's place. Others are visible only at the
// end, when something is missing: these are searched for among the versions that led to the value.

#include <optional>
#include <string>
#include <vector>

#include "core/verify/symbolic_history.h"

namespace commlab::story {

struct Suspect {
  VersionId version;
  std::string reason;  // "different blocks are combined here"
};

// Every version from which a version was made, itself included, in order of creation; empty for nothing.
std::vector<VersionId> ancestry(const History&, VersionId);

// The first of the versions whose mistake is visible where it happens.
std::optional<Suspect> first_plainly_wrong(const History&, const std::vector<VersionId>&);
std::optional<Suspect> first_plainly_wrong(const History&);  // looks at all versions

// The version with which contributions were lost: overwritten unread, left behind by a sender that
// had them, or passed on by a rank that did not add its own. `made_of`: the ancestry of the result.
std::optional<Suspect> where_lost(const History&, const std::vector<VersionId>& made_of,
                                  const std::vector<Contributions::Run>& missing);

}  // namespace commlab::story
