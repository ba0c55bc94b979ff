#pragma once
// Turns streams, events and gates into a graph: enqueued work becomes commands with explicit dependencies.
// All commands that do not depend on a shut gate, directly or through other commands, can be taken at once.
// So a device that runs graphs needs no hardware stream for each lane, and no command that blocks the
// hardware.
//
//   stream 0   copy ─ record(e)                 copy ──┐
//                          │            becomes        ├── combine
//   stream 1   stamp  wait(e) ─ combine         stamp ─┘
//
// Events need no command: a record stores what the stream's next command would depend on, and a wait adds
// these dependencies to its own stream. So a wait is for the last record that was enqueued before the wait.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "gpu/device.h"

namespace commlab {

template <class Work>
class CommandGraph {
 public:
  Stream add_stream() {
    streams_.emplace_back();
    return {static_cast<int>(streams_.size()) - 1};
  }
  Event add_event() {
    events_.emplace_back();
    return {static_cast<int>(events_.size()) - 1};
  }

  void add(Stream stream, Work work) {
    Numbers& before = at(stream);
    std::erase_if(before, [this](Number n) { return is_taken(n); });
    commands_.push_back({.work = std::move(work), .after = std::move(before)});
    before = {last()};
  }
  // The stream's last command; null if this command was already taken, or if a wait was enqueued after it.
  Work* last_of(Stream stream) {
    const Numbers& tail = at(stream);
    if (tail.size() != 1 || is_gate(tail[0]) || is_taken(tail[0])) return nullptr;
    return &command(tail[0]).work;
  }

  void record(Stream stream, Event event) { at(event) = at(stream); }
  void wait(Stream stream, Event event) {
    for (const Number n : at(event))
      if (!is_taken(n) && std::ranges::count(at(stream), n) == 0) at(stream).push_back(n);
  }

  void shut(Event gate) {
    shut_.push_back(true);
    at(gate) = {-static_cast<Number>(shut_.size())};
  }
  // REQUIRES: shut(gate) was called before.
  void open(Event gate) {
    assert(at(gate).size() == 1 && is_gate(at(gate)[0]));
    shut_[gate_index(at(gate)[0])] = false;
  }

  // Takes all commands that nothing holds back, each after its dependencies: visit(work, before), where
  // `before` are the works of this same call that `work` must follow. References to works are valid until the
  // next call that is not const.
  template <class Visit>
  void take(Visit visit) {
    std::vector<Work*> before;
    for (Command& c : commands_) {
      if (c.taken_in != not_taken) continue;
      if (!std::ranges::all_of(c.after, [this](Number n) { return is_taken(n); })) continue;
      before.clear();
      for (const Number n : c.after)
        if (n >= first_ && command(n).taken_in == takes_) before.push_back(&command(n).work);
      c.taken_in = takes_;
      visit(c.work, std::span<Work* const>(before));
    }
    ++takes_;
    if (!holds_commands()) forget();
  }
  // Whether everything before the event's last record was taken.
  bool taken(Event event) const {
    return std::ranges::all_of(at(event), [this](Number n) { return is_taken(n); });
  }
  // Whether commands are held back, or a stream waits at a gate, even if no command is enqueued behind the
  // gate yet.
  bool holds_any() const {
    return holds_commands() || std::ranges::any_of(streams_, [this](const Numbers& before) {
             return std::ranges::any_of(before, [this](Number n) { return is_gate(n) && !is_taken(n); });
           });
  }
  // Drops the commands that were not taken, and opens every gate.
  void clear() {
    forget();
    shut_.assign(shut_.size(), false);
  }

 private:
  using Number = std::int64_t;  // number of a command, counted from the beginning; negative: number of a gate
  static constexpr std::int64_t not_taken = -1;
  using Numbers = std::vector<Number>;
  struct Command {
    Work work = {};
    Numbers after = {};
    std::int64_t taken_in = not_taken;  // the number of the take() call
  };

  Numbers& at(Stream stream) { return streams_[stream.id]; }
  Numbers& at(Event event) { return events_[event.id]; }
  const Numbers& at(Event event) const { return events_[event.id]; }
  Command& command(Number n) { return commands_[n - first_]; }
  const Command& command(Number n) const { return commands_[n - first_]; }
  static bool is_gate(Number n) { return n < 0; }
  static std::size_t gate_index(Number n) { return index(-n - 1); }
  bool is_taken(Number n) const {
    if (is_gate(n)) return !shut_[gate_index(n)];
    return n < first_ || command(n).taken_in != not_taken;
  }
  bool holds_commands() const {
    return std::ranges::any_of(commands_, [](const Command& c) { return c.taken_in == not_taken; });
  }
  void forget() {
    first_ += static_cast<Number>(commands_.size());
    commands_.clear();
  }
  Number last() const { return first_ + static_cast<Number>(commands_.size()) - 1; }

  std::vector<Numbers> streams_;  // the dependencies of each stream's next command
  std::vector<Numbers> events_;   // the dependencies of each event's last record
  std::vector<bool> shut_;        // for each gate, old ones included
  std::vector<Command> commands_;
  Number first_ = 0;  // the number of commands_[0]
  std::int64_t takes_ = 0;
};

}  // namespace commlab
