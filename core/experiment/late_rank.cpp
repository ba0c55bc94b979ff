#include "core/experiment/late_rank.h"

#include <algorithm>

#include "core/base/numbers.h"

namespace commlab {
namespace {

Result<LateRank> late_rank(std::string_view text, int ranks) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view who = text.substr(0, colon);
  if (who.find('-') != who.npos)
    return fail(
        "--late '{}': real hardware has no slower links; a rank can begin later, as in gpu3:50us, and "
        "--on sim knows links, too",
        text);
  const Result<Time> more = parse_time(text.substr(std::min(colon + 1, text.size())));
  if (!more)
    return fail("--late '{}': {}; expected a GPU and a time, as in gpu3:50us", text, more.error().message);
  const std::optional<int> rank =
      who.starts_with("gpu") ? parse_number<int>(who.substr(3)) : std::optional<int>();
  if (!rank || *rank < 0 || *rank >= ranks)
    return fail("--late '{}': '{}' stands for no rank; expected gpu0 to gpu{}", text, who, ranks - 1);
  if (*more > longest_lateness)
    return fail("--late '{}': a real rank waits {} at most; --on sim takes any time", text,
                to_human(longest_lateness));
  return LateRank{*rank, *more};
}

}  // namespace

Result<std::vector<LateRank>> late_ranks(std::span<const std::string> late, int ranks) {
  std::vector<LateRank> all;
  for (const std::string& text : late) {
    const Result<LateRank> one = late_rank(text, ranks);
    if (!one) return tl::unexpected(one.error());
    all.push_back(*one);
    if (lateness_of(one->rank, all) > longest_lateness)
      return fail("--late: rank {} would wait {} in all; expected {} at most", one->rank,
                  to_human(lateness_of(one->rank, all)), to_human(longest_lateness));
  }
  return all;
}

Time lateness_of(Rank rank, std::span<const LateRank> late) {
  Time all;
  for (const LateRank& each : late)
    if (each.rank == rank) all += each.more;
  return all;
}

}  // namespace commlab
