#include "gui/window/commands/exports.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include "core/base/gbps.h"
#include "core/base/numbers.h"
#include "core/base/shell_word.h"
#include "core/base/utf8.h"
#include "core/experiment/experiment_options.h"
#include "core/files/write_file.h"
#include "core/trace/perfetto.h"
#include "core/trace/trace_file.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/run/run_index.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

// A file in the working directory, named after the run: "commlab-all_reduce-ring-8.png".
std::filesystem::path file_for(const Session& session, std::string_view ending) {
  const Trace& trace = session.scene->trace();
  return fmt::format("commlab-{}-{}-{}{}", name_of(trace.collective.kind), trace.algorithm,
                     trace.collective.ranks, ending);
}

void tell(Session& session, const Status& written, const std::string& files) {
  if (written)
    session.answer = "written: " + files;
  else
    session.notice = written.error().message;
}

constexpr std::size_t most_for_perfetto = 200'000;  // transfers; Perfetto's page hangs at a few times that
constexpr std::size_t ranks_of_a_large_run = 8;

// The selected rank, or else the ranks that were done last.
std::vector<Rank> ranks_worth_a_look(const Session& session) {
  if (session.view.selected.rank) return {*session.view.selected.rank};
  std::vector<Rank> ranks = session.scene->index->facts.slowest;
  ranks.resize(std::min(ranks.size(), ranks_of_a_large_run));
  return ranks;
}

// Keeps the transfers that these ranks send or receive.
Trace part_of_trace(Trace trace, const std::vector<Rank>& ranks) {
  const auto takes_part = [&](std::span<const Rank> ends) {
    return std::ranges::any_of(ends, [&](Rank r) { return std::ranges::find(ranks, r) != ranks.end(); });
  };
  std::vector<Transfer> kept;
  for (const Transfer& t : trace.transfers)
    if (takes_part(trace.senders(t)) || takes_part(trace.receivers(t))) kept.push_back(t);
  trace.transfers = std::move(kept);
  return trace;
}

std::string head(const Trace& trace) {
  const RankRange ranks = trace.recorded_ranks();
  const std::string only =
      trace.recorded ? fmt::format("# only ranks {}..{}: all others do the same\n", ranks.first,
                                   ranks.first + ranks.ranks - 1)
                     : "";
  return fmt::format("# commlab run {}\n# by: {}{}\n{}", trace.experiment, trace.backend,
                     trace.where.empty() ? "" : ", " + trace.where, only);
}

// What a lesson shows and no command but the lesson's: a script of its text, processes on nodes, or what
// there is before the run. Null: something else is shown.
const LessonShown* only_in_its_lesson(const Session& session) {
  const LessonShown* const shown = session.lesson_shown.get();
  if (!shown || shown->content == WindowContent::experiment) return nullptr;
  const bool is_seen =
      shown->picture ? of_one_run(session.scene, shown->picture) : session.lesson_beside() == shown;
  return is_seen ? shown : nullptr;
}

// Its short name if that finds it; a lesson of one's own needs its file.
std::string lesson_name(const Session& session, const Lesson& lesson) {
  const Result<Lesson> found =
      session.tools.lesson ? session.tools.lesson(lesson.id) : fail("there are no lessons here");
  return found && found->file == lesson.file ? lesson.id : lesson.file;
}

}  // namespace

std::string transfers_csv(const Trace& trace) {
  std::string text =
      head(trace) +
      "from,to,channel,step,phase,block,blocks,part,reduces,bytes,ready_us,start_us,head_us,sent_us,end_us\n";
  for (const Transfer& t : trace.transfers)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", t.from, t.to, t.channel, t.step,
                        t.phase < trace.phases.size() ? trace.phases[t.phase] : "", t.block, t.blocks, t.part,
                        t.reduces ? 1 : 0, t.bytes, microseconds_of(t.ready), microseconds_of(t.start),
                        microseconds_of(t.head), microseconds_of(t.sent), microseconds_of(t.end));
  return text;
}

