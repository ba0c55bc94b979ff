#pragma once
// PTX written by hand, for tests of the interpreter.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tests/ptx/ptx_run.h"

namespace commlab::ptx {

// A kernel 'tried' with one parameter, an address in %rd0. The statements begin in line 11.
inline std::string text_of(std::string_view statements) {
  return fmt::format(R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry tried(
  .param .u64 tried_param_0
)
{{
  .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %rd<8>; .reg .f64 %fd<8>;
  .shared .align 4 .u32 of_block;
  ld.param.u64 %rd0, [tried_param_0];
{}
  ret;
}})",
                     statements);
}

inline Result<Program> program_of_text(std::string_view statements) {
  auto kernels = parse(text_of(statements));
  if (!kernels) return tl::unexpected(kernels.error());
  return program_of(std::move(kernels->front()));
}

// Runs the statements; the threads may use these elements, and nothing else.
template <class Elements>
Status run_text(std::string_view statements, Elements& elements, Grid grid = {1, 1}) {
  const auto program = program_of_text(statements);
  if (!program) return tl::unexpected(program.error());
  const auto bytes = std::as_writable_bytes(std::span(elements));
  Memory memory;
  memory.allow(Access::writing, bytes.data(), bytes.size());
  const std::byte* const first = bytes.data();
  return run(*program, grid, std::as_bytes(std::span(&first, 1)), memory);
}

}  // namespace commlab::ptx
