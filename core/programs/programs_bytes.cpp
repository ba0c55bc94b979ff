// The fields are listed once; a writer and a reader walk the same list.

#include "core/programs/programs_bytes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace commlab {
namespace {

class Writer {
 public:
  static constexpr bool reads = false;

  template <class... T>
  void operator()(T&... values) {
    (put(values), ...);
  }
  std::vector<std::byte> bytes() && { return std::move(bytes_); }

 private:
  template <class T>
  void put(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      const auto* raw = reinterpret_cast<const std::byte*>(&value);
      bytes_.insert(bytes_.end(), raw, raw + sizeof value);
    } else {
      fields(*this, value);
    }
  }
  template <class T>
  void put(std::vector<T>& values) {
    auto size = static_cast<std::uint64_t>(values.size());
    put(size);
    for (T& value : values) put(value);
  }
  void put(std::string& text) {
    std::vector<char> characters(text.begin(), text.end());
    put(characters);
  }

  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  static constexpr bool reads = true;

  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  // An enum's values run from 0 to `last`.
  template <class E>
  void within(E value, E last) {
    sound_ &= static_cast<std::underlying_type_t<E>>(value) <= static_cast<std::underlying_type_t<E>>(last);
  }
  void demand(bool true_of_sound_programs) { sound_ &= true_of_sound_programs; }
  bool sound() const { return sound_; }
  bool at_end() const { return left_.empty(); }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      sound_ &= left_.size() >= sizeof value;
      if (!sound_) return;
      if constexpr (std::is_same_v<T, bool>)
        value = left_[0] != std::byte{0};
      else
        std::memcpy(&value, left_.data(), sizeof value);
      left_ = left_.subspan(sizeof value);
    } else {
      fields(*this, value);
    }
  }
  // Every element takes at least a byte, so a wrong length cannot make us allocate much more than the input.
  template <class T>
  void get(std::vector<T>& values) {
    std::uint64_t size = 0;
    get(size);
    sound_ &= size <= left_.size();
    for (std::uint64_t i = 0; i < size && sound_; ++i) get(values.emplace_back());
  }
  void get(std::string& text) {
    std::vector<char> characters;
    get(characters);
    text.assign(characters.begin(), characters.end());
  }

  std::span<const std::byte> left_;
  bool sound_ = true;
};

template <class Archive>
void fields(Archive& a, CountMatrix& counts) {
  std::vector<CountRow> rows = counts.rows();
  a(rows);
  if constexpr (Archive::reads) {
    if (rows.empty()) return;
    const Result<CountMatrix> read = CountMatrix::of(rows);
    a.demand(read.has_value());
    if (read) counts = *read;
  }
}

template <class Archive, class T>
void fields(Archive& a, SharedVector<T>& values) {
  a(values.own());
}

template <class Archive>
void fields(Archive& a, Collective& c) {
  a(c.kind, c.ranks, c.count, c.root, c.dtype, c.op, c.in_place, c.from, c.to, c.counts);
  if constexpr (Archive::reads) {
    a.within(c.kind, CollectiveKind::p2p);
    a.within(c.dtype, DataType::uint8);
    a.within(c.op, ReduceOp::avg);
  }
}

template <class Archive>
void fields(Archive& a, Partition& p) {
  a(p.elements, p.blocks, p.parts, p.rule);
  if constexpr (Archive::reads) {
    a.within(p.rule, PartitionRule::blocked);
    a.demand(p.elements >= 0 && p.blocks >= 1 && p.parts >= 1);
  }
}

template <class Archive>
void fields(Archive& a, Operand& o) {
  a(o.block, o.buffer, o.relative);
  if constexpr (Archive::reads) a.within(o.buffer, Buffer::scratch);
}

template <class Archive>
void fields(Archive& a, Instruction& i) {
  a(i.op, i.phase, i.step, i.part, i.blocks, i.spacing.run, i.spacing.apart, i.source, i.target, i.with,
    i.first_dependency, i.dependencies);
  if constexpr (Archive::reads) {
    a.within(i.op, Opcode::wait);
    a.demand(i.spacing.run >= 1);
  }
}

template <class Archive>
void fields(Archive& a, Dependency& d) {
  a(d.lane, d.index);
}

template <class Archive>
void fields(Archive& a, Lane& lane) {
  a(lane.channel, lane.send_peer, lane.recv_peer, lane.group, lane.code);
}

template <class Archive>
void fields(Archive& a, Program& p) {
  a(p.lanes, p.dependencies);
  if constexpr (Archive::reads)
    for (const Lane& lane : p.lanes)
      a.demand(std::ranges::all_of(lane.code, [&](const Instruction& i) {
        return std::uint64_t{i.first_dependency} + i.dependencies <= p.dependencies.size();
      }));
}

// Every rank once, or nothing at all.
bool is_permutation_of(const std::vector<Rank>& list, int ranks) {
  std::vector<Rank> sorted = list;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<Rank>(i)) return false;
  return list.empty() || static_cast<int>(list.size()) == ranks;
}

template <class Archive>
void fields(Archive& a, Programs& p) {
  a(p.collective, p.partition, p.algorithm, p.phases, p.notes, p.channels, p.slots, p.steps, p.scratch_blocks,
    p.frame, p.order, p.positions, p.blocks_follow_order, p.groups, p.programs);
  if constexpr (Archive::reads) {
    a.within(p.frame, Frame::flip);
    a.demand(p.collective.ranks >= 1 && p.slots >= 1);
    a.demand(p.scratch_blocks >= 0 && p.scratch_blocks <= p.partition.blocks);
    a.demand(is_permutation_of(p.order, p.collective.ranks) &&
             is_permutation_of(p.positions, p.collective.ranks));
  }
}

}  // namespace

std::vector<std::byte> to_bytes(const Programs& programs) {
  Writer writer;
  Programs listed = programs;
  writer(listed);
  return std::move(writer).bytes();
}

Result<Programs> programs_from_bytes(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  Programs programs;
  reader(programs);
  if (!reader.sound() || !reader.at_end())
    return fail(
        "these {} bytes are not programs: they are too short or too long, or have a value that does "
        "not exist",
        bytes.size());
  return programs;
}

}  // namespace commlab