std::string links_csv(const Trace& trace) {
  std::vector<std::int64_t> bytes(trace.topology.links.size());
  for (const Transfer& t : trace.transfers)
    if (t.route >= 0)
      for (const LinkId link : trace.routes[t.route]) bytes[link] += t.bytes;
  std::string text = head(trace) + "link,type,bandwidth_GBps,latency_us,bytes,share_of_time\n";
  for (std::size_t l = 0; l < bytes.size(); ++l) {
    const Link& link = trace.topology.links[l];
    const double needed =
        static_cast<double>(bytes[l]) / static_cast<double>(link.bandwidth.bytes_per_second);
    text += fmt::format("{},{},{},{},{},{:.6f}\n", trace.topology.link_name(static_cast<LinkId>(l)),
                        name_of(link.type), GBps_of(link.bandwidth), microseconds_of(link.latency), bytes[l],
                        trace.finish.ps > 0 ? needed / seconds_of(trace.finish) : 0.0);
  }
  return text;
}

std::string command_that_shows(const Session& session) {
  const View& view = session.view;
  std::vector<std::string> words = {"commlab", "window"};
  const auto add = [&](std::initializer_list<std::string_view> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (const LessonShown* shown = only_in_its_lesson(session)) {
    add({"--lesson", lesson_name(session, shown->player->lesson()), "--theme", session.theme.name});
    return shell_line(words);
  }
  const bool by_experiment = session.shown_by.empty() || session.beside.scene;  // a run plays only beside one
  std::ranges::copy(by_experiment ? experiment_words(session.scene->run.experiment) : session.shown_by,
                    std::back_inserter(words));
  add({"--at", to_text(view.now), "--view", name_of(view.arrange), "--theme", session.theme.name});
  if (view.picture != MachinePicture::machine)
    add({"--picture", picture_names[static_cast<std::size_t>(view.picture)]});
  if (session.beside.scene) add({"--beside", session.beside.wish});
  return shell_line(words);
}

void export_png(Session& session) { session.picture = file_for(session, ".png"); }

void export_svg(Session& session) { session.vector_picture = file_for(session, ".svg"); }

void export_csv(Session& session) {
  const Trace& trace = session.scene->trace();
  const std::filesystem::path transfers = file_for(session, "-transfers.csv"),
                              links = file_for(session, "-links.csv");
  const Status written = write_file(transfers, valid_utf8(transfers_csv(trace))).and_then([&] {
    return write_file(links, valid_utf8(links_csv(trace)));
  });
  tell(session, written, transfers.string() + ", " + links.string());
}

void export_perfetto(Session& session) {
  const Trace& trace = session.scene->trace();
  const std::filesystem::path file = file_for(session, ".json");
  if (trace.transfers.size() <= most_for_perfetto)
    return tell(session, write_file(file, perfetto_json(trace)), file.string());
  const std::vector<Rank> ranks = ranks_worth_a_look(session);
  const Status written = write_file(file, perfetto_json(part_of_trace(trace, ranks)));
  tell(session, written,
       fmt::format("{}, only of rank{} {}: {} are more than Perfetto's page can hold", file.string(),
                   ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "),
                   counted(static_cast<std::int64_t>(trace.transfers.size()), "transfer")));
}

void export_movie(Session& session) { session.movie = MovieWish{.file = file_for(session, ".mp4")}; }

void save_trace(Session& session) {
  if (session.scene->trace().recorded) {
    session.notice = "Only a part of this run was recorded. To record all, add --exact to the options, and run.";
    return;
  }
  const std::filesystem::path file = file_for(session, ".trace");
  tell(session, write_trace(session.scene->trace(), file), file.string());
}

void copy_command(Session& session) {
  const std::string command = command_that_shows(session);
  ImGui::SetClipboardText(command.c_str());
  session.answer = "copied: " + command;
}

}  // namespace commlab
