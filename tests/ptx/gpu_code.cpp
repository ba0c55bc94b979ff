#include "tests/ptx/gpu_code.h"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include <cxxabi.h>

#include "core/base/words.h"
#include "tests/ptx/registered_kernels.h"

namespace commlab::ptx {
namespace {

// The name as C++ writes it. The mangled name of an unnamed namespace differs between two ways of compiling a
// file; here it is always "(anonymous namespace)".
std::string readable(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : mangled;
}

Result<void> add_kernels_of(const std::string& file, std::map<std::string, Program>& kernels) {
  std::ifstream in(file);
  std::ostringstream text;
  if (!(text << in.rdbuf())) return fail("{} could not be read", file);
  auto parsed = parse(text.str());
  if (!parsed) return fail("{}, {}", file, parsed.error().message);
  for (Kernel& kernel : *parsed) {
    kernel.name = readable(kernel.name);
    auto program = program_of(std::move(kernel));
    if (!program) return fail("{}: {}", file, program.error().message);
    kernels.emplace(program->kernel.name, std::move(*program));
  }
  return {};
}

Result<std::map<std::string, Program>> load(std::string_view files) {
  std::map<std::string, Program> kernels;
  for (const std::string_view file : split_at(files, ':'))
    if (const Status added = add_kernels_of(std::string(file), kernels); !added)
      return tl::unexpected(added.error());
  return kernels;
}

}  // namespace

const Result<std::map<std::string, Program>>& gpu_code(int architecture) {
  static const std::map<int, std::string_view> files = {{75, COMMLAB_PTX_75}, {90, COMMLAB_PTX_90}};
  static std::map<int, Result<std::map<std::string, Program>>> code;
  if (!code.contains(architecture)) code.emplace(architecture, load(files.at(architecture)));
  return code.at(architecture);
}

Result<const Program*> gpu_code_of(const void* kernel, int architecture) {
  const std::string name = readable(registered_name(kernel));
  if (name.empty()) return fail("no kernel was registered at {}", kernel);
  const auto& code = gpu_code(architecture);
  if (!code) return tl::unexpected(code.error());
  const auto found = code->find(name);
  if (found == code->end()) return fail("the PTX for sm_{} has no kernel '{}'", architecture, name);
  return &found->second;
}

}  // namespace commlab::ptx
