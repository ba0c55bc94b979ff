#pragma once
// What a PTX text contains: its kernels, and the statements of each in order. What an instruction does is not
// known here.
//
//   .entry name(.param .align 8 .b8 arguments[32])    a parameter of 32 bytes
//   {
//     .reg .b32 %r<8>;                                declares %r0 to %r7
//     @%p1 bra $L__BB0_3;                             a statement, carried out where %p1 is true
//     { .reg .b16 low; cvt.f32.f16 %f1, low; }        inline assembly: its names are its own
//   $L__BB0_3:
//     ret;
//   }

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab::ptx {

struct Operand {
  enum class Form {
    name,     // a register, a variable (which means its address) or a label
    number,   // its bits: 0f3F800000 means 1.0f
    address,  // [name + number]
    vector,   // {elements}
  };
  Form form = Form::name;
  std::string name;
  std::uint64_t number = 0;
  std::vector<Operand> elements;
};

struct Statement {
  int line = 0;
  std::string guard;    // a predicate's register; empty: always
  bool unless = false;  // true: carried out where the guard is false
  std::string opcode;   // with all its suffixes: ld.global.v4.u32
  std::vector<Operand> operands;
};

struct Variable {
  std::string name;
  std::int64_t offset = 0;  // among the bytes of all parameters, or of all shared variables
  std::int64_t bytes = 0;
};

struct Kernel {
  std::string name;  // mangled
  std::vector<Variable> parameters;
  std::vector<Variable> shared;  // by the threads of a block
  std::set<std::string> registers;
  std::vector<Statement> statements;
  std::map<std::string, std::size_t> labels;  // the number of the statement that follows
};

// Errors name the line, what was found and what was expected.
Result<std::vector<Kernel>> parse(std::string_view text);

// The bytes that all these variables take together.
std::int64_t bytes_of(const std::vector<Variable>&);

}  // namespace commlab::ptx
