#include "gui/python/schedule_author.h"

#include <algorithm>
#include <climits>
#include <set>

#include <pybind11/stl.h>

#include "gui/python/errors.h"

namespace py = pybind11;

namespace commlab {
namespace {

template <class... Args>
[[noreturn]] void mistake(fmt::format_string<Args...> text, Args&&... args) {
  raise_in_python(fmt::format(text, std::forward<Args>(args)...));
}

Buffer buffer_called(const std::string& name) {
  for (const Buffer buffer : {Buffer::input, Buffer::output, Buffer::scratch})
    if (name_of(buffer) == name) return buffer;
  mistake("'{}' is no buffer; expected 'input', 'output' or 'scratch'", name);
}

Combine combine_called(const std::string& name) {
  if (name == "copy") return Combine::copy;
  if (name == "reduce") return Combine::reduce;
  mistake("combine: '{}' is neither 'copy' nor 'reduce'", name);
}

// A number means that position or block.
Pattern pattern_of(const py::handle& given) {
  if (py::isinstance<Pattern>(given)) return given.cast<Pattern>();
  return at(given.cast<int>());
}

// All members; one position; or a range of positions.
Members members_of(const py::object& who) {
  if (who.is_none()) return {};
  if (!py::isinstance(who, py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyRange_Type))))
    return only(who.cast<int>());
  const Members members{.first = who.attr("start").cast<int>(),
                        .last = who.attr("stop").cast<int>(),
                        .stride = who.attr("step").cast<int>()};
  if (members.first < 0 || members.stride < 1)
    mistake("who: a range of positions begins at 0 or later, and rises");
  return members;
}

Move move_of(const py::object& into_block, int blocks, const std::string& combine, const std::string& from,
             const std::string& into, const std::string& with, int share) {
  Move move{.blocks = blocks,
            .combine = combine_called(combine),
            .from = buffer_called(from),
            .into = buffer_called(into),
            .with = buffer_called(with),
            .share = share};
  if (!into_block.is_none()) move.into_block = pattern_of(into_block);
  return move;
}

}  // namespace

Schedule& ScheduleAuthor::open() const {
  if (schedule_ == nullptr)
    mistake("the schedule is finished: it can be used only inside the algorithm's function");
  return *schedule_;
}

void ScheduleAuthor::check_step() const {
  if (open().steps() == 0) mistake("a move needs a step: call next_step() before the first one");
}

void ScheduleAuthor::cut_into(int blocks) {
  const CollectiveKind kind = open().collective().kind;
  if (!open().rules().empty()) mistake("cut_into({}): it has to be called before the first move", blocks);
  if (has_blocks(kind) && blocks != ranks())
    mistake("cut_into({}): the blocks of {} are those of its {} ranks", blocks, name_of(kind), ranks());
  if (blocks < 1) mistake("cut_into({}): expected at least 1 block", blocks);
  open().cut_into(blocks);
}

void ScheduleAuthor::split_into(int shares) {
  if (shares < 1) mistake("split_into({}): expected at least 1 share", shares);
  if (!open().rules().empty()) mistake("split_into({}): it has to be called before the first move", shares);
  open().split_into(shares);
}

Group ScheduleAuthor::group(std::vector<Rank> members) {
  if (members.empty()) mistake("group([]): a group has at least one rank");
  for (const Rank rank : members)
    if (rank < 0 || rank >= ranks()) mistake("group: rank {} is none of 0..{}", rank, ranks() - 1);
  if (std::set(members.begin(), members.end()).size() != members.size())
    mistake("group: {} names a rank twice", fmt::join(members, ","));
  return open().group(std::move(members));
}

void ScheduleAuthor::check_pattern(const char* name, Pattern pattern, int members, int limit) const {
  if (pattern.kind == Pattern::Kind::at && (pattern.by < 0 || pattern.by >= limit))
    mistake("{}={}: expected 0..{}", name, pattern.by, limit - 1);
  if (pattern.kind != Pattern::Kind::flip) return;
  for (int position = 0; position < members; ++position)
    if (const int other = position ^ pattern.by; other < 0 || other >= limit)
      mistake("{}=flip({}): it takes {} to {}; expected 0..{}", name, pattern.by, position, other, limit - 1);
}

void ScheduleAuthor::check_move(int size, const Move& move) const {
  const Schedule& s = open();
  if (move.blocks < 1 || move.blocks > s.blocks())
    mistake("blocks={}: expected 1..{}", move.blocks, s.blocks());
  if (move.share != every_share && (move.share < 0 || move.share >= s.shares()))
    mistake("share={}: expected 0..{}", move.share, s.shares() - 1);
  if (move.who.first >= size)
    mistake("who: position {} is none of the group's 0..{}", move.who.first, size - 1);
  if (move.combine == Combine::reduce && !reduces(s.collective().kind))
    mistake("combine='reduce': {} combines nothing", name_of(s.collective().kind));
  if (move.into == Buffer::input && !s.collective().in_place)
    mistake("into='input': the input is never written; expected 'output' or 'scratch'");
  check_pattern("to", move.to, size, size);
  for (const Pattern block : {move.block, move.into_block.value_or(move.block)}) {
    check_pattern("block", block, size, s.blocks());
    if (block.kind == Pattern::Kind::flip && (move.blocks & (move.blocks - 1)) != 0)
      mistake("blocks={}: with flip(), expected a power of two", move.blocks);
  }
}

