#pragma once
// nvcc's host code tells the CUDA runtime each kernel's address and its name in the GPU code when a program
// starts. This stand-in for the runtime keeps the names, so the tests launch what the program would launch.

#include <string>

namespace commlab::ptx {

// The mangled name; empty if no kernel has this address.
std::string registered_name(const void* kernel);

}  // namespace commlab::ptx
