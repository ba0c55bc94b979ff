#include "core/base/shared_library.h"

#include <dlfcn.h>

namespace commlab {

Result<SharedLibrary> SharedLibrary::load(const char* name) {
  void* const handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return fail(Fault::runtime, "{}", dlerror());
  return SharedLibrary(name, handle);
}

Status SharedLibrary::has_all() const {
  if (missing_ == nullptr) return {};
  return fail(Fault::runtime, "{} has no {}", name_, missing_);
}

void* SharedLibrary::address_of(const char* function_name) const { return dlsym(handle_, function_name); }

}  // namespace commlab