void ScheduleAuthor::every(Group group, const Move& move) {
  check_step();
  if (group.id < 0 || group.id >= static_cast<int>(open().groups().size()))
    mistake("every: the group is not one of this schedule");
  check_move(static_cast<int>(open().ranks_of(group).size()), move);
  open().every(group, move);
}

void ScheduleAuthor::one(Rank from, Rank to, Move move) {
  check_step();
  for (const Rank rank : {from, to})
    if (rank < 0 || rank >= ranks()) mistake("one: rank {} is none of 0..{}", rank, ranks() - 1);
  move.to = at(to);
  check_move(ranks(), move);
  open().one(from, to, move);
}

void add_schedule_to(py::module_& m) {
  py::class_<Pattern>(m, "Pattern", "A position or a block, seen from each member of a group.")
      .def("__repr__", [](const Pattern& pattern) {
        const char* const kind = pattern.kind == Pattern::Kind::at      ? "at"
                                 : pattern.kind == Pattern::Kind::shift ? "shift"
                                                                        : "flip";
        return fmt::format("{}({})", kind, pattern.by);
      });
  m.def("at", &at, py::arg("index"), "This position or block, for every member: at(0).");
  m.def("shift", &shift, py::arg("by"),
        "The member's own position plus `by`, round the ring: shift(1) is the next one.");
  m.def("flip", &flip, py::arg("mask"),
        "The member's own position xor `mask`: flip(1) is the partner in a pair.");
  py::class_<Group>(m, "Group", "An ordering of some ranks; Schedule.everyone() makes one.");

  const auto output = py::arg("into") = "output";
  py::class_<ScheduleAuthor, std::shared_ptr<ScheduleAuthor>>(
      m, "Schedule", "What an algorithm writes: steps of moves, all ranks at once.")
      .def_property_readonly("ranks", &ScheduleAuthor::ranks, "How many ranks there are.")
      .def_property_readonly("root", &ScheduleAuthor::root, "The root, where the collective has one.")
      .def_property_readonly("blocks", &ScheduleAuthor::blocks, "Into how many blocks the vector is cut.")
      .def_property_readonly("count", &ScheduleAuthor::count,
                             "Elements of the vector, or of each rank's block.")
      .def_property_readonly("per_node", &ScheduleAuthor::per_node,
                             "Ranks of a node; 0: all ranks share one.")
      .def_property_readonly("order", &ScheduleAuthor::order, "The rank at each position of the ring.")
      .def("cut_into", &ScheduleAuthor::cut_into, py::arg("blocks"), "Cuts the vector into so many blocks.")
      .def("split_into", &ScheduleAuthor::split_into, py::arg("shares"),
           "Splits each block into shares that can go different ways (share=).")
      .def("everyone", &ScheduleAuthor::everyone, "All ranks, in the order of the ring.")
      .def("from_root", &ScheduleAuthor::from_root, "All ranks, the root first.")
      .def("group", &ScheduleAuthor::group, py::arg("ranks"), "These ranks, in this order.")
      .def("phase", &ScheduleAuthor::phase, py::arg("name"), "Names what the next steps are about.")
      .def("next_step", &ScheduleAuthor::next_step,
           "Begins a step. What a move sends is what its source held after all earlier steps.")
      .def("note", &ScheduleAuthor::note, py::arg("text"), "A note for the user of the algorithm.")
      .def(
          "every",
          [](ScheduleAuthor& s, Group group, const py::object& to, const py::object& block,
             const py::object& into_block, int blocks, const std::string& combine, const std::string& from,
             const std::string& into, const std::string& with, const py::object& who, int share) {
            Move move = move_of(into_block, blocks, combine, from, into, with, share);
            move.to = pattern_of(to);
            move.block = pattern_of(block);
            move.who = members_of(who);
            s.every(group, move);
          },
          py::arg("group"), py::kw_only(), py::arg("to"), py::arg("block") = 0,
          py::arg("into_block") = py::none(), py::arg("blocks") = 1, py::arg("combine") = "copy",
          py::arg("from_") = "output", output, py::arg("with_") = "output", py::arg("who") = py::none(),
          py::arg("share") = every_share,
          "Every member of the group sends `block` of its buffer `from_` to member `to`, which stores it in "
          "`into`; with "
          "combine='reduce' it is combined with block of buffer `with_`. `who` admits only a position or a "
          "range.\n\n"
          "    s.every(ring, to=shift(1), block=shift(-k), combine='reduce')")
      .def(
          "one",
          [](ScheduleAuthor& s, Rank source, Rank destination, int block, const py::object& into_block,
             int blocks, const std::string& combine, const std::string& from, const std::string& into,
             const std::string& with, int share) {
            Move move = move_of(into_block, blocks, combine, from, into, with, share);
            move.block = at(block);
            s.one(source, destination, move);
          },
          py::arg("source"), py::arg("destination"), py::arg("block") = 0, py::kw_only(),
          py::arg("into_block") = py::none(), py::arg("blocks") = 1, py::arg("combine") = "copy",
          py::arg("from_") = "output", output, py::arg("with_") = "output", py::arg("share") = every_share,
          "Rank `source` sends a block to rank `destination`.\n\n    s.one(0, 3, block=2)");
}

}  // namespace commlab
