#pragma once
// The words of torch and of GPU kernels for what commlab names differently: collectives, types, kernels that
// communicate.

#include <optional>
#include <string_view>

#include "core/collective/collective.h"

namespace commlab {

// "allreduce", "_allgather_base", "all_gather_into_tensor_coalesced", "nccl:all_reduce", "AllReduce_Sum_f32":
// letters decide. Nothing for what is no collective, such as "send", "barrier" or "broadcastUniqueNCCLID".
std::optional<CollectiveKind> torch_collective(std::string_view name);

// c10::ScalarType ("BFloat16"), Python ("torch.bfloat16"), C++ ("c10::BFloat16", "long int"). Bool travels as
// bytes. Nothing for types that NCCL does not know.
std::optional<DataType> torch_type(std::string_view name);

// The kernel's name without its types: "void vllm::cross_device_reduce_1stage<float, 8>(vllm::RankData*)" is
// "vllm::cross_device_reduce_1stage".
std::string_view kernel_name(std::string_view with_types);

// What follows the word that all kernels of NCCL, RCCL and MSCCL begin with: "AllReduce_Sum_bf16_RING_LL". It
// may be "Generic_4(...)", which names no collective. Nothing for other kernels.
std::optional<std::string_view> nccl_kernel(std::string_view name);

// Kernels that communicate without NCCL: those of vLLM, SGLang, TensorRT-LLM, NVSHMEM, DeepEP and torch's
// symmetric memory.
bool communicates_without_nccl(std::string_view name);

}  // namespace commlab
