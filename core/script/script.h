#pragma once
// A Script: what every rank's host program does, as text one can read aloud.
//
//   ranks 4
//   tensor x = [rank + 1] * 4
//
//   rank even: send(right, x); recv(left, y)
//   rank odd:
//     recv(left, y)
//     send(right, x)
//
// This is its tree: what was written, with its lines. What it means on so many ranks is a ScriptProgram
// (core/script/program.h).
//
//   # to the end of a line       a comment
//   ranks 4                      how many; flavour gloo and machine hcm8 likewise: what it is made for
//   number m = 16                any value, also with a unit; --with m=64 sets another one
//   tensor x float16 on 0 = [1]  a list, [e] * n, empty(n), ones(n), zeros(n); float32 unless said; in e,
//                                `i` is the element's number
//   group pair = 0, 1            some ranks, for group=pair
//   stream side                  one more stream, for stream=side, beside compute and comm
//   group data = all on side     this group's calls go on the stream side, not on comm: calls of two groups
//                                run at the same time
//   communicators warm           which have connected, and buffer small messages; warm, 1 MiB: so large ones;
//                                cold: the first call waits until all its ranks connect (flavour nccl)
//   launch 5 us                  how long each call, and all work on a stream, keeps the host busy
//   sms 20 of 132                a call takes 20 of a GPU's 132 SMs from its computing
//   rank SELECTORS: statements   all, even, odd, last, others, 0, 1..3; others: ranks that no selector named
//                                before; for a tensor: ranks that have none of its name yet
//   for k in 0..ranks-2:         a loop
//   if k == 1:                   a choice: ==, !=, <, <=, >, >= between numbers; `else:` may stand below
//   group: send(..), recv(..)    started as one (`batch:` likewise); loops and choices may stand in it
//
// Statements end with the line or with ';'; an indented block may follow a ':'. Both ends of a range are
// included. Blocks of one rank run one after the other.
//
//   broadcast(x, src=0)  scatter(list, x, src=0)  gather(x, list, dst=0)  reduce(x, dst=0, op=sum)
//   all_reduce(x, op=sum)  all_gather(out, x)  reduce_scatter(out, in, op=sum)  all_to_all(out, in)
//   barrier()  send(peer, x)  recv(peer, x)  isend(peer, x) -> h  irecv(peer, x) -> h  wait(h)
//
//     `-> h` behind any of them, or behind a group: it is not waited for before wait(h)
//     op=sum|prod|min|max|avg|band|bor|bxor, group=pair, algorithm=ring, stream=side; a message's peer is
//     its number among all ranks, also with group=pair
//     x may be a tensor, x[2], x[2..4], chunk(x, i, n) or a size alone: 4 MB
//
//   compute(2 ms)  add(y, x)  copy(y, x)  fill(x, 7)         on a stream (stream=side), else on the host
//   atomic_add(y, x)                                         add that no other access interrupts
//   sleep(1 ms)  print(x)  print("text")  start(t)  stop(t)  on the host
//   stream_wait(side, comm)  synchronize()                   of the streams, where the flavour has any
//
// Numbers: rank, ranks, left, right, those declared, loop variables, + - * / %, brackets; % is never
// negative.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/data_type.h"

namespace commlab {

// The text between the commas: a number with or without a unit, a name, a slice, chunk(x, i, n), a text; and
// a computation with them.
struct ScriptExpression {
  enum class Kind : std::uint8_t {
    number,
    text,
    name,
    slice,  // name[first..last], or name[first]
    call,   // name(operands)
    add,
    subtract,
    multiply,
    divide,
    modulo,
    negate,
  };
  enum class Unit : std::uint8_t { none, picoseconds, bytes };
  Kind kind = Kind::number;
  int line = 0;
  double number = 0;  // in its own unit
  Unit unit = Unit::none;
  std::string name{};  // a name or a text
  std::vector<ScriptExpression> operands{};
};

struct ScriptSelector {
  enum class Kind : std::uint8_t { all, even, odd, last, others, range } kind = Kind::all;
  ScriptExpression first{};  // for a range
  ScriptExpression last{};
};

struct ScriptTensorDeclaration {
  enum class Filling : std::uint8_t { empty, list, repeated };  // nothing known; as listed; one list n times
  int line = 0;
  std::string name;
  DataType dtype = DataType::float32;
  std::vector<ScriptSelector> on{};  // empty: every rank
  Filling filling = Filling::empty;
  std::vector<ScriptExpression> values{};
  ScriptExpression count{};  // for an empty tensor: its elements; else how often the list is repeated
};

// A number of the whole script, under a name.
struct ScriptConstant {
  int line = 0;
  std::string name;
  ScriptExpression value;
};

struct ScriptGroup {
  int line = 0;
  std::string name;
  std::vector<ScriptSelector> members;
  std::string stream{};  // on which its calls go; empty: comm
};

struct ScriptStream {
  int line = 0;
  std::string name;
};

struct ScriptArgument {
  std::string key{};  // empty: found by its place
  ScriptExpression value;
};

struct ScriptStatement {
  enum class Kind : std::uint8_t { call, loop, batch, condition };
  Kind kind = Kind::call;
  int line = 0;
  std::string name{};    // name of the operation, the loop's variable, or a condition's sign: "=="
  std::string handle{};  // `-> h`
  std::string text{};    // as written, without its handle
  std::vector<ScriptArgument> arguments{};
  ScriptExpression first{}, last{};          // bounds of a loop; the two sides of a condition
  std::vector<ScriptStatement> body{};       // statements of a loop, a batch or a condition
  std::vector<ScriptStatement> otherwise{};  // statements if the condition does not hold
};

// One `rank ...:` of the text.
struct ScriptBlock {
  int line = 0;
  std::vector<ScriptSelector> ranks;
  std::vector<ScriptStatement> statements;
};

// Whether communicators have connected before the script begins. `unsaid`: they have, and nothing is assumed
// about buffers: every message waits for its receive.
enum class ScriptCommunicators : std::uint8_t { unsaid, warm, cold };

// What the script says about the library's calls.
struct ScriptCallLines {
  ScriptCommunicators communicators = ScriptCommunicators::unsaid;
  std::optional<ScriptExpression> buffered{};
  std::optional<ScriptExpression> launch{};
  std::optional<ScriptExpression> sms_of_a_call{}, sms{};
};

struct Script {
  std::string text;
  std::optional<int> ranks{};
  std::string flavour{};  // empty: the script names none
  std::string machine{};
  ScriptCallLines calls{};
  std::vector<ScriptConstant> numbers{};
  std::vector<ScriptTensorDeclaration> tensors{};
  std::vector<ScriptGroup> groups{};
  std::vector<ScriptStream> streams{};
  std::vector<ScriptBlock> blocks{};
};

}  // namespace commlab
