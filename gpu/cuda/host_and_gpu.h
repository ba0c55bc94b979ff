#pragma once
// Marks functions that nvcc compiles for the host and for GPUs, and any other compiler for the host.

#ifdef __CUDACC__
#define COMMLAB_HOST_AND_GPU __host__ __device__
#define COMMLAB_UNROLL _Pragma("unroll")  // without it, small arrays are in memory, not in registers
#else
#define COMMLAB_HOST_AND_GPU
#define COMMLAB_UNROLL
#endif
