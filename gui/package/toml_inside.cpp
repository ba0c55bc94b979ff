// toml++ within the packaged program: what its shared library has, which other systems have in other
// versions.

#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
