#include "core/published/torch_names.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/words.h"

namespace commlab {
namespace {

std::string lower_letters_of(std::string_view name) {
  std::string letters = lower_case(name);
  std::erase_if(letters, [](char c) { return c < 'a' || c > 'z'; });
  return letters;
}

void drop(std::string_view prefix, std::string_view& from) {
  if (from.starts_with(prefix)) from.remove_prefix(prefix.size());
}

}  // namespace

std::optional<CollectiveKind> torch_collective(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string letters = lower_letters_of(colon == name.npos ? name : name.substr(colon + 1));
  // A sparse all_reduce gathers indices and values; the other one only spreads NCCL's id over a store.
  for (const std::string_view other : {"allreducesparse", "broadcastuniquenccl"})
    if (letters.starts_with(other)) return std::nullopt;
  static constexpr std::pair<std::string_view, CollectiveKind> beginnings[] = {
      {"allreduce", CollectiveKind::all_reduce}, {"allgather", CollectiveKind::all_gather},
      {"alltoall", CollectiveKind::all_to_all},  {"reducescatter", CollectiveKind::reduce_scatter},
      {"broadcast", CollectiveKind::broadcast},  {"reduce", CollectiveKind::reduce},
      {"gather", CollectiveKind::gather},        {"scatter", CollectiveKind::scatter}};
  for (const auto& [beginning, kind] : beginnings)
    if (letters.starts_with(beginning)) return kind;
  return std::nullopt;
}

std::optional<DataType> torch_type(std::string_view name) {
  for (const std::string_view prefix : {"torch.", "c10::", "at::"}) drop(prefix, name);
  const std::string lower = lower_case(name);
  static constexpr std::pair<std::string_view, DataType> names[] = {
      {"float", DataType::float32},
      {"float32", DataType::float32},
      {"double", DataType::float64},
      {"float64", DataType::float64},
      {"half", DataType::float16},
      {"float16", DataType::float16},
      {"bfloat16", DataType::bfloat16},
      {"char", DataType::int8},
      {"int8", DataType::int8},
      {"signed char", DataType::int8},
      {"byte", DataType::uint8},
      {"uint8", DataType::uint8},
      {"unsigned char", DataType::uint8},
      {"bool", DataType::uint8},
      {"int", DataType::int32},
      {"int32", DataType::int32},
      {"long", DataType::int64},
      {"int64", DataType::int64},
      {"long int", DataType::int64},
      {"uint32", DataType::uint32},
      {"unsigned int", DataType::uint32},
      {"uint64", DataType::uint64},
      {"long unsigned int", DataType::uint64},
      {"unsigned long", DataType::uint64},
      {"float8_e4m3fn", DataType::float8_e4m3},
      {"float8_e4m3fnuz", DataType::float8_e4m3},
      {"float8_e5m2", DataType::float8_e5m2},
      {"float8_e5m2fnuz", DataType::float8_e5m2}};
  for (const auto& [known, type] : names)
    if (known == lower) return type;
  return std::nullopt;
}

std::string_view kernel_name(std::string_view with_types) {
  drop("void ", with_types);
  constexpr std::string_view nameless = "(anonymous namespace)::";
  std::size_t from = 0;
  if (const std::size_t last = with_types.rfind(nameless, with_types.find('<')); last != with_types.npos)
    from = last + nameless.size();
  return with_types.substr(0, with_types.find_first_of("<(", from));
}

std::optional<std::string_view> nccl_kernel(std::string_view name) {
  // The symmetric kernels of NCCL 2.27 and later, those since 2.19, older ones; RCCL, MSCCL.
  for (const std::string_view prefix :
       {"ncclSymkDevKernel_", "ncclSymDevKernel_", "ncclDevKernelDebug_", "ncclDevKernel_", "ncclDevKernel",
        "ncclKernel_", "ncclKernel", "mscclKernel_", "rccl", "nccl"})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return std::nullopt;
}

bool communicates_without_nccl(std::string_view name) {
  const std::string lower = lower_case(kernel_name(name));
  constexpr std::string_view words[] = {"cross_device_reduce",
                                        "all_reduce",
                                        "allreduce",
                                        "all_gather",
                                        "allgather",
                                        "reduce_scatter",
                                        "multimem",
                                        "all_to_all",
                                        "alltoall",
                                        "nvshmem",
                                        "deep_ep::"};
  return std::ranges::any_of(words, [&](std::string_view word) { return lower.find(word) != lower.npos; });
}

}  // namespace commlab
