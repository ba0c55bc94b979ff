#pragma once
// The kernels, as addresses for a graph's kernel node. `type` and `op` are the values of
// DataType and ReduceOp: core/collective/data_type.h pulls in fmt, which nvcc cannot compile (fmt 9).

namespace commlab {

// Takes a CopyArguments; `word` is word_of() its ends.
const void* copy_kernel(int word);
// Takes a CombineArguments; avg adds.
const void* combine_kernel(int type, int op);
// Takes a DivideArguments.
const void* divide_kernel(int type);
// Takes a WriteArguments, whose values are one rank's input.
const void* write_kernel(int type);
// Takes a CompareArguments.
const void* compare_kernel(int type, int op);

}  // namespace commlab
