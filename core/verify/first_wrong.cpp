#include "core/verify/first_wrong.h"

#include <algorithm>
#include <set>

#include "core/base/index.h"

namespace commlab::story {
namespace {

using Runs = std::vector<Contributions::Run>;

bool intersects(const Contributions& values, ValueId value, const Runs& runs) {
  for (const Contributions::Run& run : runs)
    for (Rank rank = run.first; rank < run.last; ++rank)
      if (values.has(value, rank)) return true;
  return false;
}

// Why a version is wrong although its operands are right; empty otherwise.
std::string wrong_here(const History& h, VersionId id) {
  const Version& v = h.version(id);
  if (v.event == nothing) return "";
  const Contributions& values = h.values;
  const auto already = [&](auto claim) {
    return (v.with != nothing && claim(h.version(v.with).value)) || claim(h.version(v.incoming).value);
  };
  const auto is_mixed = [&](ValueId x) { return values.chunk(x) == Contributions::mixed; };
  const auto repeats = [&](ValueId x) { return values.repeats(x); };
  if (is_mixed(v.value) && !already(is_mixed)) return "different blocks are combined here";
  if (repeats(v.value) && !already(repeats))
    return fmt::format("from here on it counts {}", ranks_to_text(values.repeated(v.value)));
  // In an all_to_all every block changes its place.
  if (h.programs.collective.kind == CollectiveKind::all_to_all || is_mixed(v.value)) return "";
  const bool displaced = values.chunk(v.value) != h.place(id);
  const Version& from = h.version(v.incoming);
  const bool was = from.event != nothing && h.place(v.incoming) != values.chunk(from.value);
  return displaced && !was ? "it is stored in another block's place" : "";
}

// Asks how a version lost contributions that are missing in a result. Each answer is a reason, or
// empty.
class LossFinder {
 public:
  LossFinder(const History& h, const std::vector<VersionId>& made_of, const Runs& missing)
      : h_(h),
        missing_(missing),
        chunk_(h.values.chunk(h.version(made_of.back()).value)),
        kept_(made_of.begin(), made_of.end()),
        last_at_(index(h.programs.collective.ranks), nothing) {
    for (VersionId v = 0; v < static_cast<VersionId>(h.versions.size()); ++v)
      if (h.version(v).event != nothing && !kept_.contains(v) && has_missing(v)) elsewhere_.push_back(v);
    for (const VersionId v : made_of)
      if (h.version(v).event != nothing) last_at_[by(v).rank] = v;
  }

  std::string overwrites(VersionId id) const {
    const VersionId lost = h_.version(id).overwritten;
    if (lost == nothing || kept_.contains(lost) || !has_missing(lost)) return "";
    return fmt::format("it overwrites {}, which nobody has read", h_.values.text(h_.version(lost).value));
  }

  std::string leaves_behind(VersionId id) const {
    if (by(id).taken == nothing) return "";
    const EventId sent = h_.sender(by(id));
    const Rank sender = h_.done(sent).rank;
    const auto better = std::ranges::find_if(
        elsewhere_, [&](VersionId v) { return by(v).rank == sender && h_.version(v).event < sent; });
    if (better == elsewhere_.end()) return "";
    return fmt::format("rank {} had {} by then", sender, h_.values.text(h_.version(*better).value));
  }

  // The rank stores the value as it came, or adds nothing to it before the value leaves the rank.
  std::string forgets_own(VersionId id) const {
    const Rank rank = by(id).rank;
    const bool own_is_missing = std::ranges::any_of(
        missing_, [&](Contributions::Run run) { return run.first <= rank && rank < run.last; });
    if (!own_is_missing || h_.values.has(h_.version(id).value, rank)) return "";
    const bool stored_as_it_came = by(id).taken != nothing && h_.version(id).with == nothing;
    if (!stored_as_it_came && last_at_[rank] != id) return "";
    return fmt::format("rank {} does not add its own", rank);
  }

 private:
  const Done& by(VersionId id) const { return h_.done(h_.version(id).event); }
  bool has_missing(VersionId v) const {
    const ValueId value = h_.version(v).value;
    return h_.values.chunk(value) == chunk_ && intersects(h_.values, value, missing_);
  }

  const History& h_;
  const Runs& missing_;
  int chunk_;                         // the chunk of the vector that is wrong
  std::set<VersionId> kept_;          // what the result was made of
  std::vector<VersionId> elsewhere_;  // other versions of the chunk that have something missing
  std::vector<VersionId> last_at_;    // at each rank, the last version that the result was made of
};

}  // namespace

std::vector<VersionId> ancestry(const History& h, VersionId id) {
  std::set<VersionId> all;
  std::vector<VersionId> open = {id};
  while (!open.empty()) {
    const VersionId v = open.back();
    open.pop_back();
    if (v == nothing || !all.insert(v).second) continue;
    open.push_back(h.version(v).with);
    open.push_back(h.version(v).incoming);
  }
  return {all.begin(), all.end()};
}

std::optional<Suspect> first_plainly_wrong(const History& h, const std::vector<VersionId>& candidates) {
  for (const VersionId id : candidates)
    if (std::string reason = wrong_here(h, id); !reason.empty()) return Suspect{id, std::move(reason)};
  return std::nullopt;
}

std::optional<Suspect> first_plainly_wrong(const History& h) {
  for (VersionId id = 0; id < static_cast<VersionId>(h.versions.size()); ++id)
    if (std::string reason = wrong_here(h, id); !reason.empty()) return Suspect{id, std::move(reason)};
  return std::nullopt;
}

std::optional<Suspect> where_lost(const History& h, const std::vector<VersionId>& made_of,
                                  const Runs& missing) {
  const LossFinder finder(h, made_of, missing);
  for (const VersionId id : made_of) {
    if (h.version(id).event == nothing) continue;
    for (const auto look : {&LossFinder::overwrites, &LossFinder::leaves_behind, &LossFinder::forgets_own})
      if (std::string reason = (finder.*look)(id); !reason.empty()) return Suspect{id, std::move(reason)};
  }
  return std::nullopt;
}

}  // namespace commlab::story
