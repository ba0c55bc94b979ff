#include "gui/cli/reports/script/script_json.h"

#include "gui/cli/output/data.h"

namespace commlab {
namespace {

// JSON has no infinities and no NaN, so these become texts. A value that nobody wrote is null.
Json value_json(double value, bool known) {
  if (!known) return nullptr;
  if (value != value) return "nan";
  if (value - value != 0) return value > 0 ? "inf" : "-inf";
  return value;
}

Json values_json(const std::vector<double>& values, const std::vector<bool>& known) {
  Json all = Json::array();
  for (std::size_t i = 0; i < values.size(); ++i) all.push_back(value_json(values[i], known[i]));
  return all;
}

Json time_json(Time time) { return time == never ? Json(nullptr) : Json(seconds_of(time)); }

std::string_view name_of(ScriptLane lane) {
  switch (lane) {
    case ScriptLane::host: return "host";
    case ScriptLane::compute: return "compute";
    case ScriptLane::communication: return "communication";
  }
  return "";
}

std::string_view name_of(ScriptSpan::Kind kind) {
  switch (kind) {
    case ScriptSpan::Kind::works: return "works";
    case ScriptSpan::Kind::carries: return "carries";
    case ScriptSpan::Kind::waits: return "waits";
  }
  return "";
}

Json ranks_json(const ScriptRun& run) {
  Json all = Json::array();
  for (Rank rank = 0; rank < run.ranks; ++rank) {
    Json tensors = Json::object();
    for (const ScriptTensor& t : run.tensors)
      if (t.rank == rank)
        tensors[t.name] = {{"dtype", commlab::name_of(t.dtype)},
                           {"before", values_json(t.before, t.before_known)},
                           {"after", values_json(t.after, t.after_known)}};
    all.push_back({{"rank", rank},
                   {"through_s", time_json(run.through[rank])},
                   {"exposed_s", time_json(run.exposed[rank])},
                   {"tensors", tensors}});
  }
  return all;
}

Json spans_json(const ScriptRun& run) {
  Json all = Json::array();
  for (const ScriptSpan& s : run.spans)
    all.push_back({{"rank", s.rank},
                   {"lane", name_of(s.lane)},
                   {"stream", s.stream},
                   {"kind", name_of(s.kind)},
                   {"line", s.line},
                   {"what", s.what},
                   {"start_s", time_json(s.start)},
                   {"end_s", time_json(s.end)},
                   {"unfinished", s.unfinished}});
  return all;
}

Json calls_json(const ScriptRun& run) {
  Json all = Json::array();
  for (const ScriptCall& c : run.calls)
    all.push_back({{"what", c.what},
                   {"ranks", c.ranks},
                   {"group", c.group},
                   {"sequence", c.sequence},
                   {"bytes", c.size.count},
                   {"matched_s", c.matched ? time_json(*c.matched) : Json(nullptr)}});
  return all;
}

Json waits_json(const ScriptRun& run) {
  Json all = Json::array();
  for (const ScriptWait& w : run.waits)
    all.push_back({{"rank", w.rank},
                   {"line", w.line},
                   {"what", w.what},
                   {"on", w.on},
                   {"on_line", w.on_line},
                   {"why", w.why}});
  return all;
}

}  // namespace

std::string script_json(const ScriptRun& run) {
  Json json = {{"machine", run.machine},
               {"flavour", run.flavour},
               {"outcome", commlab::name_of(run.outcome)},
               {"caveat", run.caveat},
               {"finish_s", time_json(run.finish)},
               {"ranks", ranks_json(run)},
               {"waits", waits_json(run)},
               {"cycle", run.cycle},
               {"culprit", nullptr},
               {"prints", Json::array()},
               {"sums", Json::array()},
               {"timers", Json::array()},
               {"calls", calls_json(run)},
               {"spans", spans_json(run)}};
  if (run.culprit)
    json["culprit"] = {{"rank", run.culprit->rank},
                       {"line", run.culprit->line},
                       {"why", run.culprit->why},
                       {"alike", run.culprit->alike}};
  if (run.seed) json["seed"] = *run.seed;
  for (const ScriptPrint& p : run.prints)
    json["prints"].push_back({{"at_s", time_json(p.at)},
                              {"rank", p.rank},
                              {"line", p.line},
                              {"text", p.text},
                              {"is_error", p.is_error}});
  for (const ScriptSum& s : run.sums)
    json["sums"].push_back(
        {{"call", s.call}, {"element", s.element}, {"order", s.order}, {"value", value_json(s.value, true)}});
  for (const ScriptTimer& t : run.timers)
    json["timers"].push_back({{"rank", t.rank},
                              {"name", t.name},
                              {"start_s", time_json(t.start)},
                              {"stop_s", t.stop ? time_json(*t.stop) : Json(nullptr)}});
  return document(json);
}

}  // namespace commlab
