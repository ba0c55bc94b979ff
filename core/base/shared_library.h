#pragma once
// A shared library that is loaded when it is first used. The program starts without it, and starts faster.

#include "core/base/error.h"

namespace commlab {

class SharedLibrary {
 public:
  // Loads the library, which then stays loaded. Errors (Fault::runtime) say why the loader refused it:
  // "libglfw.so.3: cannot open shared object file: No such file or directory".
  static Result<SharedLibrary> load(const char* name);

  // Sets `function` to the library's function of this name; nullptr: the library has none.
  template <class Function>
  void find(const char* function_name, Function*& function) {
    function = reinterpret_cast<Function*>(address_of(function_name));
    if (function == nullptr && missing_ == nullptr) missing_ = function_name;
  }
  // An error (Fault::runtime) names the first function that was looked for in vain.
  Status has_all() const;

 private:
  SharedLibrary(const char* name, void* handle) : name_(name), handle_(handle) {}
  void* address_of(const char* function_name) const;

  const char* name_;
  void* handle_;
  const char* missing_ = nullptr;
};

// The functions of a C library can be called by their names although the program is not linked with it. A
// source lists them, as the library's header declares them, and gives the list to the two macros below:
//
//   #define ZLIB_FUNCTIONS(F) F(const char*, zlibVersion, (), ()) F(int, deflateEnd, (z_streamp s), (s))
//   ZLIB_FUNCTIONS(COMMLAB_FORWARD)  // at the top level
//   ...
//   Result<SharedLibrary> library = SharedLibrary::load("libz.so.1");
//   ZLIB_FUNCTIONS(COMMLAB_FIND)
//   return library->has_all();
//
// No function may be called before it was found.
template <auto function>
inline decltype(function) loaded_function = nullptr;

#define COMMLAB_FORWARD(result, name, parameters, arguments) \
  result name parameters { return commlab::loaded_function<&::name> arguments; }
#define COMMLAB_FIND(result, name, parameters, arguments) \
  library->find(#name, commlab::loaded_function<&::name>);

}  // namespace commlab
