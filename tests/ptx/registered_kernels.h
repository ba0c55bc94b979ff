#pragma once
// What nvcc's host code tells the CUDA runtime as a program starts: each kernel's address, and the name that
// its code for GPUs has. Here, in the runtime's place, it is written down; so the tests launch what the
// program would.

#include <string>

namespace commlab::ptx {

// Mangled; empty where the address is no kernel's.
std::string registered_name(const void* kernel);

}  // namespace commlab::ptx
